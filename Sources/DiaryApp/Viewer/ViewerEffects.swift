import DiaryCore
import Words

extension Effect {
  /// Finds the nearest entry with photos.
  static func findNeighbor(_ walk: PhotoWalk, ticket: Int) -> Effect {
    .read(walk, ticket) { service in
      await Result.of { () async throws(DiaryError) in
        try await walk.entries(in: service).entries.first
      }
    } then: { state, result in
      for var viewer in state.screens.all(ViewerState.self) {
        guard case .asked(ticket) = viewer[walk.direction] else { continue }
        let isAwaited = viewer.pending == walk.direction
        if isAwaited { viewer.pending = nil }
        switch result {
        case .success(let next):
          viewer[walk.direction] = next.map { .known($0) } ?? .none
          if isAwaited { viewer.go(walk.direction, in: &state) }
          state.screens.put(viewer)
        case .failure(let error):
          viewer[walk.direction] = .failed
          state.screens.put(viewer)
          if isAwaited { return state.showError(error) }
        }
      }
    }
  }

  static func readDetails(_ photo: Photo) -> Effect {
    .run(photo) { context in
      let facts = await context.environment.desk.facts(ofPhotoAt: context.service.file(of: photo))
      return PhotoFileDetails(asset: photo.asset, facts: facts)
    } then: { state, details in
      state.screens.update(ViewerState.self) { viewer in
        if viewer.readsDetails == details.asset { viewer.readsDetails = nil }
        if viewer.photo?.asset == details.asset { viewer.details = details }
      }
    }
  }

  static func openOutside(_ file: NamedFile) -> Effect {
    .run(file) { context in
      let path = context.service.path(of: file.file)
      return await Result.of { () async throws(PhotoDeskFault) in
        try await context.environment.desk.open(file, at: path)
      }
    } then: { state, result in
      state.toast = nil
      switch result {
      case .success: state.toast = localized("Opened a copy in the desktop's viewer.")
      case .failure(let fault): state.showFault(fault)
      }
    }
  }

  /// One copy after the other.
  static func copyOut(_ request: PhotoCopyRequest, ticket: Int) -> Effect {
    .telling(request, ticket, in: .queue("copy")) { context in
      let result = await Result.of { () async throws(PhotoDeskFault) in
        try await context.environment.desk.copy(request)
      }
      context.post(.copiedOut(result, ticket: ticket))
    }
  }
}

extension Message {
  /// A copy that failed gives the dialog back, so that another folder can be named.
  static func copiedOut(_ result: Result<String, PhotoDeskFault>, ticket: Int) -> Message {
    Message(result, ticket) { state in
      switch result {
      case .success(let path):
        state.screens.removeAll(CopyOutState.self) { $0.ticket == ticket }
        state.toast = localized("Copied to \(path.printable).")
      case .failure(let fault):
        state.screens.update(CopyOutState.self) { if $0.ticket == ticket { $0.ticket = nil } }
        state.showFault(fault)
      }
    }
  }
}

extension AppState {
  fileprivate mutating func showFault(_ fault: PhotoDeskFault) {
    screens.push(NoticeState(title: localized("Couldn't do that"), lines: [fault.line]))
  }
}
