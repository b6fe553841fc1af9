import DiaryCore
import Localization
import TerminalUI

extension Effect {
  /// Reads the entry that stands that many places further.
  static func turnPage(from order: EntrySortKey, by count: Int) -> Effect {
    .read(order, count) { service async throws(DiaryError) in
      let rank = try await service.rank(of: order) + count
      guard rank >= 0 else { return (nil, 0) }
      return (try await service.entries(EntryQuery(offset: rank, limit: 1)).first, rank)
    } then: { (state, turned: (Entry?, Int)) in
      // Another one may be being read by now.
      guard let reader = state.screens.front(as: ReaderState.self), reader.entry.order == order,
        let next = turned.0
      else { return }
      state.screens.replaceFront(with: ReaderState(next))
      guard !state.screens.contains(where: \.leavesList) else { return }
      state.context.leaveStrip()
      state.list.select(turned.1)
    }
  }

  /// In the desktop's browser.
  static func openAddress(_ address: String) -> Effect {
    .run(address) { context in
      await Result.of { () async throws(PhotoActionError) in
        try await context.environment.photoActions.open(address: address)
      }
    } then: { state, result in
      state.toast =
        switch result {
        case .success: localized("Opened in your browser.")
        case .failure(.noViewer): localized("Couldn't open a browser: install xdg-open or gio.")
        case .failure: localized("Couldn't open a browser: there is no browser or no desktop.")
        }
    }
  }

  /// Reads the entry that `[[name]]` leads to, over the one that has the link.
  static func followLink(_ name: String, from id: ID<Entry>) -> Effect {
    .read(name, id) { service async throws(DiaryError) in
      try await EntryLink.entry(name, in: service)
    } then: { state, entry in
      guard state.screens.front(as: ReaderState.self)?.entry.id == id else { return }
      guard let entry, !entry.isTrashed else {
        let title = EntryLink.parts(of: name).title.printable
        state.toast = localized("Entry “\(TextWidth.cut(title, columns: 40))” not found.")
        return
      }
      state.recordJump()
      state.screens.push(ReaderState(entry))
    }
  }

  /// Looks for matches in a long text, and goes on from where that has come to.
  static func findInText(_ search: MatchSearch) -> Effect {
    .run(search) { _ in
      search.found
    } thenPerform: { state, walk in
      guard var reader = state.screens.front(as: ReaderState.self),
        reader.find?.requestID == search.requestID
      else { return [] }
      reader.find?.requestID = nil
      let effects = reader.goToMatch(on: walk, &state.context)
      state.screens.replaceFront(with: reader)
      return effects
    }
  }
}
