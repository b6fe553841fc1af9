import DiaryCore

/// How it stands with a diary on disk.
extension DiskRepository {
  /// The files are counted first, off the actor: many take a while, and reads go on.
  @concurrent package nonisolated func status() async -> DiaryStatus {
    await status(of: StoreSize(of: layout))
  }

  private func status(of size: StoreSize) -> DiaryStatus {
    var status = DiaryStatus(path: layout.root, device: deviceFile.existingID)
    status.isFollowed = isFollowed
    if layout.isEncrypted { status.waiting = WaitingEntries(of: layout).count }
    let condition = StoreCondition(layout: layout)
    do throws(DiaryError) {
      try deviceFile.requireNotGone()
      try condition.requireReadable()
      status.limits = condition.limits
      if case .said(let format) = StoreFormat.state(of: layout) { status.format = format }
      (status.size, status.assets, status.attachments) = (
        size.bytes, size.assets, size.attachments
      )
      try catchUp()
      status.entries = follower.table.count
      status.trashed = try follower.trash().count
      let hasEntries = status.entries != 0 || status.trashed != 0
      status.saved = hasEntries ? follower.clock.time : nil
      if !hasEntries { try condition.requireReadableLines() }
      status.refused = refusedLines()
      if hasEntries, follower.records.owner == nil { try condition.requireOwner() }
      status.author = try existingOwner()
      try condition.requireWritable()
      try condition.requireUnlocked()
    } catch {
      status.problem = error
      if case .store(_, .newerFormat(let format)) = error { status.format = format }
    }
    return status
  }
}
