import DiaryCore
import Localization

/// Two versions of an entry in one text: what both say stands once, and where they differ both
/// stand with a line before each.
enum MergedText {
  /// The names that stand in the lines between the parts.
  struct Names: Hashable, Sendable {
    let left: String
    let right: String

    private static var leftStart: String { localized("Left version, saved ") }
    private static var rightStart: String { localized("Right version, saved ") }
    fileprivate static var both: String { localized("Both versions") }

    /// Named by when each was saved.
    init(leftDate: String, rightDate: String) {
      left = Self.leftStart + leftDate
      right = Self.rightStart + rightDate
    }

    /// In any language: the text may have been merged in another one.
    fileprivate static func isName(_ text: String) -> Bool {
      Language.allCases.contains { language in
        language.speaking {
          text == both || text.hasPrefix(leftStart) || text.hasPrefix(rightStart)
        }
      }
    }
  }

  private static let rule = "———"
  private static func marker(_ name: String) -> String { "\(rule) \(name) \(rule)" }

  /// The first line that tells versions apart and still stands in a text.
  static func firstMarker(in text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = String(String(line).trimmed)
      guard line.hasPrefix(rule), line.hasSuffix(rule) else { continue }
      let name = String(line.dropFirst(rule.count).dropLast(rule.count).dropFirst().dropLast())
      if Names.isName(name), line == marker(name) { return line }
    }
    return nil
  }

  static func fields(_ left: EntryFields, _ other: EntryFields, _ names: Names) -> EntryFields {
    var fields = left
    if !fields.title.isExactly(other.title) {
      fields.title = [fields.title, other.title].filter { !$0.isBlank }.joined(separator: " / ")
    }
    fields.content = content(fields.content, other.content, names)
    fields.tags = (fields.tags + other.tags)
    fields.photos += other.photos
    fields.attachments += other.attachments
    fields.details = fields.details.merged(with: other.details)
    // Each tag, photo and attachment once.
    return fields.tidied
  }

  private static func content(_ left: String, _ right: String, _ names: Names) -> String {
    var lines: [String] = []
    // After what both say, a line tells that they do.
    var isOpen = false
    func add(_ text: String, after name: String) {
      lines += [marker(name), String(text.dropLast())]
      isOpen = true
    }
    for piece in TextDiff(linesFrom: left, to: right).pieces {
      switch piece.kind {
      case .removed: add(piece.text, after: names.left)
      case .added: add(piece.text, after: names.right)
      case .same:
        if isOpen { lines.append(marker(Names.both)) }
        isOpen = false
        lines.append(String(piece.text.dropLast()))
      }
    }
    return lines.joined(separator: "\n")
  }
}
