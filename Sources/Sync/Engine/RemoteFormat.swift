import Crypto
import DiaryCore
import DiaryStore

/// The text `FORMAT.txt` on a remote, which describes its files to people and programs.
enum RemoteFormat {
  static let name = "FORMAT.txt"
  private static let heading = "PhotoDiary remote, format "
  private static let version = 1
  private static let (plain, encrypted) = ("plain", "encrypted")

  /// Parses the first line; `nil` if the file is another one.
  static func read(_ bytes: [UInt8]) -> (version: Int, isPlain: Bool)? {
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    guard line.hasPrefix(heading) else { return nil }
    let words = line.dropFirst(heading.count).split(separator: ",")
    guard words.count == 2, let version = Int(words[0]) else { return nil }
    return (version, words[1].trimmed == plain)
  }

  /// Returns true if this program can read the version.
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

// MARK: -

/// The name of a segment on a remote: a device, a range of line numbers, and eight hexadecimal
/// digits. Four are of the last line's sum and four of the file's SHA-256, so that two segments of
/// the same range have different names.
struct SegmentName: Hashable {
  let device: ID<Device>
  let numbers: ClosedRange<Int>
  let tag: String
  let name: RemoteName

  private static let folder = "log"

  /// Parses a name; `nil` if the file isn't a segment.
  init?(_ name: RemoteName) {
    // A conflict copy counts too.
    let path = name.original?.path ?? name.path
    let parts = path.split(separator: "/")
    guard parts.count == 3, parts[0] == Self.folder, let device = ID<Device>(parts[1]) else {
      return nil
    }
    let fields = parts[2].split(separator: ".", maxSplits: 1)[0].split(separator: "-")
    guard fields.count == 3, let first = Int(fields[0]), let last = Int(fields[1]),
      fields[2].utf8.count == 8, 0 <= first, first <= last, last < Self.end
    else { return nil }
    (self.device, numbers, tag) = (device, first...last, String(fields[2].prefix(4)))
    self.name = name
  }

  /// A number of lines that no device reaches.
  private static let end = 1 << 40

  var known: KnownSegment { KnownSegment(numbers, tag: tag) }

  /// True for a log of version 0.1.0, whose lines have no numbers.
  var isOldLog: Bool { numbers == 0...0 }

  /// Returns true if the bytes are the complete file of this name.
  func matches(_ bytes: [UInt8]) -> Bool {
    (name.original ?? name).path.split(separator: ".")[0].hasSuffix(Self.digits(of: bytes))
  }

  private static func digits(of bytes: [UInt8]) -> String {
    hexadecimal(SHA256.hash(data: bytes).prefix(2))
  }

  /// Returns the name of a file with these bytes.
  static func path(
    _ device: ID<Device>, _ numbers: ClosedRange<Int>, tag: String, _ bytes: [UInt8],
    isPlain: Bool
  ) -> RemoteName? {
    let digits = digits(of: bytes)
    let ending = isPlain ? "jsonl" : "jsonl.age"
    let (first, last) = (padded(numbers.lowerBound), padded(numbers.upperBound))
    return RemoteName("\(folder)/\(device)/\(first)-\(last)-\(tag)\(digits).\(ending)")
  }

  /// Pads with zeros, so that sorting by name sorts by number.
  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}

/// The segments that a remote lists.
struct SegmentListing {
  /// The segments of each device, in ascending order of their numbers.
  private(set) var segments: [ID<Device>: [SegmentName]] = [:]
  private(set) var oldLogs: [SegmentName] = []
  private(set) var sizes: [RemoteName: Int] = [:]

  init(_ listing: RemoteListing) {
    for (name, size) in listing.files {
      guard let segment = SegmentName(name) else { continue }
      sizes[name] = size
      if segment.isOldLog {
        oldLogs.append(segment)
      } else {
        segments[segment.device, default: []].append(segment)
      }
    }
    for device in segments.keys {
      segments[device]?.sort {
        ($0.numbers.lowerBound, $0.numbers.upperBound, $0.name)
          < ($1.numbers.lowerBound, $1.numbers.upperBound, $1.name)
      }
    }
    oldLogs.sort { $0.name < $1.name }
  }

  /// Returns the fewest segments that contain a device's lines from `head + 1` on without a gap.
  func plan(
    of device: ID<Device>, after head: Int, without bad: Set<RemoteName>
  ) -> [SegmentName] {
    var plan: [SegmentName] = []
    var known = head
    while let next = segments[device]?.filter({
      $0.numbers.lowerBound <= known + 1 && $0.numbers.upperBound > known && !bad.contains($0.name)
    }).max(by: { $0.numbers.upperBound < $1.numbers.upperBound }) {
      plan.append(next)
      known = next.numbers.upperBound
    }
    return plan
  }

  /// Returns the highest listed number of a device, or 0.
  func last(of device: ID<Device>) -> Int {
    segments[device]?.map(\.numbers.upperBound).max() ?? 0
  }
}
