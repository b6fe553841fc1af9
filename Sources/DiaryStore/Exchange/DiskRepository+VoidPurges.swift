import DiaryCore

/// What a device removed for good after it had been removed itself. That doesn't count; but machines that
/// didn't know of it then have lost those lines.
extension DiskRepository {
  /// A version of an entry that some machines have lost.
  private struct LostVersion {
    let revision: Revision
    let number: Int
  }

  /// Saves once more what such machines have lost and this one has, so that all have it again. Done again,
  /// it changes nothing.
  package func saveVoidlyPurged() async throws(DiaryError) {
    try catchUp()
    guard !follower.records.removedDevices.isEmpty else { return }
    let lock = try await storeLock()
    try catchUp()
    let purges = try voidPurges()
    guard !purges.isEmpty else { return }
    let entries = try lostVersions(purges).map { version in
      var entry = version.revision.entry
      entry.heads = [version.revision.id]
      return entry
    }
    guard !entries.isEmpty else { return }
    let log = deviceLog
    let known = follower.known
    let signer = try log.signer(known)
    var batch = log.batch(signer, after: follower.clock)
    batch.add(try log.openingRecords(signer, known.records))
    batch.add(entries)
    let part = try log.append(batch, signer, known)
    _ = consume lock
    // It is saved whatever comes of that; what is lacking here is read again.
    if (try? follower.append(part)) == nil { follower.forget() }
  }

  private func voidPurges() throws(DiaryError) -> [ID<Entry>: [RemovalRecord]] {
    let records = follower.records
    var purges: [ID<Entry>: [RemovalRecord]] = [:]
    let reader = LogReader(layout: layout)
    let logs = try reader.logsByDevice()
    for (name, _) in records.removedDevices.keys.flatMap({ logs[$0] ?? [] }) {
      try reader.forEachLine(of: name) { line in
        guard RecordLine.isOne(line.bytes), let told = RecordLine(line.bytes),
          case .removal(let removal) = told.record, records.isAfterRemoval(told.device, told.number)
        else { return }
        for entry in removal.entries { purges[entry, default: []].append(removal) }
      }
    }
    return purges
  }

  /// The versions of entries that those who followed a purge haven't.
  private func lostVersions(
    _ purges: [ID<Entry>: [RemovalRecord]]
  ) throws(DiaryError) -> [LostVersion] {
    let records = follower.records
    var versions: [ID<Revision>: LostVersion] = [:]
    var replaced: Set<ID<Revision>> = []
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() {
      let folder = StoreLayout.device(ofLog: name)
      try reader.forEachLine(of: name) { line in
        guard let entry = LineCheck.entry(of: line.bytes), purges[entry] != nil,
          let revision = RevisionLine.decode(line.bytes),
          records.refusal(of: revision, line.bytes, in: folder) == nil
        else { return }
        replaced.formUnion(revision.parents)
        versions[revision.id] = LostVersion(
          revision: revision, number: ChainLink(of: line.bytes)?.number ?? 0)
      }
    }
    return versions.values.filter { version in
      !replaced.contains(version.revision.id)
        && purges[version.revision.entry.id]?.contains { purge in
          version.number <= purge.seen[version.revision.device]?.last?.number ?? -1
        } == true
    }.sorted { ($0.revision.clock, $0.revision.id) < ($1.revision.clock, $1.revision.id) }
  }
}
