import DiaryCore
import Localization

/// States of an entry to be laid out for a screen, as a value: a state never changes, so that its
/// id stands for what it says.
package struct Comparison: Hashable, Sendable {
  /// What is to come of it.
  enum Form: Hashable, Sendable {
    /// What changed from the one to the other.
    case changes(MarkedText)
    /// What changed, where the other one isn't saved.
    case unsaved(MarkedText)
    /// One beside the other.
    case sides(MarkedText)
    /// Both in one text.
    case merged(MergedText.Names)
  }

  package enum Outcome: Sendable {
    case rows([MarkedRow])
    case pairs([PairedRow])
    case fields(EntryFields)
  }

  /// `nil` where the other one is shown alone.
  let old: Revision?
  let new: Revision
  let form: Form

  /// Up to this many bytes it takes no longer than a key may, and is done at once: nothing flickers.
  private static let mostAtOnce = 20_000

  var isLong: Bool { Self.size(new) + (old.map(Self.size) ?? 0) > Self.mostAtOnce }

  private static func size(_ revision: Revision) -> Int {
    revision.entry.title.utf8.count + revision.entry.content.utf8.count
  }

  /// Does it. Of two long texts that share little it takes some tenths of a second.
  var outcome: Outcome {
    let (before, after) = ((old ?? new).entry.fields, new.entry.fields)
    switch form {
    case .changes(let text):
      return .rows(
        rows(
          EntryDiffRows(text: text),
          none: localized("The text hasn't changed. Press Tab to see it.")))
    case .unsaved(let text):
      return .rows(
        rows(
          EntryDiffRows(text: text),
          none: localized("It's the same as what is saved.")))
    case .sides(let text): return .pairs(PairedRows(text: text).rows(before, after))
    // Of what was deleted, nothing is to be taken over.
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

/// What came of the comparison that a screen shows, made once for as long as it is shown.
struct ComparedText: Sendable {
  private var shown: Comparison?
  private var made: (comparison: Comparison, outcome: Comparison.Outcome)?

  var outcome: Comparison.Outcome? { made?.comparison == shown ? made?.outcome : nil }

  /// The one that the screen waits for.
  var underWay: Comparison? { made?.comparison == shown ? nil : shown }

  /// Sets what is to be shown. What is short is there at once.
  mutating func show(_ comparison: Comparison?) {
    shown = comparison
    if let underWay, !underWay.isLong { take(underWay.outcome, of: underWay) }
  }

  mutating func take(_ outcome: Comparison.Outcome, of comparison: Comparison) {
    if comparison == shown { made = (comparison, outcome) }
  }
}

// MARK: - Commands

extension EditorState {
  /// The editor with both versions in one text; `nil` where they haven't been put into one.
  init?(merging comparison: Comparison, _ outcome: Comparison.Outcome, of entry: Entry) {
    guard case .fields(let fields) = outcome, let left = comparison.old else { return nil }
    self.init(merging: left, comparison.new, of: entry, fields: fields)
  }
}

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
