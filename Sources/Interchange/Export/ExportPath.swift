import DiaryCore
import System

/// Where a file is in an export: at its top or in one of its folders.
///
/// Two are the same only byte by byte, for so are names on Linux, while strings compare by
/// canonical equivalence.
struct ExportPath: Sendable {
  let folder: String?
  let name: String

  init(folder: String? = nil, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Reads `name` or `folder/name`. `nil` for anything that could lead out of the export.
  init?(_ text: String) {
    // Bytes: "/" followed by a combining mark is another character, but separates all the same.
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard (1...2).contains(parts.count), let name = parts.last,
      parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) })
    else { return nil }
    self.init(folder: parts.count == 2 ? parts[0] : nil, name: name)
  }

  /// The name without its extension.
  var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

  var text: String { folder.map { "\($0)/\(name)" } ?? name }
}

extension ExportPath: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// Where a link to an exported photo or attachment leads.
enum FileLink {
  private static let plain = Set("-._~,+@=/".utf8)

  /// The destination of a link to a file by its path in the export, as CommonMark takes it without
  /// angle brackets. Letters of every script stay, to be legible.
  static func destination(_ file: String) -> String {
    file.percentEncoded { $0 >= 0x80 || plain.contains($0) }
  }
}

/// Hands out file names of which no two are the same, even where case and normal form don't
/// count: the second of the same name gets " 2".
struct UniqueNames {
  /// Folded; strings compare by canonical equivalence.
  private var given: Set<String> = []
  /// The next number of a name that was given several times, lest all be tried again.
  private var nextNumber: [String: Int] = [:]

  /// The path `folder/stem.extension`, or the same with a number, that has not been given yet
  /// and that `isTaken` doesn't claim.
  mutating func path(
    in folder: String, stem: String, fileExtension: String, isTaken: (ExportPath) -> Bool
  ) -> ExportPath {
    let key = "\(folder)/\(stem).\(fileExtension)".lowercased()
    var number = nextNumber[key] ?? 1
    while true {
      let suffix = number == 1 ? "" : " \(number)"
      let path = ExportPath(folder: folder, name: "\(stem)\(suffix).\(fileExtension)")
      number += 1
      let folded = path.text.lowercased()
      guard !given.contains(folded), !isTaken(path) else { continue }
      given.insert(folded)
      // Most names are given once.
      if number > 2 { nextNumber[key] = number }
      return path
    }
  }
}

/// Names for files made from what a person wrote, such as every file system and shell bears.
package enum SafeFileName {
  /// Bytes of UTF-8; most file systems take 255 for a whole name.
  static let longest = 100

  /// What Windows calls its devices, whatever extension follows.
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// The text as a file name or its beginning: without what Windows forbids (`/` and `\` among it),
  /// control characters, dots in front, dots and spaces at the end. Empty when nothing is left.
  package static func make(from text: String) -> String {
    let name = part(from: text)
    let base = name.prefix { $0 != "." }
    return devices.contains(base.trimmed.lowercased()) ? "\(base)_\(name[base.endIndex...])" : name
  }

  /// The text as a part of a file's name behind something else, where no name is a device's.
  private static func part(from text: String) -> String {
    // By scalar: a combining mark makes of `/` another character, but not another file name.
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(isAllowed(scalar) ? scalar : " ")
    }
    let words = String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return shortened(String(words.drop(while: isEdge)))
  }

  /// A name that sorts by its day, written `2024-05-03`, and tells what it is about if that leaves
  /// anything.
  package static func make(day: String, from text: String) -> String {
    let name = part(from: text)
    return name.isEmpty ? day : "\(day) \(name)"
  }

  private static func shortened(_ name: String) -> String {
    var result = ""
    var size = 0
    for character in name {
      size += character.utf8.count
      guard size <= longest else { break }
      result.append(character)
    }
    while let last = result.last, isEdge(last) { result.removeLast() }
    return result
  }

  private static func isEdge(_ character: Character) -> Bool {
    // A dot or space with a mark on it still begins with the dot's or space's byte.
    character.unicodeScalars.first == "." || character.unicodeScalars.first == " "
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "<", ">", ":", "\"", "/", "\\", "|", "?", "*", "\u{FEFF}": false
    default: scalar.isPrintable
    }
  }
}

/// The list, kept in an export, of the files that the export wrote: by it a later export knows
/// which files it may replace, and that the others are a person's.
///
/// A JSON array: the diary and format first, then an object for each file.
struct ExportManifest {
  static let name = ".photodiary-export.json"
  private static let version = 1

  var author: AuthorID
  var format: ExportFormat
  var files: [ExportedFile] = []
}

extension ExportManifest {
  /// What an earlier export left in a folder; `nil` when there is none that can be read.
  init?(in folder: borrowing Folder) {
    guard let file = try? folder.file(Self.name) else { return nil }
    var rows = JSONRows(file.descriptor)
    guard let head = Self.value(from: &rows), head["photodiary"]?.integer == Self.version,
      let format = head["format"]?.string.flatMap(ExportFormat.init),
      let author = head["author"]?.string
    else { return nil }
    self.init(author: AuthorID(author), format: format)
    while let value = Self.value(from: &rows) {
      // An unreadable row is a file that isn't ours: it stays.
      if let file = ExportedFile(value) { files.append(file) }
    }
  }

  private static func value(from rows: inout JSONRows) -> JSONValue? {
    guard let row = try? rows.next(), case .bytes(let bytes) = row.content else { return nil }
    return try? JSONParser.parse(bytes)
  }

  /// Writes it to a folder that has none. Its bytes survive a power cut, for it may go to where
  /// an export stands, which would be a stranger's without it.
  func write(to folder: borrowing Folder) throws(DiaryError) {
    let file = try folder.newFile(Self.name)
    let head: JSONValue = [
      "photodiary": .integer(Self.version),
      "format": .string(format.rawValue),
      "author": .string(author.description),
    ]
    var text = Array("[\n".utf8) + JSONWriter.bytes(head)
    for entry in files {
      text += ",\n".utf8
      text += JSONWriter.bytes(entry.json)
      if text.count > 1 << 18 {
        try file.write(text)
        text = []
      }
    }
    try file.write(text + Array("\n]\n".utf8))
    try file.sync()
  }
}
