import DiaryCore
import DiarySettings
import Localization

/// What stands where a command should and is none: one that was mistyped, or what was meant to be
/// written down.
enum UnknownCommand {
  /// What is said of it. `text` is what it may have been meant to write down.
  static func words(of name: String, among names: [String], text: String? = nil) -> String {
    let shown = name.printable
    if !name.contains(where: \.isWhitespace), let meant = NearestName.meant(by: name, among: names)
    {
      return localized("Unknown command “\(shown)”. Did you mean \(meant)?")
    }
    guard let text else { return localized("Unknown command “\(shown)”.") }
    let word = text.printable.map { "\"\\$`".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return localized(
      "Unknown command “\(shown)”. To add an entry: `photodiary add \"\(word)\"`.")
  }
}
