import DiaryCore
import Synchronization
import TerminalUI

/// The pictures that a screen needs.
package struct WantedPictures: Equatable {
  /// The pictures visible now.
  var inView: [PictureRequest] = []
  /// The pictures that the next key may show.
  var ahead: [PictureRequest] = []

  mutating func add(_ other: WantedPictures) {
    inView += other.inView
    ahead += other.ahead
  }
}

/// The pictures requested by screens, with their results. It works out which ones to request and
/// which to cancel.
package struct PictureStore: Sendable {
  enum Slot: Sendable {
    case pending
    case made(Picture)
    case failed(PictureProblem)
  }

  private struct StoredPicture {
    var slot: Slot
    /// Indicates that it was requested before it became visible.
    var isPrefetch: Bool
    /// The number of the update that last requested it.
    var lastWanted: Int
  }

  private var places: [PictureRequest: StoredPicture] = [:]
  private var pending: Set<PictureRequest> = []
  private var failed: Set<PictureRequest> = []
  private var wanted = WantedPictures()
  private var updates = 0
  /// The approximate size of all pictures, in bytes.
  private var size = 0
  private static let capacity = 48 << 20

  subscript(request: PictureRequest) -> Slot? { places[request]?.slot }

  mutating func put(_ result: Result<Picture, PictureProblem>, for request: PictureRequest) {
    guard pending.remove(request) != nil else { return }
    switch result {
    case .success(let picture):
      places[request]?.slot = .made(picture)
      size += picture.size
    case .failure(let problem):
      places[request]?.slot = .failed(problem)
      failed.insert(request)
    }
  }

  /// Records the pictures needed now. Returns those to request, including running ones that became
  /// visible, and those to cancel.
  mutating func request(
    _ wanted: WantedPictures
  ) -> (missing: WantedPictures, stale: [PictureRequest]) {
    if wanted == self.wanted { return (WantedPictures(), []) }
    self.wanted = wanted
    updates += 1
    let missing = WantedPictures(
      inView: wanted.inView.filter { record($0, isPrefetch: false) },
      ahead: wanted.ahead.filter { record($0, isPrefetch: true) })
    let stale = pending.filter { places[$0]?.lastWanted != updates }
    for request in stale { forget(request) }
    forgetFailures()
    evictUnused()
    return (missing, Array(stale))
  }

  /// Returns `true` if it must be requested.
  private mutating func record(_ request: PictureRequest, isPrefetch: Bool) -> Bool {
    guard let place = places[request] else {
      places[request] = StoredPicture(slot: .pending, isPrefetch: isPrefetch, lastWanted: updates)
      pending.insert(request)
      return true
    }
    places[request]?.lastWanted = updates
    guard place.isPrefetch, !isPrefetch else { return false }
    places[request]?.isPrefetch = false
    if case .pending = place.slot { return true }
    return false
  }

  /// Removes failed pictures that may succeed later, so that they are tried again when visible:
  /// files that were being copied, photos that were missing. An asset's bytes never change.
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

  /// Removes the pictures unused for the longest time, but none that is needed now.
  private mutating func evictUnused() {
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
  }
}

extension Picture {
  /// The size in bytes.
  fileprivate var size: Int {
    switch self {
    case .cells(let picture): picture.cells.count * MemoryLayout<Cell>.stride
    case .pixels(let picture): picture.bytes.count
    }
  }
}

// MARK: - Making pictures

/// A request for a picture.
package struct PictureRequest: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A photo of the diary and the path of its file.
    case asset(AssetID, path: String)
    /// A file that is being previewed, and its state if known: after a change it has another
    /// picture.
    case file(String, FileState?)
    /// A map, which is drawn rather than read.
    case map(MapPicture)

    /// The path of the file; `nil` for a map.
    package var path: String? {
      switch self {
      case .asset(_, let path), .file(let path, _): path
      case .map: nil
      }
    }
  }

  package enum Form: Hashable, Sendable {
    case cells(ColorDepth)
    case pixels(PixelGraphics)
  }

  package var source: Source
  /// Indicates a frame of a video: in an encrypted diary, file names don't show that.
  package var isVideo = false
  /// The maximal size in cells. The aspect ratio is kept.
  package var size: Size
  package var form: Form
  /// The part of the photo that is shown.
  package var region = PictureRegion.whole
  /// A cell's width divided by its height.
  package var cellRatio = 0.5
  /// The background of a transparent picture as 0xRRGGBB; `nil` if unknown.
  package var background: UInt32?

  /// Returns the request for the picture in characters.
  func inCells(_ colors: ColorDepth) -> PictureRequest {
    var request = self
    request.form = .cells(colors)
    return request
  }
}

