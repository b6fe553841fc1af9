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

  /// The same of a record.
  func refusal(of line: RecordLine, in folder: ID<Device>?) -> LineRefusal? {
    guard isJudging else { return nil }
    if let refusal = people?.refusal(of: line, in: folder) { return refusal }
    return isAfterRemoval(line.device, line.number) ? LineRefusal(line.device, .removed) : nil
  }

  /// What a line removes for good, as far as its device may; `nil` for any other record.
  func removal(by line: RecordLine) -> RemovalRecord? {
    guard case .removal(let removal) = line.record, !isAfterRemoval(line.device, line.number) else {
      return nil
    }
    guard let people else { return removal }
    return people.allowed(removal, by: line)
  }
}
