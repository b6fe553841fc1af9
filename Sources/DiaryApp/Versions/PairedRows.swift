import DiaryCore
import TerminalUI

/// A row of two texts side by side.
package struct PairedRow: Sendable {
  var left: MarkedRow
  var right: MarkedRow

  static let empty = PairedRow(left: .empty, right: .empty)
}

/// Two versions of an entry in rows that stand beside each other: lines that both have are on one
/// level.
struct PairedRows {
  let text: MarkedText

  func rows(_ left: EntryFields, _ right: EntryFields) -> [PairedRow] {
    let diff = EntryDiff(from: left, to: right)
    let old = EntryDiffRows(text: text, hidden: .added)
    let new = EntryDiffRows(text: text, hidden: .removed)
    var rows = zip(old.head(diff), new.head(diff)).flatMap(paired)
    rows.append(.empty)

    var content: [PairedRow] = []
    var isChanged: [Bool] = []
    for segment in MarkedText.segments(of: diff.content.pieces) {
      content += paired(
        text.rows(ofSegment: segment.filter { $0.kind != .added }),
        text.rows(ofSegment: segment.filter { $0.kind != .removed }))
      let hasChanges = segment.contains { $0.kind != .same }
      isChanged += Array(repeating: hasChanges, count: content.count - isChanged.count)
    }
    rows += Folding.folded(content, isChanged: isChanged) { words in
      PairedRow(left: MarkedRow(words, .dim), right: MarkedRow(words, .dim))
    }

    let photos = zip(old.photos(diff.photos), new.photos(diff.photos)).flatMap(paired)
    if !photos.isEmpty { rows += [.empty] + photos }
    let attachments = paired(old.attachments(diff.attachments), new.attachments(diff.attachments))
    return attachments.isEmpty ? rows : rows + [.empty] + attachments
  }

  private func paired(_ left: [MarkedRow], _ right: [MarkedRow]) -> [PairedRow] {
    (0..<max(left.count, right.count)).map { index in
      PairedRow(
        left: index < left.count ? left[index] : .empty,
        right: index < right.count ? right[index] : .empty)
    }
  }
}
