import DiaryCore

extension DiaryRecords {
  /// Why a line's revision isn't shown, or is on this machine alone; `nil` where all show it. `folder` is
  /// the device in whose folder it lies.
  func refusal(
    of revision: Revision, _ line: UnsafeRawBufferPointer, in folder: ID<Device>?
  ) -> LineRefusal? {
    guard isJudging else { return nil }
    return here(
      people?.refusal(of: revision, line, in: folder)
        ?? refusal(ofLine: ChainLink(of: line)?.number, of: revision.device))
  }

  private func here(_ refusal: LineRefusal?) -> LineRefusal? {
    refusal.map { isOwn($0.device) ? $0.onItsMachine : $0 }
  }

  /// The same of a record.
  func refusal(of line: RecordLine, in folder: ID<Device>?) -> LineRefusal? {
    guard isJudging else { return nil }
    let refusal =
      people?.refusal(of: line, in: folder) ?? refusal(ofLine: line.number, of: line.device)
    if line.record.comment != nil { return here(refusal) }
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
