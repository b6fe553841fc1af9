import DiaryCore
import Synchronization
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

// MARK: - Making pictures

/// A picture that a screen wants to show.
package struct PictureRequest: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A photo of the diary, and the file that holds it.
    case asset(AssetID, path: String)
    /// A file that a person looks at before adding it, and its state where that is known: once it
    /// has changed, its picture is another one.
    case file(String, FileState?)
    /// A map that is drawn rather than read.
    case map(MapPicture)

    /// `nil` for what is in no file.
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
  /// Whether the picture is a frame of a film. The names of files in an encrypted diary don't say that.
  package var isFilm = false
  /// The most cells it may take; it keeps its shape within them.
  package var size: Size
  package var form: Form
  /// The part of the photo that is shown.
  package var region = PictureRegion.whole
  /// A cell's width by its height.
  package var cellRatio = 0.5
  /// What shows through a transparent picture, as 0xRRGGBB; `nil` when it isn't known.
  package var background: UInt32?

  /// The picture drawn in characters.
  func inCells(_ colors: ColorDepth) -> PictureRequest {
    var request = self
    request.form = .cells(colors)
    return request
  }
}

/// Draws photos, and frames of films.
package protocol PictureMaking: Sendable {
  /// Whether there is a program that takes frames from films.
  var takesFrames: Bool { get }

  /// How long a film or a recording is, in milliseconds; `nil` when nobody can tell.
  func length(of attachment: Attachment, at path: String) async -> Int?

  /// Cancelled with its task when the screen no longer wants it. What is made ahead waits for
  /// what is in view, and may come into view itself meanwhile.
  func picture(
    _ request: PictureRequest, isAhead: @escaping @Sendable () -> Bool
  ) async -> Result<Picture, PictureProblem>
}

// MARK: - Drawing pictures

/// The pictures that are being drawn. Those that are ready are told together: a screen full of
/// them would else be shown anew for each.
@MainActor
final class PictureDrawing {
  private let pictures: any PictureMaking
  private let post: @Sendable (Message) -> Void
  /// By the number of their beginning, those too that nobody waits for any more.
  private var running: [Int: Task<Void, Never>] = [:]
  private var wanted: [PictureRequest: (number: Int, place: QueuePosition)] = [:]
  private var begun = 0
  private var made: [(PictureRequest, Result<Picture, PictureProblem>)] = []
  private var reporting: Task<Void, Never>?
  private var lastReport = ContinuousClock.now - pause

  /// Between two screens that differ in pictures alone: short enough to look alive.
  private static let pause = Duration.milliseconds(50)

  /// Where a picture belongs: the one who draws it asks while it waits for its turn.
  private final class QueuePosition: Sendable {
    let isAhead: Atomic<Bool>
    init(isAhead: Bool) { self.isAhead = Atomic(isAhead) }
  }

  init(_ pictures: any PictureMaking, post: @escaping @Sendable (Message) -> Void) {
    self.pictures = pictures
    self.post = post
  }

  /// Begins a picture, or lets one that was begun ahead go before others.
  func begin(_ request: PictureRequest, isAhead: Bool) {
    if let begun = wanted[request] {
      begun.place.isAhead.store(isAhead, ordering: .relaxed)
      return
    }
    // It is about to be told.
    if made.contains(where: { $0.0 == request }) { return }
    begun += 1
    let number = begun
    let place = QueuePosition(isAhead: isAhead)
    wanted[request] = (number, place)
    running[number] = Task { [pictures, weak self] in
      let result = await pictures.picture(
        request, isAhead: { place.isAhead.load(ordering: .relaxed) })
      self?.ended(number, request, result)
    }
  }

  func cancel(_ requests: [PictureRequest]) {
    for request in requests {
      if let begun = wanted.removeValue(forKey: request) { running[begun.number]?.cancel() }
    }
    made.removeAll { requests.contains($0.0) }
  }

  /// Ends them all and waits for that: none may keep what it has drawn where a folder has gone.
  func finish() async {
    cancel(Array(wanted.keys))
    for task in running.values { await task.value }
  }

  /// Waits until all are told.
  func idle() async {
    while let task = running.values.first ?? reporting { await task.value }
  }

  private func ended(
    _ number: Int, _ request: PictureRequest, _ result: Result<Picture, PictureProblem>
  ) {
    running[number] = nil
    // Who cancelled it may have asked for the same again.
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
      // Pictures that are made soon after one another are shown together.
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
  static func makePicture(_ request: PictureRequest, isAhead: Bool) -> Effect {
    .draw(request, isAhead) { $0.begin(request, isAhead: isAhead) }
  }

  static func cancelPictures(_ requests: [PictureRequest]) -> Effect {
    .draw(requests) { $0.cancel(requests) }
  }
}
