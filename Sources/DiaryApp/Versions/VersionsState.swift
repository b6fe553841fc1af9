import DiaryCore
import TerminalUI

/// Versions of an entry that were made side by side, to be compared and made one: the one shown
/// at the left, and another one at the right.
package struct VersionsState: Sendable {
  package private(set) var entry: Entry
  /// `nil` until they have been read; the one shown first.
  package private(set) var versions: [Revision]?
  /// The one at the right.
  private(set) var other = 1
  /// Whether the right one is in view where there is room for one only.
  private(set) var isRightInFront = false
  var scroll = ScrollPosition()
  var reading = Reading.due
  /// The rows of both sides.
  var text = ComparedText()
  /// Both are being put together, to be edited then.
  var merging: Comparison?

  init(_ entry: Entry) { self.entry = entry }

  var left: Revision? { versions?.first }
  var right: Revision? { versions?.element(at: other) }
  var rows: [PairedRow] { if case .pairs(let rows) = text.outcome { rows } else { [] } }
  var isComparing: Bool { merging != nil || text.underWay != nil }

  mutating func take(_ entry: Entry, _ versions: [Revision]) {
    let old = right?.id
    self.entry = entry
    self.versions = versions
    merging = nil
    reading.end()
    other = max(1, versions.firstIndex { $0.id == old } ?? 1)
  }

  /// Goes on to the other side, where only one is in view, and to the next version.
  mutating func turn(isWide: Bool) {
    let count = versions?.count ?? 0
    if !isWide, !isRightInFront {
      isRightInFront = true
    } else if other + 1 < count {
      other += 1
    } else {
      other = 1
      isRightInFront = false
    }
  }

  /// What is to come of the two in view.
  func comparison(_ form: Comparison.Form) -> Comparison? {
    guard let left, let right else { return nil }
    return Comparison(old: left, new: right, form: form)
  }
}
