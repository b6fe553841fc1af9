import DiaryCore
import TerminalUI
import Text

// The other diaries appear below the journals. Opening another diary, or all together, restarts the
// program, so that no data of one diary remains in another.
extension AppState {
  /// Leaves the open diary and opens another.
  fileprivate mutating func open(_ opening: DiaryOpening) -> [Effect] {
    self.opening = opening
    return leave(evenUnsaved: false)
  }
}

extension OtherDiary {
  /// The diary's name for display.
  var title: String { DiaryName(name).title }
}

extension Effect {
  /// Loads the other diaries and their status.
  static let loadNeighbors = Effect.posting(in: .latest("neighbors")) { context in
    guard let directory = context.environment.diaries else { return }
    let others = await directory.others()
    if !Task.isCancelled { context.post(.neighborsLoaded(others)) }
  }

  static func open(_ opening: DiaryOpening) -> Effect { .update { $0.open(opening) } }
}

extension Message {
  fileprivate static func neighborsLoaded(_ loaded: [OtherDiary]) -> Message {
    Message(loaded) { state in
      let old = state.rowsBeforeJournals
      state.neighbors = loaded
      let shift = state.rowsBeforeJournals - old
      state.screens.update(JournalsState.self) { [context = state] screen in
        guard screen.isCounted else { return }
        screen.choice.select(screen.choice.selected + shift, count: screen.rowCount(in: context))
      }
    }
  }
}

// Several diaries shown as one.
extension AppState {
  /// The title of all diaries together.
  static var combinedTitle: String { localized("All diaries together") }

  /// True if the journals screen has a row for all diaries together, which requires other diaries.
  var offersCombined: Bool { combined != nil || !neighbors.isEmpty }

  /// The number of rows before the journals. When all diaries are shown together, one row is both
  /// for all of them and for all entries.
  var rowsBeforeJournals: Int { combined == nil && offersCombined ? 2 : 1 }

  /// The diaries that a new entry can be put into, or none if there is no choice.
  var writableDiaries: [DiaryName] {
    guard let writable = combined?.writable, writable.count > 1 else { return [] }
    return writable
  }
}

extension EntryOrigin {
  static let mark = "⇄"
}

/// An entry's diary, if several are shown together, and its author, if several people write.
struct OriginText: Hashable, Sendable {
  /// The diary, or `nil` if only one is open.
  private let diary: DiaryName?
  private let author: String?
  private let isByUser: Bool

  fileprivate init(_ origin: EntryOrigin) {
    (diary, author, isByUser) = (origin.diary, origin.author?.printable, origin.isOwn)
  }

  fileprivate init(author: String, isByUser: Bool) {
    (diary, self.author, self.isByUser) = (nil, author.printable, isByUser)
  }

  /// The diary and the author.
  var words: String { Self.words(diary, author) }

  /// The diary, and the author unless it is the user: `⇄ Family · Mina`. It is `nil` for the user's
  /// entries in their default diary.
  var brief: String? {
    let author = isByUser ? nil : self.author
    guard diary.map({ $0 != .personal }) == true || author != nil else { return nil }
    return Self.words(diary, author)
  }

  /// The text for screen readers.
  var spoken: String? { brief.map { diary == nil ? $0 : String($0.dropFirst(2)) } }

  private static func words(_ diary: DiaryName?, _ author: String?) -> String {
    let mark = diary == nil ? "" : "\(EntryOrigin.mark) "
    return mark + [diary?.title, author].compactMap(\.self).joined(separator: " · ")
  }

  /// The limits of the text's width in a row, in columns.
  private static let widest = 22
  private static let narrowest = 8

