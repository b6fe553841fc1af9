import DiaryApp
import DiaryCore
import Synchronization
import TestSupport

/// Proposes what the test says, and adds entries as it is told to.
final class FakePhotoImporter: PhotoImporting {
  private struct State {
    var proposal: Result<PhotoProposal?, DiaryError> = .success(PhotoProposal(groups: []))
    var failure: DiaryError?
    var refused: [PhotoIssue] = []
    var folders: [String] = []
    var written: [[PhotoGroup]] = []
  }

  private let service: DiaryService
  private let state = Mutex(State())

  init(_ service: DiaryService) { self.service = service }

  var folders: [String] { state.withLock { $0.folders } }
  var written: [[PhotoGroup]] { state.withLock { $0.written } }

  func propose(_ proposal: Result<PhotoProposal?, DiaryError>) {
    state.withLock { $0.proposal = proposal }
  }
  /// Writing from now on fails after the first entry.
  func fail(with failure: DiaryError) { state.withLock { $0.failure = failure } }
  func refuse(_ refused: [PhotoIssue]) { state.withLock { $0.refused = refused } }

  func proposal(
    for folder: String, grouping: PhotoGrouping,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoProposal? {
    let proposal = state.withLock { state in
      state.folders.append(folder)
      return state.proposal
    }
    progress(Progress(.searching, 1, of: 2))
    return try proposal.get()
  }

  func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoImportOutcome {
    let (failure, refused) = state.withLock { state in
      state.written.append(groups)
      return (state.failure, state.refused)
    }
    var outcome = PhotoImportOutcome()
    outcome.failure = failure
    // As when the disk is full after the first of them.
    for group in failure == nil ? groups[...] : groups.prefix(1) {
      var photos: [Photo] = []
      for photo in group.photos { photos.append(try await service.addPhoto(at: photo.path).photo) }
      var fields = EntryFields(date: group.date, title: group.title, photos: photos)
      fields.details.place = group.place
      outcome.entries.append(try await service.add(fields))
      outcome.photos += photos.count
    }
    outcome.refused = refused
    return outcome
  }
}