/// Draws photos and frames of videos.
package protocol PictureMaking: Sendable {
  /// Indicates that a program for extracting video frames is installed.
  var canExtractFrames: Bool { get }

  /// Returns the duration of a video or recording in milliseconds; `nil` if unknown.
  func length(of attachment: Attachment, at path: String) async -> Int?

  /// Draws a picture. It is cancelled with its task. Pictures made ahead wait for visible ones;
  /// `isPrefetch` is called again while waiting, because a picture may become visible.
  func picture(
    _ request: PictureRequest, isPrefetch: @escaping @Sendable () -> Bool
  ) async -> Result<Picture, PictureProblem>
}

// MARK: - Drawing pictures

/// Runs the drawing of pictures. Results that are ready are posted together, so that the screen
/// isn't drawn for each.
@MainActor
final class PictureDrawing {
  private let pictures: any PictureMaking
  private let post: @Sendable (Message) -> Void
  /// The running tasks by number, including those no longer needed.
  private var running: [Int: Task<Void, Never>] = [:]
  private var wanted: [PictureRequest: (number: Int, place: QueuePosition)] = [:]
  private var begun = 0
  private var made: [(PictureRequest, Result<Picture, PictureProblem>)] = []
  private var reporting: Task<Void, Never>?
  private var lastReport = ContinuousClock.now - pause

  /// The shortest time between two updates of the screen with pictures.
  private static let pause = Duration.milliseconds(50)

  /// A picture's priority, read by its drawing task while it waits.
  private final class QueuePosition: Sendable {
    let isPrefetch: Atomic<Bool>
    init(isPrefetch: Bool) { self.isPrefetch = Atomic(isPrefetch) }
  }

  init(_ pictures: any PictureMaking, post: @escaping @Sendable (Message) -> Void) {
    self.pictures = pictures
    self.post = post
  }

  /// Starts a picture, or changes the priority of a running one.
  func begin(_ request: PictureRequest, isPrefetch: Bool) {
    if let begun = wanted[request] {
      begun.place.isPrefetch.store(isPrefetch, ordering: .relaxed)
      return
    }
    // The result is about to be posted.
    if made.contains(where: { $0.0 == request }) { return }
    begun += 1
    let number = begun
    let place = QueuePosition(isPrefetch: isPrefetch)
    wanted[request] = (number, place)
    running[number] = Task { [pictures, weak self] in
      let result = await pictures.picture(
        request, isPrefetch: { place.isPrefetch.load(ordering: .relaxed) })
      self?.ended(number, request, result)
    }
  }

  func cancel(_ requests: [PictureRequest]) {
    for request in requests {
      if let begun = wanted.removeValue(forKey: request) { running[begun.number]?.cancel() }
    }
    made.removeAll { requests.contains($0.0) }
  }

  /// Cancels all pictures and waits for their ends, so that none writes to the cache afterwards.
  func finish() async {
    cancel(Array(wanted.keys))
    for task in running.values { await task.value }
  }

  /// Waits until all results are posted.
  func idle() async {
    while let task = running.values.first ?? reporting { await task.value }
  }

  private func ended(
    _ number: Int, _ request: PictureRequest, _ result: Result<Picture, PictureProblem>
  ) {
    running[number] = nil
    // It may have been requested again after its cancellation.
    guard wanted[request]?.number == number else { return }
    wanted[request] = nil
    made.append((request, result))
    reportSoon()
  }

  private func reportSoon() {
    guard reporting == nil else { return }
    let due = lastReport + Self.pause
    guard due > .now else { return report() }
    reporting = Task { [weak self] in
      // Combine pictures that are ready within a short time.
      try? await Task.sleep(until: due)
      self?.report()
    }
  }

  private func report() {
    reporting = nil
    lastReport = .now
    defer { made = [] }
    guard !made.isEmpty else { return }
    let made = made
    post(
      Message(made, function: "picturesMade(_:)") { state in
        for (request, result) in made { state.pictures.put(result, for: request) }
      })
  }
}

extension Effect {
  static func makePicture(_ request: PictureRequest, isPrefetch: Bool) -> Effect {
    .draw(request, isPrefetch) { $0.begin(request, isPrefetch: isPrefetch) }
  }

  static func cancelPictures(_ requests: [PictureRequest]) -> Effect {
    .draw(requests) { $0.cancel(requests) }
  }
}
