import DiaryCore

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
