import DiaryCore
import Localization

extension Effect {
  /// Finds the nearest entry with photos.
  static func findNeighbor(_ walk: PhotoWalk, requestID: Int) -> Effect {
    .read(walk, requestID) { service in
      await Result.of { () async throws(DiaryError) in
        try await walk.entries(in: service).entries.first
      }
    } then: { state, result in
      for var viewer in state.screens.all(ViewerState.self) {
        guard case .asked(requestID) = viewer[walk.direction] else { continue }
        let isAwaited = viewer.pending == walk.direction
        if isAwaited { viewer.pending = nil }
        switch result {
        case .success(let next):
          viewer[walk.direction] = next.map { .known($0) } ?? .none
          if isAwaited { viewer.go(walk.direction, in: &state.context) }
          state.screens.put(viewer)
        case .failure(let error):
          viewer[walk.direction] = .failed
          state.screens.put(viewer)
          if isAwaited { return state.context.showError(error) }
        }
      }
    }
  }

  static func readDetails(_ photo: Photo) -> Effect {
    .run(photo) { context in
      let facts = await context.environment.photoActions.facts(
        ofPhotoAt: context.service.file(of: photo))
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
      return await Result.of { () async throws(PhotoActionError) in
        try await context.fetched(file)
        try await context.environment.photoActions.open(file, at: path)
      }
    } then: { state, result in
      state.toast = nil
      // It may have been fetched for this.
      state.context.sync.isStale = true
      switch result {
      case .success: state.toast = localized("Opened a copy in the desktop's viewer.")
      case .failure(let failure): state.context.showError(failure.line)
      }
    }
  }

  /// One copy after the other.
  static func copyOut(_ request: PhotoCopyRequest, requestID: Int) -> Effect {
    .telling(request, requestID, in: .queue("copy")) { context in
      let result = await Result.of { () async throws(PhotoActionError) in
        try await context.fetched(request.photo.named)
        return try await context.environment.photoActions.copy(
          request, at: context.service.file(of: request.photo))
      }
      context.post(.copiedOut(result, requestID: requestID))
    }
  }
}

extension Message {
  /// A copy that failed gives the dialog back, so that another folder can be named.
  static func copiedOut(_ result: Result<String, PhotoActionError>, requestID: Int) -> Message {
    Message(result, requestID) { state in
      switch result {
      case .success(let path):
        state.screens.removeAll(CopyOutState.self) { $0.requestID == requestID }
        state.context.sync.isStale = true
        state.toast = localized("Copied to \(path.printable).")
      case .failure(let failure):
        state.screens.update(CopyOutState.self) {
          if $0.requestID == requestID { $0.requestID = nil }
        }
        state.context.showError(failure.line)
      }
    }
  }
}
