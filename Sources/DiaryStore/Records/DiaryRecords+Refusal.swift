import DiaryCore

extension DiaryRecords {
  /// Why a line's revision isn't shown; `nil` where it is. `folder` is the device in whose folder it
  /// lies.
  func refusal(
    of revision: Revision, _ line: UnsafeRawBufferPointer, in folder: ID<Device>?
  ) -> LineRefusal? {
    guard isJudging else { return nil }
    if let refusal = people?.refusal(of: revision, line, in: folder) { return refusal }
    return refusal(ofLine: ChainLink(of: line)?.number, of: revision.device)
  }

  /// The same of a record.
  func refusal(of line: RecordLine, in folder: ID<Device>?) -> LineRefusal? {
    guard isJudging else { return nil }
    if let refusal = people?.refusal(of: line, in: folder) { return refusal }
    let refusal = refusal(ofLine: line.number, of: line.device)
    // What a device is called is known whether its lines count or not.
    return refusal?.reason == .unproved && line.record.device != nil ? nil : refusal
  }

  private func refusal(ofLine number: Int?, of device: ID<Device>) -> LineRefusal? {
    if isAfterRemoval(device, number) { return LineRefusal(device, .removed) }
    return unproved.contains(device) ? LineRefusal(device, .unproved) : nil
  }

  /// What a line removes for good, as far as its device may; `nil` for any other record.
  func removal(by line: RecordLine) -> RemovalRecord? {
    guard case .removal(let removal) = line.record,
      refusal(ofLine: line.number, of: line.device) == nil
    else { return nil }
    guard let people else { return removal }
    return people.allowed(removal, by: line)
  }
}
