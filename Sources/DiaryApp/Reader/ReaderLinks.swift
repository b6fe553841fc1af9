import DiaryCore
import TerminalUI
import Text

/// The links to an entry that the reader shows below it, the newest entry first.
struct Backlinks: Hashable, Sendable {
  /// The most links to show, so that laying them out doesn't delay keys.
  static let most = 50

  var links: [DiaryLink] = []
  /// `true` if there are older ones, too.
  var hasMore = false
}

extension ReaderState {
  package mutating func diaryChanged() { backlinks.reload() }

  /// Shows the links that were read. The focused one stays focused.
  fileprivate mutating func receive(_ links: Backlinks, _ requestID: Int) {
    guard backlinks.receive(links, requestID), links != document.backlinks else { return }
    if case .backlink(let index) = target {
      let source = document.backlinks.links.element(at: index)?.source.id
      wanted = links.links.firstIndex { $0.source.id == source }.map { .backlink($0) }
      focus = nil
    }
    document.backlinks = links
  }
}

// MARK: - LinkEffects

extension Effect {
  static func loadBacklinks(to entry: Entry, requestID: Int) -> Effect {
    .read(entry.id, requestID) { service in
      let links = try await service.links(to: entry, limit: Backlinks.most + 1)
      return Backlinks(
        links: Array(links.prefix(Backlinks.most)), hasMore: links.count > Backlinks.most)
    } then: { (state, links: Backlinks) in
      state.screens.update(ReaderState.self) { $0.receive(links, requestID) }
    }
  }

  /// Opens an entry over the one that links to it or that it links to.
  static func open(_ id: ID<Entry>, from reader: ID<Entry>) -> Effect {
    .read(id, reader) { service in
      try await service.entry(id)
    } then: { state, entry in
      guard state.screens.front(as: ReaderState.self)?.entry.id == reader else { return }
      state.recordJump()
      state.screens.push(ReaderState(entry))
    }
  }

  /// Opens the entry or the day that `[[name]]` refers to, over the entry with the link.
  static func followLink(_ name: String, from id: ID<Entry>) -> Effect {
    .read(name, id) { service in
      let target = try await service.target(ofLink: name)
      let entries: [Entry] =
        switch target {
        case .entry(let linked): [try await service.entry(linked.id)]
        case .day(let day): try await service.entries(EntryQuery(.on(day), limit: 2))
        case .trashed, .missing: []
        }
      return (target, entries)
    } then: { (state, found: (target: LinkTarget, entries: [Entry])) in
      guard state.screens.front(as: ReaderState.self)?.entry.id == id else { return }
      let title = TextWidth.cut(EntryLink.parts(of: name).title.printable, columns: 40)
      switch found.target {
      case .day(let day) where found.entries.isEmpty:
        state.toast = localized("No entries on \(DateText.long(day)).")
      case .day(let day) where found.entries.count > 1:
        state.recordJump()
        var calendar = CalendarState(day)
        calendar.request(found.entries.first?.id)
        state.screens.push(calendar)
      case .entry, .day:
        guard let entry = found.entries.first else { return }
        state.recordJump()
        state.screens.push(ReaderState(entry))
      case .trashed: state.toast = localized("“\(title)” is in the trash.")
      case .missing: state.toast = localized("Entry “\(title)” not found.")
      }
    }
  }

  /// Rewrites the links to an entry whose title has changed. Undoing the change does so again, so
  /// this isn't a step of undo itself.
  static func renameLinks(to entry: Entry, from old: EntryFields) -> Effect {
    .write(entry.id, old) { context in
      .linksRenamed(try await context.service.renameLinks(to: entry, from: old))
    } failed: {
      .failed($0)
    }
  }
}

extension LocalChange {
  /// The effect that follows if the change has renamed its only entry.
  var linkRenaming: [Effect] {
    guard let change = changes.first, change.kind == .updated || change.kind == .hidden,
      let old = step.parts.first?.target.fields.first,
      old.displayTitle != change.entry.fields.displayTitle
    else { return [] }
    return [.renameLinks(to: change.entry, from: old)]
  }
}

extension Message {
  fileprivate static func linksRenamed(_ links: RenamedLinks) -> Message {
    Message(links) { state in
      let journals = state.hiddenJournals ?? .none
      // Steps of undo refer to the entries as they are now.
      state.undo.rename(
        Dictionary(
          links.changes.compactMap { change in
            guard let old = change.before.heads.first, let new = change.after.heads.first else {
              return nil
            }
            return (old, new)
          }, uniquingKeysWith: { first, _ in first }))
      for change in links.changes {
        state.apply(DiaryChange(.updated, change.after).hiding(journals), rank: nil)
        state.historyChanged(of: change.after.id)
      }
      if !links.changes.isEmpty {
        state.reloadLists()
        state.feed?.reload()
      }
      let lines = links.lines
      if !lines.isEmpty { state.toast = lines.joined(separator: " ") }
    }
  }
}

extension RenamedLinks {
  /// The most titles of other authors' entries to name.
  private static let mostTitles = 3
  private static let titleColumns = 24

  /// Describes the adjusted links, and names the entries of other authors, for people; empty if
  /// there is nothing to report.
  package var lines: [String] {
    var lines: [String] = []
    if count > 0 { lines.append(localized("Renamed the links in \(CountText.entries(count)).")) }
    if !refused.isEmpty {
      let names = refused.prefix(Self.mostTitles)
        .map { "“\(TextWidth.cut($0, columns: Self.titleColumns))”" }.joined(separator: ", ")
      let others = refused.count - Self.mostTitles
      lines.append(
        others > 0
          ? localized("Others' entries still have the old title: \(names) and \(others) more.")
          : localized("Others' entries still have the old title: \(names)."))
    }
    return lines
  }
}
