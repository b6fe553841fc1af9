import DiaryCore

/// The text on a remote that tells what lies there.
enum RemoteFormat {
  static let name = "FORMAT.txt"
  private static let heading = "PhotoDiary remote, format "
  private static let version = 1
  private static let (plain, encrypted) = ("plain", "encrypted")

  /// What the text of a remote says; `nil` when it is none.
  static func read(_ bytes: [UInt8]) -> (version: Int, isPlain: Bool)? {
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    guard line.hasPrefix(heading) else { return nil }
    let words = line.dropFirst(heading.count).split(separator: ",")
    guard words.count == 2, let version = Int(words[0]) else { return nil }
    return (version, words[1].trimmed == plain)
  }

  /// Whether this program can read it.
  static func isKnown(_ version: Int) -> Bool { version <= self.version }

  static func text(isPlain: Bool) -> String {
    let kind = "\(heading)\(version), \(isPlain ? plain : encrypted)\n"
    return kind + (isPlain ? plainText : encryptedText)
  }

  private static let encryptedText = """

    Here lies a diary, written with PhotoDiary, on its way between the machines of its people. Every file
    but this one is encrypted; the standard program age (https://age-encryption.org) opens it. You can
    read all of it without PhotoDiary. Nothing here is ever changed, only added and removed.

    keys/<n>.age, keys/<n>.recovery.age
      The secret keys of the diary, newest first: encrypted for its devices, and with its six recovery
      words (lower case, one blank between them). With the words, any file is opened by

        age -d -i keys/1.recovery.age FILE

      with the highest number there is. From 2 on eight digits stand behind the number, as in
      keys/2-0a1b2c3d.recovery.age: two machines may each have begun a key of that number, and what one
      key doesn't open the other one does. A device's own key is x25519.key in its folder
      ~/.local/state/photodiary/keys.

    keys/<n>.<device>.<hash>.age
      Only where several people share the diary: the same keys for one device that was let in later.

    join/<invitation>/
      Only there, and only until it is answered: an invitation, and who asks by it, encrypted for both
      sides alone.

    log/<device>/<first>-<last>-<hash>.jsonl.age
      The diary itself: the lines that a device saved, from its line number <first> to <last>. Empty lines
      at the end only hide how much there is. To see all titles, oldest device first:

        for f in log/*/*; do age -d -i keys/1.recovery.age "$f"; done | jq -r .title

      Each line is one state of one entry, as a JSON object; the FORMAT.txt of a diary's own folder
      explains it. Where files overlap, they say the same. 0-0 is what version 0.1.0 had written.

    assets/<ab>/<name>.age, small/<ab>/<name>.age
      Photos and other files, and previews of photos. <name> is an HMAC-SHA256 of the 64 hexadecimal digits of
      the photo's SHA-256, by which "photos" in a line names it; the HMAC's key is HKDF-SHA256 of the
      text of the diary's secret key (AGE-SECRET-KEY-1...) with the info photodiary/asset-name/1, 32
      bytes. To find a photo, decrypt it and compare its SHA-256:

        age -d -i keys/1.recovery.age assets/ab/NAME.age | sha256sum

    한국어
      쓰는 사람들의 기기가 함께 쓰는 PhotoDiary 다이어리입니다. 이 파일 말고는 모두 암호화되어 있고, 표준
      프로그램 age로 열 수 있습니다: age -d -i keys/1.recovery.age 파일 (가장 큰 번호를 쓰고, 복구 단어
      여섯 개를 빈칸으로 띄어 입력하세요). 2번부터는 keys/2-0a1b2c3d.recovery.age처럼 번호 뒤에 여덟 자리가
      붙습니다. 두 기기가 같은 번호의 키를 따로 만들었을 수 있으니, 하나로 열리지 않는 파일은 다른
      하나로 여세요. log/에는 일기가 한 줄에 하나씩 JSON으로, assets/에는 사진이, small/에는 미리보기가 들어
      있습니다. 여기 있는 파일은 바뀌지 않으며, 더해지거나 지워지기만 합니다.
    """

  private static let plainText = """

    Here lies a diary, written with PhotoDiary, on its way between the machines of one person, without
    encryption. You can read all of it without that program. Nothing here is ever changed, only added and
    removed.

    log/<device>/<first>-<last>-<hash>.jsonl
      The diary itself: the lines that a device saved, from its line number <first> to <last>. To see all
      titles:

        cat log/*/* | jq -r .title

      Each line is one state of one entry, as a JSON object; the FORMAT.txt of a diary's own folder
      explains it. Where files overlap, they say the same. 0-0 is what version 0.1.0 had written.

    assets/<ab>/<sha256>.<ext>, small/<ab>/<sha256>.<ext>
      Photos and other files, and previews of photos, by the SHA-256 of the whole photo.

    한국어
      한 사람의 여러 기기가 함께 쓰는 PhotoDiary 다이어리이며, 암호화되어 있지 않습니다. log/에는 일기가 한
      줄에 하나씩 JSON으로, assets/에는 사진이, small/에는 미리보기가 들어 있습니다. 여기 있는 파일은 바뀌지
      않으며, 더해지거나 지워지기만 합니다.
    """
}
