import DiaryApp
import DiaryCore
import TestSupport

/// An export that goes on when the test says so.
final class FakeExporter: DiaryExporting, @unchecked Sendable {
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
  @Locked private(set) var requests: [ExportRequest] = []

  init() {
    (steps, continuation) = AsyncStream.makeStream()
    (taken, tookOne) = AsyncStream.makeStream()
  }

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
    requests.append(request)
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

/// Answers an import as chosen by the test, and records the calls.
final class FakeDiaryImporter: DiaryImporting, @unchecked Sendable {
  @Locked private(set) var asked: [String] = []
  @Locked private var finding: ImportCandidate? = .diary(ImportPreview(format: "Day One"))
  @Locked private var result: Result<ImportResult?, DiaryError> = .success(nil)

  func find(_ finding: ImportCandidate?) { self.finding = finding }
  func end(with result: Result<ImportResult?, DiaryError>) { self.result = result }

  func read(
    _ path: String, updates: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportCandidate? {
    asked.append("read \(path)\(updates ? " with updates" : "")")
    return finding
  }

  func write(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportResult? {
    asked.append("write")
    return try result.get()
  }

  func forget() async { asked.append("forget") }
}
