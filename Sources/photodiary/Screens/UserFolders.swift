import System

/// The person's folders for pictures, downloads and more, as xdg-user-dirs keeps them: lines of
/// `XDG_PICTURES_DIR="$HOME/Pictures"`, in any language.
struct UserFolders {
  private let home: String
  private let lines: [Substring]

  /// What a person may have put there in its place isn't read further.
  private static let largest = 16_384

  init(home: String) {
    self.home = home
    let base =
      Environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    lines = Self.text(at: base + "/user-dirs.dirs").split(separator: "\n")
  }

  /// An absolute path; `nil` where none is given. The home stands for a folder that isn't wanted.
  func folder(_ name: String) -> String? {
    let prefix = "XDG_\(name)_DIR=\""
    guard let line = lines.last(where: { $0.hasPrefix(prefix) }) else { return nil }
    var value = ""
    var isEscaped = false
    for character in line.dropFirst(prefix.count) {
      if !isEscaped, character == "\"" { break }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { value.append(character) }
    }
    if value == "$HOME" || value.hasPrefix("$HOME/") { value = home + value.dropFirst(5) }
    return value.hasPrefix("/") ? value : nil
  }

  private static func text(at path: String) -> String {
    guard let file = try? OpenFile(path, [.readOnly, .nonBlocking]) else { return "" }
    var bytes = [UInt8](repeating: 0, count: largest)
    let count = (try? file.read(into: &bytes)) ?? 0
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
