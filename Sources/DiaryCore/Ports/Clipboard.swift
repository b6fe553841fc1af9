/// What the desktop's clipboard holds.
package enum ClipboardContent: Hashable, Sendable {
  /// A photo, in a file that stays until it is discarded.
  case photo(path: String)
  case text(String)
  case nothing(ClipboardError)
}

/// What a clipboard without a photo and text has to say.
package enum ClipboardError: Hashable, Sendable {
  /// Neither wl-paste nor xclip is installed.
  case noProgram
  /// No desktop is named by the surroundings.
  case noDesktop
  case empty
  /// The program said nothing of what there is: as it does without a desktop, or with nothing in the
  /// clipboard.
  case noAnswer
  /// The photo is larger than is taken.
  case tooLarge
  /// The program failed or took too long.
  case failed
}

/// Reads the desktop's clipboard.
package protocol ClipboardReading: Sendable {
  /// Ends soon once the task is cancelled; what it gives then is of no use but to be discarded.
  func content() async -> ClipboardContent
  /// Removes the file of a photo that was read.
  func discard(photoAt path: String) async
}

/// Why a text isn't in the desktop's clipboard.
package enum CopyError: Hashable, Sendable {
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
  func put(_ text: String) async -> CopyError?
}
