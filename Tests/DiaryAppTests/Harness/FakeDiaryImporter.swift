import DiaryApp
import DiaryCore
import Synchronization

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
