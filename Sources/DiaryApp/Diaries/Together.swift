import DiaryCore
import Localization
import TerminalUI

// Several diaries as one: what screens tell of where an entry is, and who wrote it.
extension ScreenContext {
  /// What all of them are called.
  static var togetherTitle: String { localized("Everything together") }

  /// Whether the first line of the journals shows all diaries as one: it does where there are others.
  var offersTogether: Bool { together != nil || !neighbors.isEmpty }

  /// The line for all entries is that for everything, where that is shown.
  var rowsBeforeJournals: Int { together == nil && offersTogether ? 2 : 1 }

  /// The diaries that something new may be put into, where there is a choice.
  var writableDiaries: [DiaryName] {
    guard let writable = together?.writable, writable.count > 1 else { return [] }
    return writable
  }
}

extension EntryOrigin {
  static let mark = "⇄"

  /// The diary, and the author if that is someone else: `⇄ Family · Mina`. Of what one has written into
  /// one's own diary there is nothing to tell.
  var brief: String? {
    let author = isOwn ? nil : self.author?.printable
    guard diary != .own || author != nil else { return nil }
    return words(author)
  }

  /// The diary and the author.
  var words: String { words(author?.printable) }

  private func words(_ author: String?) -> String {
    "\(Self.mark) " + [diary.title, author].compactMap(\.self).joined(separator: " · ")
  }

  /// For whoever hears it.
  var spoken: String? { brief.map { String($0.dropFirst(2)) } }

  /// Of a row's room, in columns.
  private static let widest = 22
  private static let narrowest = 8

  /// Draws the diary at the end of a row's room; where there is little of it, by its first letter. Returns
  /// what is left.
  func draw(in grid: inout Grid, _ room: Rect, _ theme: Theme) -> Rect {
    guard let brief else { return room }
    let columns = min(Self.widest, room.columns / 3)
    let words =
      columns < Self.narrowest
      ? Self.mark + diary.title.prefix(1) : TextWidth.cut(brief, columns: columns)
    let start = grid.draw(trailing: words, in: room, theme.dim)
    return room.inset(right: room.endColumn - start + 1)
  }
}
