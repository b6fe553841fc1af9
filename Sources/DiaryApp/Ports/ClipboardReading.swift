import DiaryCore

/// What the desktop's clipboard holds.
package enum ClipboardContent: Hashable, Sendable {
  /// A photo, in a file that stays until it is discarded.
  case photo(path: String)
  case text(String)
  case nothing(ClipboardFault)
}

/// Reads the desktop's clipboard.
package protocol ClipboardReading: Sendable {
  /// Ends soon once the task is cancelled; what it gives then is of no use but to be discarded.
  func content() async -> ClipboardContent
  /// Removes the file of a photo that was read.
  func discard(photoAt path: String) async
}
