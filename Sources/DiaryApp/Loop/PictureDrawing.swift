import DiaryCore
import TerminalUI

/// The pictures that are being drawn. Those that are ready are told together: a screen full of
/// them would else be shown anew for each.
@MainActor
final class PictureDrawing {
  private let pictures: any PictureMaking
  private let post: @Sendable (Message) -> Void
  private var tasks: [PictureRequest: Task<Void, Never>] = [:]
  private var made: [(PictureRequest, Result<Picture, PictureProblem>)] = []
  private var telling: Task<Void, Never>?
  private var lastTold = ContinuousClock.now - pause

  /// Between two screens that differ in pictures alone: short enough to look alive.
  private static let pause = Duration.milliseconds(50)

  init(_ pictures: any PictureMaking, post: @escaping @Sendable (Message) -> Void) {
    self.pictures = pictures
    self.post = post
  }

  func begin(_ request: PictureRequest, isAhead: Bool) {
    tasks[request] = Task { [pictures, weak self] in
      let result = await pictures.picture(request, isAhead: isAhead)
      // Who cancelled it may have asked for the same again.
      guard !Task.isCancelled, let self else { return }
      tasks[request] = nil
      made.append((request, result))
      tellSoon()
    }
  }

  func cancel(_ requests: [PictureRequest]) {
    for request in requests { tasks.removeValue(forKey: request)?.cancel() }
    made.removeAll { requests.contains($0.0) }
  }

  func cancelAll() { cancel(Array(tasks.keys)) }

  private func tellSoon() {
    guard telling == nil else { return }
    let due = lastTold + Self.pause
    guard due > .now else { return tell() }
    telling = Task { [weak self] in
      try? await Task.sleep(until: due)
      self?.tell()
    }
  }

  private func tell() {
    telling = nil
    lastTold = .now
    defer { made = [] }
    if !made.isEmpty { post(.picturesMade(made)) }
  }
}
