import DiaryCore
import System

/// The version of the store's format, and the text of `FORMAT.txt`, which explains the store to
/// anyone who finds the folder.
package enum StoreFormat {
  package static let version = 2
  /// The version of an encrypted store. Programs that can't read encrypted stores refuse to open
  /// it.
  package static let encryptedVersion = 3

  static let heading = "PhotoDiary store, format "

  static let text = """
    \(heading)\(version)

    This folder is a diary written by PhotoDiary. You can read all of it without that program.

    log/<device>/<yyyy-mm>.jsonl
      The diary itself. Each line is one saved state ("revision") of one entry, or a record about the
      whole diary, as a JSON object in UTF-8. Lines are only ever added. Each device writes to its own
      folder only; the lines of others come from their machines, by sync.

      A line is an envelope, which is never changed or removed, and a "body" with what a person wrote.
      "entry" is the entry's id, "parents" the revisions that this one replaces, "clock" when it was
      saved (UTC time + counter), "device" who saved it. "prev" is the "sum" of the line that the device
      saved before, null in its first one, and "seq" the line's number, from 1. "hash" is the SHA-256 of
      the body's bytes, from { to }. "sum" is the line's id: the first 32 hexadecimal digits of the
      SHA-256 of the bytes before the characters ,"sum" . A line whose sum is wrong is damaged.
      In the body are "date", "title", "content" (Markdown), "tags", "journal", "author", "photos",
      "created", "modified", and "trashed": whether the entry is in the trash; "starred", "mood",
      "place", "weather", "pinned" and "attachments" only where something is noted. "salt" is random,
      so that nobody guesses a short body from its hash.
      The current state of an entry is the revision that no other one names as a parent. If there are
      several, the entry was edited in two places at once, and all of them count: it is in the trash
      only if all of them say so. A "clock" more than a day ahead of the machine that reads it counts as
      the oldest.

      Emptying the trash cuts bodies off: such a line ends after "sum". What is left says that something
      was saved then, by this device, and nothing else.
      Two lines with the same "prev" were written by two machines under one device id, as after a disk
      was cloned. Both count, with what follows them.

      The last line of each save, and of a large one a line of each megabyte, has in "sig" an Ed25519
      signature, in hexadecimal digits; as each line names the one before, it signs all before it. What
      is signed: the text "photodiary/line/2", a line end, the diary's id (32 zeros in the founding line),
      a line end, the device, a line end, and the bytes of the line before the characters ,"sig" . While several lines are added
      together, all but the last of them name in "append" the save that they are a part of.

      Lines of version 0.1.0 have no "seq" and no body of their own: all members are before "sum". One
      that was removed is now {"removed":"<its sum>"}.

      Lines that begin with "record" are about the diary and have no body, except for comments.
      "founding" is the first one: its "sum" is the diary's id; it says who the "owner" is, the device's
      "name" and public "key", and under "logs" how many lines of version 0.1.0 each log began with and
      the SHA-256 of their sums, one a line, by which these are signed. "logs" does the same for logs
      that came later. "device" adds a device's key, and its "recipient", to which age encrypts the
      diary's secret keys for it; "proof" is a signature with such a key. "name" renames a device,
      "epoch" begins a new secret key of the diary, which its "devices" were given. It says how many
      lines count of devices that were "removed", and has the "authority" that checks proofs by the
      key. "owner" renames the owner. "journal" is a decision about a journal: made, given a color, put
      in order or deleted; of several about one name, whatever its case, the one with the latest "clock"
      counts. "removal" lists "entries" that were removed for good: the bodies of all lines about
      them are cut off that were "seen" then, up to the last line of each run of each device, by number and sum.
      "lost" are lines that a repair found damaged.
      "comment" is what "author" says under an "entry". The member of that name is its id, and of several
      lines about one the latest counts; "state" removed stands in place of a "text" that was taken back.

      Only in a diary that several people share: "person" decides about one ("of"): "role" is owner, writer
      or reader, "state" removed, "devices" with their keys are theirs from then on, and "seen" says how
      many lines of each device were known then; "invitation" has the secret key by which the invited
      person asks to join. The founder is an owner, and nobody else can remove them. A decision counts if it is in
      the log of an owner's device and the owner had not been removed or made something else by then, that
      is, the line's "seq" is not more than what such a decision has "seen". Of two owners that remove each
      other unknowingly, the one that joined first stays. A line about an entry counts if its device is
      an owner's or writer's at that "seq", is in its own folder, and its author is that person; an
      entry's id ends in any 16 digits and begins with the first 16 of the SHA-256 of "photodiary/entry/2", a
      line end, the author's id, a line end, and those digits. The same goes for a comment, by its id and
      its author. Other lines are kept and don't count.

      This prints what is wrong with logs that are given to it, a device's from the oldest on, those of
      the device with the founding line first (Python 3, with the package "cryptography"):

        import hashlib, json, sys
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        known, keys, lines = {None}, {}, []
        for line in (line for log in sys.argv[1:] for line in open(log, "rb").read().split(b"\\n") if line):
            it = json.loads(line)
            if "removed" in it: continue
            end = line.find(b',"sum":"') if "body" in it else line.rfind(b',"sum":"')
            envelope, body = line[:end], line[end + 49:-1]
            if hashlib.sha256(envelope).hexdigest()[:32] != it["sum"]: print("damaged:", it)
            if "body" in it and hashlib.sha256(body).hexdigest() != it["hash"]: print("damaged body:", it)
            known.add(it["sum"])
            if "seq" not in it: continue
            lines.append(it)
            if it.get("record") == "founding": diary = it["sum"]
            if "record" in it and "key" in it: keys.setdefault(it["device"], bytes.fromhex(it["key"]))
            if "sig" in it:  # raises InvalidSignature
                said = f"photodiary/line/2\\n{'0' * 32 if diary == it['sum'] else diary}\\n{it['device']}\\n".encode() + line.split(b',"sig":"')[0]
                Ed25519PublicKey.from_public_bytes(keys[it["device"]]).verify(bytes.fromhex(it["sig"]), said)
        for it in lines:
            if it["prev"] not in known: print("the line before it is missing:", it)

    log/<device>/.unfinished
      Only while several lines are saved at once: which log they go to, its size before, and their
      "append" or, if they come from another machine, the "sum" of the "last" one, without which none of
      them is part of the diary. While this file is there, the lines that follow that byte are no part of the diary, if
      the first and the last whole one of them name that append; if the program was killed, the next
      one takes the rest back. Beside any other lines the file says nothing.

    assets/<ab>/<sha256>.<ext>
      Photos and attachments, byte for byte as they were added. The name is the SHA-256 of the bytes, the
      folder its first two digits. In "content", ![caption](photo:<sha256>) places a photo.

    index.json
      Every current entry, oldest first, one a line. It is made from the logs and can be deleted.
      "ids" and "positions" say at which byte an entry's line begins, "variants" which entries have
      characters that can be written in several ways, "pinned" which are pinned, "logs" up to which
      byte of each log the index goes; what comes after must be read from the log. "filter" is a Bloom
      filter of the ids. "records" are the lines about the diary that count, "runs" the last lines of the
      devices, "sums" the XXH64 of each
      4,096 bytes before them, with the number of the block, from 0, as its seed; where one is wrong
      the index is damaged, and the program makes it again.

    journals/<device>.json
      Only where version 0.1.0 has written them: what was decided about journals on that device. They go
      when the next such decision is saved, for then lines of the logs say it.

    joining.json
      Only until a shared diary has come: who asked on this machine to be let in, and to which diary.

    following.json
      Only in a public diary of somebody else, which is read here: the id that it has to have.

    owner.json
      The id and display name of the author whose diary this is, as the logs say.

    set-aside/
      Only after a repair: what could not be read, kept as it was found.

    backup.json
      Only in a backup: when it was made, of which diary (the id in owner.json), and the size and
      SHA-256 of its files. Its last line has the SHA-256 of the bytes before that line.

    restored.json
      Only in a diary that was restored from a backup: which one, and when.

    .lock
      Empty. Programs that write lock it (fcntl, open file description) while they do.

    한국어
      이 폴더는 PhotoDiary로 쓴 다이어리이며, 그 프로그램 없이도 모두 읽을 수 있습니다.
      log/<기기>/<연-월>.jsonl: 다이어리 자체입니다. 저장할 때마다 일기 하나의 상태가 한 줄의 JSON으로
        덧붙습니다. 줄은 바뀌거나 없어지지 않는 봉투와, 사람이 쓴 내용인 "body"로 되어 있습니다. "entry"는 일기,
        "parents"는 이 줄이 대신하는 상태, "hash"는 "body"의 SHA-256, "sum"은 그 앞까지의 SHA-256,
        "prev"는 같은 기기가 앞서 저장한 줄의 "sum", "seq"는 그 줄이 몇째인지입니다. 휴지통을 비우면 "body"만
        잘라 내므로 줄은 "sum"에서 끝납니다. 같은 "prev"가 두 줄에 있으면 컴퓨터 두 대가 한 기기로 쓴 것이며
        둘 다 셉니다. 저장할 때마다 마지막 줄에, 큰 저장에서는 1메가바이트마다 한 줄에도 기기의 Ed25519 서명
        "sig"가 있어, 그 앞의 모든 줄을 증명합니다. "record"로 시작하는 줄은
        다이어리 전체에 관한 것으로, "founding"은 시작(그 "sum"이 다이어리의 이름), "device"는 기기,
        "owner"는 쓰는 사람, "journal"은 일기장, "removal"은 영구 삭제한 일기를 기록합니다.
        "comment"는 "author"가 "entry"에 쓴 댓글로, 같은 댓글의 줄 가운데 마지막 것만 셉니다. 여러 일기를 한꺼번에
        저장한 줄은 "append"로 묶이며, 그동안만 .unfinished 파일이 있습니다. 다른 줄의 "parents"에 없는 줄이 그 일기의 지금
        상태입니다. 기기마다 제 폴더에만 씁니다.
      assets/: 사진과 첨부 파일이 원본 그대로 있습니다. 파일 이름은 그 SHA-256입니다.
      index.json: 지금의 일기가 오래된 것부터 한 줄에 하나씩 있습니다. log에서 다시 만들 수 있습니다.
      여럿이 쓰는 다이어리에는 사람과 역할을 정하는 "person", 초대인 "invitation" 줄이 있습니다. 주인이 정한 것과,
        쓸 수 있는 사람이 자기 이름으로 쓴 줄만 셉니다. joining.json: 들어가기를 청한 사람입니다.
      following.json: 남의 공개 다이어리를 읽는 곳이라는 표시입니다.
      owner.json: 다이어리를 쓰는 사람입니다. journals/는 0.1.0 판이 쓴 것으로, 일기장의 색과 순서입니다.
      set-aside/: 복구할 때 읽을 수 없던 것을 그대로 둔 곳입니다.

    """

  enum State {
    case missing
    /// The file exists but doesn't contain a version.
    case damaged
    case version(Int)
  }

  /// Returns the version that the store's `FORMAT.txt` contains.
  static func state(of layout: StoreLayout) -> State {
    guard FileSystem.status(of: layout.format) != nil else { return .missing }
    guard let file = try? MappedFile(layout.format), let line = file.line(at: 0) else {
      return .damaged
    }
    let text = String(decoding: line.bytes, as: UTF8.self)
    guard text.hasPrefix(heading), let found = Int(text.dropFirst(heading.count)) else {
      return .damaged
    }
    return .version(found)
  }

  /// Returns `true` if the newest lines of a store are signed.
  static func hasSignatures(_ layout: StoreLayout) -> Bool {
    if case .version(let format) = state(of: layout) { format >= 2 } else { false }
  }

  /// Returns `true` if the store's format is the encrypted one. Without a readable `FORMAT.txt`, a
  /// folder of keys decides.
  static func isEncrypted(_ layout: StoreLayout) -> Bool {
    if case .version(let format) = state(of: layout) { return format == encryptedVersion }
    return FileSystem.isFolder(layout.keys)
  }

  /// Returns `true` if `FORMAT.txt` is missing or damaged.
  static func lacksVersion(in layout: StoreLayout) -> Bool {
    if case .version = state(of: layout) { false } else { true }
  }

  /// Requires a store that this program can read.
  ///
  /// - Throws: `DiaryError.store` if the store was written by a newer program, or is encrypted and
  ///   locked.
  static func check(_ layout: StoreLayout) throws(DiaryError) {
    try checkVersion(layout)
    if layout.isEncrypted { _ = try layout.keyring() }
  }

  /// Requires a format that this program knows.
  ///
  /// - Throws: `StoreError.newerFormat` if the store was written by a newer program.
  static func checkVersion(_ layout: StoreLayout) throws(DiaryError) {
    if case .version(let found) = state(of: layout), found > encryptedVersion {
      throw .store(path: layout.root, .newerFormat(found))
    }
  }

  /// Writes `FORMAT.txt`.
  ///
  /// - Throws: `DiaryError.store` if the file can't be written.
  static func write(to layout: StoreLayout) throws(DiaryError) {
    let text = layout.isEncrypted ? encryptedText : text
    try DurableFile.write(Array(text.utf8), to: layout.format)
  }
}
