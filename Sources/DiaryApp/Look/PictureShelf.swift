import DiaryCore
import TerminalUI

/// The pictures that screens have asked for, and what has become of them.
package struct PictureShelf: Sendable {
  enum Slot: Sendable {
    case pending
    case made(CellPicture)
    case failed(PictureProblem)
  }

  private var slots: [PictureRequest: Slot] = [:]
  /// The latest last.
  private var order: [PictureRequest] = []
  private static let capacity = 48

  subscript(request: PictureRequest) -> Slot? { slots[request] }

  mutating func put(_ result: Result<CellPicture, PictureProblem>, for request: PictureRequest) {
    guard slots[request] != nil else { return }
    switch result {
    case .success(let picture): slots[request] = .made(picture)
    case .failure(let problem): slots[request] = .failed(problem)
    }
  }

  /// Notes what the screen wants now. Returns what has to be made, and what is being made that
  /// nobody looks at any more.
  mutating func want(
    _ requests: [PictureRequest]
  ) -> (missing: [PictureRequest], stale: [PictureRequest]) {
    var missing: [PictureRequest] = []
    for request in requests {
      order.removeAll { $0 == request }
      order.append(request)
      if slots[request] == nil {
        slots[request] = .pending
        missing.append(request)
      }
    }
    let stale = order.filter { request in
      guard case .pending = slots[request] else { return false }
      return !requests.contains(request)
    }
    for request in stale { forget(request) }
    while order.count > Self.capacity { forget(order[0]) }
    return (missing, stale)
  }

  private mutating func forget(_ request: PictureRequest) {
    slots[request] = nil
    order.removeAll { $0 == request }
  }
}
