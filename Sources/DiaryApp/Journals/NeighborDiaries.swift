import DiaryCore
import Localization
import TerminalUI

// The diaries beside the open one stand below its journals. Another one, or all as one, is opened by the
// program beginning anew with it: nothing of the one stays in the other.
extension AppState {
  /// Leaves what is open for something else.
  fileprivate mutating func open(_ opening: DiaryOpening) -> [Effect] {
    self.opening = opening
    return leave(evenUnsaved: false)
  }
}

extension NeighborDiary {
  /// What it is called on a screen.
  var title: String { DiaryName(name).title }
}

extension Effect {
  /// Asks which diaries there are beside this one, and how it stands with them.
  static let loadNeighbors = Effect.telling(in: .latest("neighbors")) { context in
    guard let directory = context.environment.diaries else { return }
    let others = await directory.others()
    if !Task.isCancelled { context.post(.neighborsLoaded(others)) }
  }

  static func open(_ opening: DiaryOpening) -> Effect { .update { $0.open(opening) } }
}

extension Message {
  fileprivate static func neighborsLoaded(_ loaded: [NeighborDiary]) -> Message {
    Message(loaded) { state in
      let old = state.context.rowsBeforeJournals
      state.neighbors = loaded
      let shift = state.context.rowsBeforeJournals - old
      state.screens.update(JournalsState.self) { [context = state.context] screen in
        guard screen.isCounted else { return }
        screen.choice.select(screen.choice.selected + shift, count: screen.rowCount(in: context))
      }
    }
  }
}

// Several diaries as one, and what there is to choose among them.
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
}

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

// MARK: - Effects

// An entry is moved to another diary as a new one there: what was written stays with its own history, and
// whoever shares the other diary sees none of that.
extension Effect {
  /// Copies an entry into a diary, and asks whether the old one is to go to the trash.
  static func copy(_ id: ID<Entry>, to diary: DiaryName) -> Effect {
    .write(id, diary) { context async throws(DiaryError) in
      let entry = try await context.service.entry(id)
      guard entry.origin?.diary != diary else {
        return Message(diary) { state in
          state.toast = localized("“\(entry.displayTitle)” is in \(diary.title) already.").printable
        }
      }
      // All of it has to be here to be copied.
      let missing = await context.service.fetch(Set(entry.files)).missing
      if let file = entry.namedFiles.first(where: { missing.contains($0.file) }) {
        throw .photo(path: file.name, .gone)
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
  /// Whether the entry that was copied is to go.
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

// What others have written is looked for after the first frame and after what comes from elsewhere.
extension AppState {
  mutating func pendingNews() -> [Effect] {
    guard context.newsIsStale else { return [] }
    context.newsIsStale = false
    return context.tellsNews ? [.loadNews] : []
  }
}

extension Effect {
  static let loadNews = Effect.telling(in: .latest("news")) { context in
    guard let news = await context.environment.news?.unread(), !Task.isCancelled else { return }
    context.post(.newsLoaded(news))
  }

  /// An entry has been read, and what is said under it.
  static func markRead(_ entry: ID<Entry>) -> Effect {
    .telling(entry, in: .queue("readNews")) { context in
      guard let keeper = context.environment.news else { return }
      await keeper.markRead(entry)
      context.post(.newsLoaded(await keeper.unread()))
    }
  }

  /// Nothing of some diaries is new any more.
  static func markAllRead(_ scope: NewsScope) -> Effect {
    .run(scope, in: .queue("readNews")) { context async throws(DiaryError) in
      try await context.environment.news?.markAllRead(scope)
      return await context.environment.news?.unread() ?? []
    } thenPerform: { state, news in
      state.context.news = news
      state.toast =
        switch scope {
        case .open: localized("All that others wrote here is marked as read.")
        case .diary(let name):
          localized("All that others wrote in “\(name.printable)” is marked as read.")
        case .all: localized("All that others wrote is marked as read.")
        }
      return [.loadNeighbors]
    }
  }

  /// Has the desktop tell of another diary, or no longer.
  static func switchNotifications(of diary: String) -> Effect {
    .run(diary, in: .queue("readNews")) { context throws(DiaryError) in
      try await context.environment.news?.switchNotifications(of: diary)
    } thenPerform: { state, isNotified in
      guard let isNotified else { return [] }
      let name = diary.printable
      state.toast =
        isNotified
        ? localized(
          "The desktop tells what others write in “\(name)”, with each sync of the timer.")
        : localized("The desktop no longer tells what others write in “\(name)”.")
      return [.loadNeighbors]
    }
  }
}

extension Message {
  static func newsLoaded(_ news: [DiaryNews]) -> Message {
    Message(news) { $0.context.news = news }
  }
}

/// What the list's title bar tells of what others have written and isn't read yet.
enum NewsSign {
  /// `Mina wrote 2 in Family`, `2 new`: the longest form first. None where all is read.
  static func forms(_ app: ScreenContext) -> [String] {
    let total = app.news.reduce(0) { $0 + $1.total }
    guard total > 0 else { return [] }
    let short = CountWords.new(total)
    guard app.news.count == 1, let news = app.news.first else { return [short] }
    return [words(of: news), short]
  }

  /// For those who have it read to them.
  static func spoken(_ app: ScreenContext) -> String? { forms(app).first }

  private static func words(of news: DiaryNews) -> String {
    let count = CountWords.grouped(news.total)
    let name = news.counts.count == 1 ? news.counts[0].name.printable : nil
    return switch (name, news.diary?.printable) {
    case (let name?, let diary?): localized("\(name) wrote \(count) in \(diary)")
    case (let name?, nil): localized("\(name) wrote \(count)")
    case (nil, let diary?): localized("\(count) new in \(diary)")
    case (nil, nil): CountWords.new(news.total)
    }
  }
}
