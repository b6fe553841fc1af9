extension StoreFormat {
  /// The text of `FORMAT.txt` in an encrypted store, for anyone who finds the folder.
  static let encryptedText = """
    \(heading)\(encryptedVersion)

    This folder is a diary written by PhotoDiary, encrypted. With the passphrase or the six recovery
    words you can read all of it without that program: every file whose name ends in .age opens with
    the program "age" (https://age-encryption.org), once the diary's key is there:

      age -d keys/1.passphrase.age > key.txt        (it asks for the passphrase; of several such
      age -d keys/1.recovery.age > key.txt           files, take the one with the highest number)
      age -d -i key.txt owner.age

    Remove key.txt when you are done: it opens everything.

    keys/<epoch>.passphrase.age, keys/<epoch>.recovery.age
      The diary's secret keys, an age identity for each epoch, the newest first; the newest seals what
      is written now. keys/<epoch>.age is there while nobody has typed the passphrase since an epoch
      began: the keys of the epoch before open it.

    keys/recipient
      The public key of the newest epoch, in clear.

    keys/device.age
      The secret key to which other machines seal new epochs for this one.

    log/<device>/<yyyy-mm>.<version>.<first>-<end>-<mark>.jsonl.age
      The diary itself. Of those of a device and a month with the highest version, the bytes from
      <first> up to <end>, put one behind the other, are a log: lines of JSON, of which each is one saved
      state of one entry or holds for the whole diary. <mark> is the beginning of the SHA-256 of the
      last 64 bytes before <end>. A file that has the bytes of others in it takes their place. What
      the lines say is what FORMAT.txt of a diary says that isn't encrypted: "sum" is the beginning of
      the SHA-256 of the bytes before it, "prev" the "sum" of the line that the device saved before,
      "sig" its signature, "body" what was written, and the state of an entry that no other line names in
      "parents" is the one that counts.

    log/<device>/.spare-<yyyy-mm>.<version>.<first>.jsonl.age
      Waits for the lines of the next save. Once they are in it, it is given a name as above; only a
      power cut can leave them here, until the diary is opened again. Without any it doesn't open and
      can be deleted.

    assets/<ab>/<name>.age
      Photos and attachments. The name is the HMAC-SHA256 of the SHA-256 of their bytes, in hexadecimal
      digits. Its key is the HKDF-SHA256 of the line AGE-SECRET-KEY-1... of the epoch, without salt, with the
      info "photodiary/asset-name/1", 32 bytes long.

    index.age
      Every current entry, made from the logs. It can be deleted.

    owner.age
      The id and display name of the author whose diary this is, as the logs say.

    set-aside/
      Only after a repair: what could not be read, kept as it was found. What was there before the
      diary was encrypted has .age behind its name.

    backup.json
      Only in a backup: when it was made, of which diary (the id in owner.age), and the size and
      SHA-256 of its files, encrypted as they are. Its last line has the SHA-256 of the bytes before it.

    restored.json
      Only in a diary that was restored from a backup: which one, and when.

    .lock
      Empty. Programs that write lock it (fcntl, open file description) while they do.

    한국어
      이 폴더는 PhotoDiary로 쓴 암호화된 다이어리입니다. 암호나 복구 단어 여섯 개가 있으면 그 프로그램 없이도
      age(https://age-encryption.org)로 모두 읽을 수 있습니다. 먼저 age -d keys/1.passphrase.age 또는
      age -d keys/1.recovery.age 로 다이어리의 키를 꺼내 key.txt에 두고, age -d -i key.txt 로 이름이 .age로
      끝나는 파일을 엽니다. 다 읽은 뒤에는 key.txt를 지우세요.

    """
}
