import DiaryCore

/// Something that a repair did, or had to leave. Files by their paths within the store.
package enum RepairAction: Hashable, Sendable {
  /// Damaged lines were moved out of a log, to that file.
  case linesSetAside(log: String, count: Int, to: String)
  /// It was noted that lines which were saved are missing, so that it isn't told any more.
  case lossNoted(log: String)
  /// The last line lacked nothing but its end.
  case lineEnded(log: String)
  /// The log of another device has damaged lines: only that device may write there.
  case otherDevice(log: String)
  case fileSetAside(String, to: String)
  case temporaryRemoved(String)
  case indexRebuilt
  /// Who the author is was found in the entries.
  case ownerRebuilt(Author)
  case formatWritten
  /// A photo that nothing refers to is gone, of that many bytes.
  case orphanRemoved(String, bytes: Int)
  case orphanKept(String, KeptBecause)

  /// Why a photo that no entry refers to stays.
  package enum KeptBecause: Hashable, Sendable {
    case young
    case inDraft
    /// Its name stands in a line that can't be read, or in what was set aside.
    case inUnreadable
  }
}
