import DiaryCore
import TerminalUI

/// What screens tell of where an entry is, where several diaries are shown as one, and of who wrote it, where
/// several people write.
struct OriginWords: Hashable, Sendable {
  /// `nil` where one diary is open alone.
  private let diary: DiaryName?
  private let author: String?
  private let isOwn: Bool

  fileprivate init(_ origin: EntryOrigin) {
    (diary, author, isOwn) = (origin.diary, origin.author?.printable, origin.isOwn)
  }

  fileprivate init(author: String, isOwn: Bool) {
    (diary, self.author, self.isOwn) = (nil, author.printable, isOwn)
  }

  /// The diary and the author.
  var words: String { Self.words(diary, author) }

  /// The diary, and the author if that is someone else: `⇄ Family · Mina`. Of what one has written into
  /// one's own diary there is nothing to tell.
  var brief: String? {
    let author = isOwn ? nil : self.author
    guard diary.map({ $0 != .own }) == true || author != nil else { return nil }
    return Self.words(diary, author)
  }

  /// For whoever hears it.
  var spoken: String? { brief.map { diary == nil ? $0 : String($0.dropFirst(2)) } }

  private static func words(_ diary: DiaryName?, _ author: String?) -> String {
    let mark = diary == nil ? "" : "\(EntryOrigin.mark) "
    return mark + [diary?.title, author].compactMap(\.self).joined(separator: " · ")
  }

  /// Of a row's room, in columns.
  private static let widest = 22
  private static let narrowest = 8

  /// Draws it at the end of a row's room. Where there is little of it the author is left out, then the
  /// diary is told by its first letter. Returns what is left.
  func draw(in grid: inout Grid, _ room: Rect, _ theme: Theme) -> Rect {
    guard let brief else { return room }
    let start = grid.draw(
      trailing: shortened(brief, columns: min(Self.widest, room.columns / 3)), in: room, theme.dim)
    return room.inset(right: room.endColumn - start + 1)
  }

  private func shortened(_ brief: String, columns: Int) -> String {
    guard TextWidth.exceeds(brief, columns: columns) else { return brief }
    guard let diary else { return TextWidth.cut(brief, columns: max(columns, Self.narrowest)) }
    guard columns >= Self.narrowest else { return EntryOrigin.mark + diary.title.prefix(1) }
    let alone = Self.words(diary, nil)
    return TextWidth.exceeds(alone, columns: columns)
      ? TextWidth.cut(alone, columns: columns) : alone
  }
}

extension ScreenContext {
  /// What is told of where an entry is and who wrote it; `nil` where nobody else writes.
  func origin(of entry: Entry) -> OriginWords? {
    if let origin = entry.origin { return OriginWords(origin) }
    guard authorNames.count > 1, let name = authorNames[entry.author] else { return nil }
    return OriginWords(author: name, isOwn: entry.author == author)
  }
}
