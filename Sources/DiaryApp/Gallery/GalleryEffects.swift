import DiaryCore

extension Effect {
  /// Reads an entry for one of its photos, or as the only marked one.
  static func loadEntry(_ id: ID<Entry>, _ use: EntryUse) -> Effect {
    .read(id, use) { service async throws(DiaryError) in
      try await service.entry(id)
    } thenPerform: { state, entry in
      guard !entry.isTrashed else { return [] }
      switch (use, state.screens.front) {
      case (.marked(let command), nil) where state.marks.ids == [id]:
        return state.act(command, on: entry)
      case (.reading(let asset), is GalleryState):
        state.noteJump()
        ReaderState.open(entry, at: asset, in: &state)
      case (.viewing(let asset), is GalleryState):
        state.noteJump()
        let index = entry.photos.firstIndex { $0.asset == asset } ?? 0
        guard !entry.photos.isEmpty else { return [] }
        state.screens.push(ViewerState(entry, index: index, .diary))
      default: break
      }
      return []
    }
  }

  /// For the gallery.
  static func readPhotos(_ walk: PhotoWalk, ticket: Int) -> Effect {
    .read(walk, ticket) { service in
      do throws(DiaryError) {
        // Away from the main thread: there may be thousands.
        let (entries, isEnd) = try await walk.entries(in: service)
        let parts = entries.map(PhotoRoll.Part.init)
        return Message(parts, ticket, isEnd) { state in
          state.changeRoll { $0.take(parts, ticket, isEnd: isEnd) }
        }
      } catch {
        return .photosNotRead(error, ticket: ticket)
      }
    }
  }
}

extension Message {
  /// Nothing more is read until the next key or click in the gallery: it would fail again at once.
  static func photosNotRead(_ error: DiaryError, ticket: Int) -> Message {
    Message(error, ticket) { state in
      guard state.roll?.stopReading(ticket) == true else { return }
      if var gallery = state.screens.topmost(GalleryState.self) {
        (gallery.goesToEnd, gallery.wanted) = (false, nil)
        state.screens.put(gallery)
      }
      state.showError(error)
    }
  }
}
