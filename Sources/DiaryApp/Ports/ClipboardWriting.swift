/// Why a text isn't in the desktop's clipboard.
package enum CopyFault: Hashable, Sendable {
  /// Neither wl-copy nor xclip nor xsel is installed.
  case noProgram
  /// No desktop is named by the surroundings.
  case noDesktop
  /// The program failed or took too long.
  case failed
}

/// Puts text into the desktop's clipboard.
package protocol ClipboardWriting: Sendable {
  /// What is put there stays when the diary ends. `nil` when it is there.
  func put(_ text: String) async -> CopyFault?
}
