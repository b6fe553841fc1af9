import DiaryCore
import Localization
import System

/// Records a voice note at the shell.
enum VoiceNote {
  /// In milliseconds.
  private static let tick = 500

  /// Records until Enter is pressed, or until the person or the system ends the program, which keeps what was
  /// recorded. Returns its file.
  static func record(by recorder: SoundRecorder) async throws -> String {
    let signals = ThisProgram.catchEndings()
    do throws(RecordingError) {
      try await recorder.begin()
    } catch {
      throw CommandError(error.line)
    }
    let isTerminal = Descriptor.standardError.isTerminal
    let start = SystemClock.milliseconds
    while true {
      if isTerminal {
        let clock = LengthWords.clock(milliseconds: SystemClock.milliseconds - start)
        put("\r● \(localized("Recording \(clock)"))  \(localized("Enter ends it"))\u{1B}[K")
      }
      let wishes = [
        signals.map { Readiness.Wish.readable($0) } ?? .nothing,
        StandardInput.isTerminal ? .readable(.standardInput) : .nothing,
      ]
      let ready = (try? Readiness.wait(for: wishes, milliseconds: tick)) ?? [false, false]
      if ready.contains(true) { break }
      if await recorder.failure() != nil { break }
    }
    if isTerminal { put("\r\u{1B}[K") }
    do throws(RecordingError) {
      return try await recorder.finish()
    } catch {
      throw CommandError(error.line)
    }
  }

  private static func put(_ text: String) {
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
