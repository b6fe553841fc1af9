import DiaryCore
import Synchronization
import TestSupport

/// Records nothing, and notes what it was asked for.
final class FakeRecorder: SoundRecording {
  private struct Notes {
    var asked: [String] = []
    var failure: RecordingError?
  }

  private let notes = Mutex(Notes())

  var asked: [String] { notes.withLock { $0.asked } }

  /// It can't begin, or has ended by itself.
  func fail(with failure: RecordingError?) { notes.withLock { $0.failure = failure } }

  func begin() async throws(RecordingError) {
    note("begin")
    if let failure = await failure() { throw failure }
  }

  func failure() async -> RecordingError? { notes.withLock { $0.failure } }

  func finish() async throws(RecordingError) -> String {
    note("finish")
    return "/tmp/voice.opus"
  }

  func discard() async { note("discard") }
  func remove(_ path: String) async { note("remove") }

  private func note(_ word: String) { notes.withLock { $0.asked.append(word) } }
}
