import DiaryCore

extension DiaryRecords {
  /// Why a line's revision isn't shown; `nil` where it is. `folder` is the device in whose folder it
  /// lies.
  func refusal(
    of revision: Revision, _ line: UnsafeRawBufferPointer, in folder: ID<Device>?
  ) -> LineRefusal? {
    guard isJudging else { return nil }
    if let refusal = people?.refusal(of: revision, line, in: folder) { return refusal }
    return isAfterRemoval(revision.device, ChainLink(of: line)?.number)
      ? LineRefusal(revision.device, .removed) : nil
  }
}
