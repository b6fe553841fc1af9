import DiaryApp
import DiaryCore
import Synchronization
import TestSupport

/// An export that goes on when the test says so.
final class FakeExporter: DiaryExporting {
  enum Step: Sendable {
    case stage(Progress)
    case end(ExportOutcome)
    case fail(DiaryError)
  }

  private let steps: AsyncStream<Step>
  private let continuation: AsyncStream<Step>.Continuation
  /// A step for each that was taken.
  private let taken: AsyncStream<Void>
  private let tookOne: AsyncStream<Void>.Continuation
  private let asked = Mutex<[ExportRequest]>([])

  init() {
    (steps, continuation) = AsyncStream.makeStream()
    (taken, tookOne) = AsyncStream.makeStream()
  }

  var requests: [ExportRequest] { asked.withLock { $0 } }

  /// Returns when the export has gone on.
  func go(on step: Step) async {
    continuation.yield(step)
    for await _ in taken { return }
  }

  func size(of entries: [ID<Entry>]?) async throws(DiaryError) -> ExportSize? {
    var size = ExportSize()
    size.entries = entries?.count ?? 5
    size.photos = 1
    size.bytes = 3_200_000
    return size
  }

  func export(
    _ request: ExportRequest, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ExportOutcome? {
    asked.withLock { $0.append(request) }
    for await step in steps {
      defer { tookOne.yield() }
      switch step {
      case .stage(let stage): progress(stage)
      case .end(let outcome): return outcome
      case .fail(let error): throw error
      }
    }
    // Cancelled.
    return nil
  }
}

/// Answers an import as a test says, and notes what it was asked for.
final class FakeDiaryImporter: DiaryImporting {
  private struct Notes {
    var asked: [String] = []
    var finding: ImportCandidate? = .diary(ImportPreview(format: "Day One"))
    var result: Result<ImportResult?, DiaryError> = .success(nil)
  }

  private let notes = Mutex(Notes())

  /// Paths that were read, with what was asked of updates, writes and what was let go of.
  var asked: [String] { notes.withLock { $0.asked } }

  func find(_ finding: ImportCandidate?) { notes.withLock { $0.finding = finding } }
  func end(with result: Result<ImportResult?, DiaryError>) {
    notes.withLock { $0.result = result }
  }

  func read(
    _ path: String, updates: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportCandidate? {
    notes.withLock {
      $0.asked.append("read \(path)\(updates ? " with updates" : "")")
      return $0.finding
    }
  }

  func write(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportResult? {
    try notes.withLock {
      $0.asked.append("write")
      return $0.result
    }.get()
  }

  func forget() async { notes.withLock { $0.asked.append("forget") } }
}
