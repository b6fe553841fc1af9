import Localization

/// Records voice notes, one at a time: the port behind which the system's programs for that stand. What was
/// recorded is in a file of its own until it is kept in the diary, so that nothing is lost with this program.
package protocol SoundRecording: Sendable {
  func begin() async throws(RecordingError)

  /// Why the recording has ended by itself; `nil` while it goes on.
  func failure() async -> RecordingError?

  /// Ends it. Returns the file, which stays until it is removed.
  func finish() async throws(RecordingError) -> String

  /// Ends it and throws it away.
  func discard() async

  /// Removes the file of one that has been kept.
  func remove(_ path: String) async
}

package enum RecordingError: Error, Hashable, Sendable {
  case noProgram
  /// What the program said, or the system.
  case failed(String)

  package var line: String {
    switch self {
    case .noProgram:
      localized("To record sound, install arecord (alsa-utils) or pw-record (pipewire).")
    case .failed(let words):
      words.isEmpty
        ? localized("Couldn't record: nothing came from the microphone.")
        : localized("Couldn't record: \(words.printable)")
    }
  }
}
