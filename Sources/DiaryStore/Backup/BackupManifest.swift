import Crypto
import DiaryCore
import System

/// `backup.json`: of which diary a backup is, when it was made, and the size and SHA-256 of each of
/// its files. By it a folder is known as a backup, and damage is found.
///
/// One JSON object, a file a line. The last line has the SHA-256 of what comes before it.
struct BackupManifest {
  struct Head: Hashable, Sendable {
    /// The id of the diary's author, which every diary has its own of.
    var diary: AuthorID
    /// When it was made, and what clocks showed there.
    var made: EntryDate
    /// Of this one backup; random.
    var id: String
  }

  struct File: Hashable, Sendable {
    /// Within the backup.
    var path: String
    var size: Int
    var digest: AssetID
    /// Whether it was damaged in the diary, and nothing better was there.
    var isDamaged = false

    fileprivate var json: JSONValue {
      .object(
        [
          JSONMember("path", .string(path)), JSONMember("size", .integer(size)),
          JSONMember(Self.digestName, .string(digest.description)),
        ] + (isDamaged ? [JSONMember(Self.damaged, .bool(true))] : []))
    }

    fileprivate static let digestName = "sha256"
    fileprivate static let damaged = "damaged"
  }

  var head: Head
  var files: [File] = []

  /// Of some 750,000 files. What is larger is none of ours.
  private static let largest = 128 << 20
  private static let longestLine = 4096
  private static let version = 1

  // MARK: Writing

  var bytes: [UInt8] {
    let head: JSONValue = [
      "photodiary-backup": .integer(Self.version),
      "id": .string(head.id),
      "diary": .string(head.diary.description),
      "made": .string(head.made.description),
    ]
    var text = JSONWriter.bytes(head).dropLast() + Array(",\"files\":[\n".utf8)
    for (index, file) in files.enumerated() {
      text += JSONWriter.bytes(file.json)
      text += (index + 1 < files.count ? ",\n" : "\n").utf8
    }
    return text + Self.lastLine(after: Array(text))
  }

  private static func lastLine(after text: [UInt8]) -> [UInt8] {
    Array("],\"sum\":\"\(AssetID(digest: SHA256.hash(data: text)))\"}\n".utf8)
  }

  // MARK: Reading

  /// What the first line says; `nil` when the file is no manifest. Nothing else of it is read.
  static func head(at path: String) -> Head? {
    guard let file = try? OpenFile.reading(path),
      let start = try? file.bytes(from: 0, atMost: longestLine)
    else { return nil }
    return head(of: start.prefix { $0 != 0x0A })
  }

  private static func head(of line: some Sequence<UInt8>) -> Head? {
    guard let json = try? JSONParser.parse(Array(line) + Array("]}".utf8)),
      json["photodiary-backup"]?.integer == version, let id = json["id"]?.string,
      let diary = json["diary"]?.string, !diary.isEmpty,
      let made = json["made"]?.string.flatMap({ EntryDate($0) })
    else { return nil }
    return Head(diary: AuthorID(diary), made: made, id: id)
  }

  /// Reads all of it; `nil` when it is damaged or not what this program writes.
  init?(at path: String) throws(DiaryError) {
    let file = try OpenFile.reading(path)
    guard try file.status().size <= Self.largest else { return nil }
    self.init(try file.bytes(from: 0))
  }

  init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // After the last line's end.
    guard lines.popLast()?.isEmpty == true, let last = lines.popLast(),
      Array(last) + [0x0A] == Self.lastLine(after: Array(bytes[..<last.startIndex])),
      let first = lines.first, let head = Self.head(of: first)
    else { return nil }
    self.head = head
    var paths: Set<String> = []
    for line in lines.dropFirst() {
      guard line.count <= Self.longestLine,
        let file = File(line.last == UInt8(ascii: ",") ? line.dropLast() : line),
        paths.insert(file.path).inserted
      else { return nil }
      files.append(file)
    }
  }

  init(head: Head) { self.head = head }

  /// How many of the files are photos.
  var photos: Int { files.count { AssetFolder.isAsset($0.path) } }
}

extension BackupManifest.File {
  fileprivate init?(_ line: some Sequence<UInt8>) {
    guard let json = try? JSONParser.parse(Array(line)), let path = json["path"]?.string,
      StoreLayout.isKept(path), let size = json["size"]?.integer, size >= 0,
      let digest = json[Self.digestName]?.string.flatMap({ AssetID($0) })
    else { return nil }
    self.init(
      path: path, size: size, digest: digest, isDamaged: json[Self.damaged]?.bool == true)
  }
}
