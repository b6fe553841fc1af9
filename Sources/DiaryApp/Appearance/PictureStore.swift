import DiaryCore
import TerminalUI

/// What a screen wants of pictures.
package struct WantedPictures: Equatable {
  /// Those that belong on the screen as it is.
  var inView: [PictureRequest] = []
  /// Those that the next key may bring into view.
  var ahead: [PictureRequest] = []

  mutating func add(_ other: WantedPictures) {
    inView += other.inView
    ahead += other.ahead
  }
}

/// The pictures that screens have asked for, and what has become of them.
package struct PictureStore: Sendable {
  enum Slot: Sendable {
    case pending
    case made(Picture)
    case failed(PictureProblem)
  }

  private struct StoredPicture {
    var slot: Slot
    /// Whether it was asked for before it came into view.
    var isAhead: Bool
    /// When it was last wanted, in updates.
    var lastWanted: Int
  }

  private var places: [PictureRequest: StoredPicture] = [:]
  private var requests: [UInt32: PictureRequest] = [:]
  private var pending: Set<PictureRequest> = []
  private var failed: Set<PictureRequest> = []
  private var wanted = WantedPictures()
  private var updates = 0
  /// Of all pictures on it, about, in bytes.
  private var size = 0
  private static let capacity = 48 << 20

  subscript(request: PictureRequest) -> Slot? { places[request]?.slot }

  /// What was asked for when a picture was made; `nil` when it has left the shelf.
  func request(of picture: PixelPicture) -> PictureRequest? { requests[picture.id] }

  mutating func put(_ result: Result<Picture, PictureProblem>, for request: PictureRequest) {
    guard pending.remove(request) != nil else { return }
    switch result {
    case .success(let picture):
      places[request]?.slot = .made(picture)
      size += picture.size
      if case .pixels(let pixels) = picture { requests[pixels.id] = request }
    case .failure(let problem):
      places[request]?.slot = .failed(problem)
      failed.insert(request)
    }
  }

  /// Notes what the screen wants now. Returns what has to be made, with what is being made ahead
  /// and has come into view, and what is being made that nobody looks at any more.
  mutating func request(
    _ wanted: WantedPictures
  ) -> (missing: WantedPictures, stale: [PictureRequest]) {
    if wanted == self.wanted { return (WantedPictures(), []) }
    self.wanted = wanted
    updates += 1
    let missing = WantedPictures(
      inView: wanted.inView.filter { record($0, isAhead: false) },
      ahead: wanted.ahead.filter { record($0, isAhead: true) })
    let stale = pending.filter { places[$0]?.lastWanted != updates }
    for request in stale { forget(request) }
    forgetFailures()
    makeRoom()
    return (missing, Array(stale))
  }

  /// Whether it has to be asked for.
  private mutating func record(_ request: PictureRequest, isAhead: Bool) -> Bool {
    guard let place = places[request] else {
      places[request] = StoredPicture(slot: .pending, isAhead: isAhead, lastWanted: updates)
      pending.insert(request)
      return true
    }
    places[request]?.lastWanted = updates
    guard place.isAhead, !isAhead else { return false }
    places[request]?.isAhead = false
    if case .pending = place.slot { return true }
    return false
  }

  /// What may have been mended since is tried again when it comes back into view: a file that was
  /// still being copied, a photo that was missing. An asset's bytes never change.
  private mutating func forgetFailures() {
    for request in failed {
      guard let place = places[request], place.lastWanted < updates,
        case .failed(let problem) = place.slot
      else { continue }
      switch (request.source, problem) {
      case (.file, _), (_, .missing), (_, .unavailable): forget(request)
      default: break
      }
    }
  }

  /// Takes away what was wanted longest ago, and never what is wanted now.
  private mutating func makeRoom() {
    guard size > Self.capacity else { return }
    let idle = places.filter { $0.value.lastWanted < updates }
      .sorted { $0.value.lastWanted < $1.value.lastWanted }
    for (request, _) in idle where size > Self.capacity { forget(request) }
  }

  private mutating func forget(_ request: PictureRequest) {
    pending.remove(request)
    failed.remove(request)
    guard case .made(let picture) = places.removeValue(forKey: request)?.slot else { return }
    size -= picture.size
    if case .pixels(let pixels) = picture { requests[pixels.id] = nil }
  }
}

extension Picture {
  /// In bytes.
  fileprivate var size: Int {
    switch self {
    case .cells(let picture): picture.cells.count * MemoryLayout<Cell>.stride
    case .pixels(let picture): picture.bytes.count
    }
  }
}
