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
        return state.context.act(command, on: entry)
      case (.reading(let asset), is GalleryState):
        state.recordJump()
        ReaderState.open(entry, at: asset, in: &state.context)
      case (.viewing(let asset), is GalleryState):
        state.recordJump()
        let index = entry.pictures.firstIndex { $0.asset == asset } ?? 0
        guard !entry.pictures.isEmpty else { return [] }
        state.screens.push(ViewerState(entry: entry, index: index, scope: .diary))
      default: break
      }
      return []
    }
  }

  /// For the gallery.
  static func readPhotos(_ walk: PhotoWalk, requestID: Int) -> Effect {
    .read(walk, requestID) { service in
      do throws(DiaryError) {
        // Away from the main thread: there may be thousands.
        let (entries, isEnd) = try await walk.entries(in: service)
        let parts = entries.map(PhotoFeed.Part.init)
        return Message(parts, requestID, isEnd) { state in
          GalleryState.changeFeed(in: &state) { $0.take(parts, requestID, isEnd: isEnd) }
        }
      } catch {
        return .photosNotRead(error, requestID: requestID)
      }
    }
  }
}

extension Message {
  /// Nothing more is read until the next key or click in the gallery: it would fail again at once.
  static func photosNotRead(_ error: DiaryError, requestID: Int) -> Message {
    Message(error, requestID) { state in
      guard state.feed?.stopReading(requestID) == true else { return }
      state.screens.update(GalleryState.self) { ($0.goesToEnd, $0.wanted) = (false, nil) }
      state.context.showError(error)
    }
  }
}