  /// Draws the text at the end of a row, and returns the remaining area. In narrow rows the author
  /// is left out, and then the diary is shortened to its first letter.
  func draw(in grid: inout Grid, _ space: Rect, _ theme: Theme) -> Rect {
    guard let brief else { return space }
    let start = grid.draw(
      trailing: shortened(brief, columns: min(Self.widest, space.columns / 3)), in: space, theme.dim
    )
    return space.inset(right: space.endColumn - start + 1)
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

extension AppState {
  /// Returns an entry's diary and author, or `nil` if the user is the only author.
  func origin(of entry: Entry) -> OriginText? {
    if let origin = entry.origin { return OriginText(origin) }
    guard authorNames.count > 1, let name = authorNames[entry.author] else { return nil }
    return OriginText(author: name, isByUser: entry.author == author)
  }
}

// MARK: - Effects

// An entry is moved to another diary as a new entry. Its history stays in the old diary, where the
// members of the other can't see it.
extension Effect {
  /// Copies an entry into another diary, and asks whether to move the original to the trash.
  static func copy(_ id: ID<Entry>, to diary: DiaryName) -> Effect {
    .write(id, diary) { context in
      let entry = try await context.service.entry(id)
      guard entry.origin?.diary != diary else {
        return Message(diary) { state in
          state.toast = localized("“\(entry.displayTitle)” is already in \(diary.title).").printable
        }
      }
      // The copy needs all files on this machine.
      let missing = await context.service.fetch(Set(entry.files)).missing
      if let file = entry.namedFiles.first(where: { missing.contains($0.file) }) {
        throw DiaryError.photo(path: file.name, .assetMissing)
      }
      return await context.added(
        try await context.service.add(entry.fields, to: diary), copyOf: entry)
    }
  }
}

extension Entry {
  fileprivate var namedFiles: [NamedFile] { photos.map(\.named) + attachments.map(\.named) }
}

extension ConfirmState {
  /// A confirmation to move the copied entry to the trash.
  static func trash(_ entry: Entry, copiedTo diary: DiaryName) -> Self {
    ConfirmState(
      title: localized("Copied to \(diary.title)"), no: localized("Keep both"),
      yes: localized("Move to trash"), effects: [.change(.one(entry.id), .delete)]
    ) { app in
      app.headline(entry.displayTitle) + [localized("Move the old entry to the trash?")]
    }
  }
}

// MARK: - Effects

// News from others is loaded after the first frame and whenever changes arrive from elsewhere.
extension AppState {
  mutating func pendingNews() -> [Effect] {
    guard newsIsStale else { return [] }
    newsIsStale = false
    return supportsNews ? [.loadNews] : []
  }
}

extension Effect {
  static let loadNews = Effect.posting(in: .latest("news")) { context in
    guard let news = await context.environment.news?.unread(), !Task.isCancelled else { return }
    context.post(.newsLoaded(news))
  }

  /// Marks an entry and its comments as read.
  static func markRead(_ entry: ID<Entry>) -> Effect {
    .posting(entry, in: .queue("readNews")) { context in
      guard let keeper = context.environment.news else { return }
      await keeper.markRead(entry)
      context.post(.newsLoaded(await keeper.unread()))
    }
  }

  /// Marks all news of these diaries as read.
  static func markAllRead(_ scope: NewsScope) -> Effect {
    .run(scope, in: .queue("readNews")) { context in
      try await context.environment.news?.markAllRead(scope)
      return await context.environment.news?.unread() ?? []
    } thenPerform: { state, news in
      state.news = news
      state.toast =
        switch scope {
        case .open: localized("Marked everything here as read.")
        case .diary(let name):
          localized("Marked everything in “\(name.printable)” as read.")
        case .all: localized("Marked everything as read.")
        }
      return [.loadNeighbors]
    }
  }

  /// Turns desktop notifications for another diary on or off.
  static func toggleNotifications(of diary: String) -> Effect {
    .run(diary, in: .queue("readNews")) { context in
      try await context.environment.news?.toggleNotifications(of: diary)
    } thenPerform: { state, isNotified in
      guard let isNotified else { return [] }
      let name = diary.printable
      state.toast =
        isNotified
        ? localized(
          "Desktop notifications are on for “\(name)”, with each timed sync.")
        : localized("Desktop notifications are off for “\(name)”.")
      return [.loadNeighbors]
    }
  }
}

extension Message {
  static func newsLoaded(_ news: [DiaryNews]) -> Message {
    Message(news) { $0.news = news }
  }
}

/// The unread news from others in the list's title bar.
enum NewsBadge {
  /// Returns the texts, longest form first: `Mina wrote 2 in Family`, `2 new`. Empty if everything
  /// is read.
  static func forms(_ app: AppState) -> [String] {
    let total = app.news.reduce(0) { $0 + $1.total }
    guard total > 0 else { return [] }
    let short = CountText.new(total)
    guard app.news.count == 1, let news = app.news.first else { return [short] }
    return [text(of: news), short]
  }

  /// Returns the text for screen readers.
  static func spoken(_ app: AppState) -> String? { forms(app).first }

  private static func text(of news: DiaryNews) -> String {
    let count = CountText.grouped(news.total)
    let name = news.counts.count == 1 ? news.counts[0].name.printable : nil
    return switch (name, news.diary?.printable) {
    case (let name?, let diary?): localized("\(name) wrote \(count) in \(diary)")
    case (let name?, nil): localized("\(name) wrote \(count)")
    case (nil, let diary?): localized("\(count) new in \(diary)")
    case (nil, nil): CountText.new(news.total)
    }
  }
}
