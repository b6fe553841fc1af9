import Crypto
import DiaryCore
import System

/// A file's path in an export: at the top or in one folder.
///
/// Compared byte by byte as file names on Linux are, whereas strings compare by canonical
/// equivalence.
struct ExportPath: Sendable {
  let folder: String?
  let name: String

  init(folder: String? = nil, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Parses `name` or `folder/name`. `nil` for anything that could lead out of the export.
  init?(_ text: String) {
    // Split by bytes: "/" with a combining mark is a different character, but still a separator.
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

extension Folder {
  /// Returns `true` if there is a regular file at a path in this folder.
  func containsFile(_ file: ExportPath) -> Bool {
    status(at: file)?.isRegularFile ?? false
  }

  /// Returns the status of the file at a path in this folder, or `nil` if there is none. Doesn't
  /// follow symbolic links.
  func status(at file: ExportPath) -> FileStatus? {
    guard let name = file.folder else { return status(of: file.name) }
    guard let folder = try? subfolder(name) else { return nil }
    return folder.status(of: file.name)
  }

  /// Returns the SHA-256 of the regular file at a path, or `nil` if there is none. Doesn't follow
  /// symbolic links.
  func digest(of file: ExportPath) -> AssetID? {
    guard let name = file.folder else { return digest(of: file.name) }
    return (try? subfolder(name))?.digest(of: file.name)
  }

  private func digest(of name: String) -> AssetID? {
    var hash = SHA256()
    let isRead: Void? = try? file(name).forEachPiece(of: 1 << 16) { piece in
      hash.update(data: piece)
    }
    return isRead.map { AssetID(digest: hash.finalize()) }
  }

  /// Creates a file at a path, and its folder if needed.
  func newFile(at file: ExportPath) throws -> OpenFile {
    guard let name = file.folder else { return try newFile(file.name) }
    return try subfolder(making: name).newFile(file.name)
  }

  func remove(_ file: ExportPath) throws {
    guard let name = file.folder else { return try remove(file: file.name) }
    guard status(of: name) != nil else { return }
    try subfolder(name).remove(file: file.name)
  }

  /// Moves a file here from the same path in another tree.
  func move(_ file: ExportPath, from other: borrowing Folder) throws {
    guard let name = file.folder else { return try move(file.name, from: other) }
    try subfolder(making: name).move(file.name, from: try other.subfolder(name))
  }
}

/// Formats links to exported photos and attachments.
enum FileLink {
  private static let plain = Set("-._~,+@=/".utf8)

  /// Returns the link destination for a path in the export, in CommonMark's form without angle
  /// brackets. Non-ASCII letters stay readable.
  static func destination(_ file: String) -> String {
    file.percentEncoded { $0 >= 0x80 || plain.contains($0) }
  }
}

/// Assigns file names that are unique regardless of case and normal form, by appending " 2", " 3"
/// and so on.
struct UniqueNames {
  /// Assigned paths in lower case. Strings compare by canonical equivalence.
  private var given: Set<String> = []
  /// The next number for each repeated name, to avoid trying all of them again.
  private var nextNumber: [String: Int] = [:]

  /// Returns `folder/stem.extension`, with a number if needed, that hasn't been assigned and for
  /// which `isTaken` returns `false`.
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
      // Save memory: most names occur once.
      if number > 2 { nextNumber[key] = number }
      return path
    }
  }
}

/// Makes file names from the user's text that are valid on every file system and in every shell.
package enum SafeFileName {
  /// The longest name in bytes of UTF-8. Most file systems allow 255 for a complete name.
  static let longest = 100

  /// The names that Windows reserves for devices, with any extension.
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Returns the text as a file name or its beginning: without the characters that Windows forbids
  /// (including `/` and `\`), control characters, leading dots, and trailing dots and spaces. Empty
  /// if nothing is left.
  package static func make(from text: String) -> String {
    let name = part(from: text)
    let base = name.prefix { $0 != "." }
    return devices.contains(base.trimmed.lowercased()) ? "\(base)_\(name[base.endIndex...])" : name
  }

  /// Returns the text as a part of a file name after a prefix, where reserved names don't matter.
  private static func part(from text: String) -> String {
    // By scalar: "/" with a combining mark is a different character, but still a separator.
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(isAllowed(scalar) ? scalar : " ")
    }
    let words = String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return shortened(String(words.drop(while: isEdge)))
  }

  /// Returns a name that sorts by day (`2024-05-03`), followed by the text if anything of it is
  /// left.
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
    // A dot or space with a combining mark still begins with the byte of a dot or space.
    character.unicodeScalars.first == "." || character.unicodeScalars.first == " "
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "<", ">", ":", "\"", "/", "\\", "|", "?", "*", "\u{FEFF}": false
    default: scalar.isPrintable
    }
  }
}
