import DiaryCore
import Synchronization
import TerminalUI

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
