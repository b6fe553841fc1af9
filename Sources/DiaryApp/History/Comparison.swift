import DiaryCore
import Text

/// A comparison of two revisions of an entry, to be laid out for a screen. Revisions are immutable,
/// so their IDs identify the result.
package struct Comparison: Hashable, Sendable {
  /// The kind of result.
  enum Form: Hashable, Sendable {
    /// The changes from the old revision to the new one.
    case changes(MarkedText)
    /// The changes from a saved revision to an unsaved one.
    case unsaved(MarkedText)
    /// Both revisions side by side.
    case sides(MarkedText)
    /// Both revisions merged into one text.
    case merged(MergedText.Names)
  }

  package enum Outcome: Sendable {
    case rows([MarkedRow])
    case pairs([PairedRow])
    case fields(EntryFields)
  }

  /// The old revision, or `nil` to show the new one alone.
  let old: Revision?
  let new: Revision
  let form: Form
  /// Returns the date of a time in this machine's time zone.
  let localDate: @Sendable (Timestamp) -> EntryDate

  /// The maximum size in bytes for comparing synchronously, fast enough to avoid flicker.
  private static let maxAtOnce = 20_000

  var isLong: Bool { Self.size(new) + (old.map(Self.size) ?? 0) > Self.maxAtOnce }

  private static func size(_ revision: Revision) -> Int {
    revision.entry.title.utf8.count + revision.entry.content.utf8.count
  }

  /// Computes the result. It takes some tenths of a second for two long texts with little in
  /// common.
  var outcome: Outcome {
    let (before, after) = ((old ?? new).entry.fields, new.entry.fields)
    switch form {
    case .changes(let text):
      return .rows(
        rows(
          EntryDiffRows(text: text, localDate: localDate),
          none: localized("The text hasn't changed. Press Tab to see it.")))
    case .unsaved(let text):
      return .rows(
        rows(
          EntryDiffRows(text: text, localDate: localDate),
          none: localized("It's the same as the saved entry.")))
    case .sides(let text):
      return .pairs(PairedRows(text: text, localDate: localDate).rows(before, after))
    // A deleted version has nothing to merge.
    case .merged where new.entry.isTrashed: return .fields(before)
    case .merged(let names): return .fields(MergedText.fields(before, after, names))
    }
  }

  private func rows(_ layout: EntryDiffRows, none: String) -> [MarkedRow] {
    guard let old else { return layout.rows(new.entry.fields) }
    let diff = EntryDiff(from: old.entry.fields, to: new.entry.fields)
    guard diff.hasChanges else {
      return layout.text.rows([TextDiff.Piece(.same, none)], .dim)
    }
    return layout.rows(diff)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.old?.id == right.old?.id && left.new.id == right.new.id && left.form == right.form
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(old?.id)
    hasher.combine(new.id)
    hasher.combine(form)
  }
}

/// The result of the comparison that a screen shows, computed once.
struct ComparedText: Sendable {
  private var shown: Comparison?
  private var made: (comparison: Comparison, outcome: Comparison.Outcome)?

  var outcome: Comparison.Outcome? { made?.comparison == shown ? made?.outcome : nil }

  /// The comparison whose result is pending.
  var pending: Comparison? { made?.comparison == shown ? nil : shown }

  /// Sets the comparison to show. A short one is computed immediately.
  mutating func show(_ comparison: Comparison?) {
    shown = comparison
    if let pending, !pending.isLong { receive(pending.outcome, of: pending) }
  }

  mutating func receive(_ outcome: Comparison.Outcome, of comparison: Comparison) {
    if comparison == shown { made = (comparison, outcome) }
  }
}

// MARK: - Commands

extension EditorState {
  /// Creates an editor with the merged text of both versions, or returns `nil` if the outcome isn't
  /// merged fields.
  init?(merging comparison: Comparison, _ outcome: Comparison.Outcome, of entry: Entry) {
    guard case .fields(let fields) = outcome, let left = comparison.old else { return nil }
    self.init(merging: left, comparison.new, of: entry, fields: fields)
  }
}

/// Merges two versions of an entry into one text: common lines once, and different lines of both
/// versions, each after a marker line.
enum MergedText {
  /// The names in the marker lines.
  struct Names: Hashable, Sendable {
    let left: String
    let right: String

    private static var leftStart: String { localized("Left version, saved ") }
    private static var rightStart: String { localized("Right version, saved ") }
    fileprivate static var both: String { localized("Both versions") }

    /// Creates names from the dates when the versions were saved.
    init(leftDate: String, rightDate: String) {
      left = Self.leftStart + leftDate
      right = Self.rightStart + rightDate
    }

    /// Returns true for a name in any language, as the text may have been merged in another
    /// language.
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

  /// Returns the first marker line left in a text.
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
    // Remove duplicate tags, photos and attachments.
    return fields.normalized
  }

  private static func content(_ left: String, _ right: String, _ names: Names) -> String {
    var lines: [String] = []
    // True after differing lines, so that common lines need a marker.
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
