import DiaryCore

/// Brings another program's diary: reads it into a plan, and writes that in one save, so that a
/// diary has all of it or, when it fails or is stopped, nothing.
package struct DiaryImporter: Sendable {
  /// Entries that are looked for in the diary together.
  private static let lookBatch = 500

  private let service: DiaryService
  private let localOffset: @Sendable (Int64) -> Int

  /// `localOffset` as for `JSONImporter`.
  package init(into service: DiaryService, localOffset: @escaping @Sendable (Int64) -> Int) {
    self.service = service
    self.localOffset = localOffset
  }

  // MARK: Reading

  /// Reads all of an input that a reader knows. `nil` when the task was cancelled. With `updates`,
  /// what has changed there since it was imported is brought, unless it was changed here too.
  package func plan(
    of input: ImportInput, updates: Bool = false, progress: (ImportStage) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportPlan? {
    var plan = ImportPlan(input)
    // Whose they are is settled when they are written: to look makes nobody the diary's owner.
    let defaults = EntryDraft.Defaults(author: AuthorID(""), localOffset: localOffset)
    guard var reader = input.reader(defaults) else { return plan }
    var seen: Set<ID<Entry>> = []
    var batch: [ReadEntry] = []
    var count = 0
    while let item = try reader.next() {
      if Task.isCancelled { return nil }
      switch item {
      case .note(let note): plan.notes.append(note)
      case .entry(let read):
        count += 1
        if seen.insert(read.entry.id).inserted {
          batch.append(read)
        } else {
          plan.alreadyThere += 1
        }
      }
      guard batch.count >= Self.lookBatch else { continue }
      try await compare(batch, input.format, updates: updates, &plan)
      batch = []
      progress(.reading(entries: count))
    }
    try await compare(batch, input.format, updates: updates, &plan)
    return Task.isCancelled ? nil : plan
  }

  private func compare(
    _ batch: [ReadEntry], _ format: ImportFormat, updates: Bool, _ plan: inout ImportPlan
  ) async throws(DiaryError) {
    let author = try await service.knownIdentity()?.id
    var known: [ID<Entry>: Entry] = [:]
    for entry in try await service.entries(ids: batch.map(\.entry.id)) { known[entry.id] = entry }
    for var read in batch {
      let mark = ImportMark(read, format: format)
      // Our own entries come as they were.
      if !read.isOwn { read.entry.unknownMembers.append(mark.member) }
      guard let current = known[read.entry.id] else {
        try plan.bring(read)
        continue
      }
      guard let modified = Self.modified(read, mark, since: current) else {
        plan.alreadyThere += 1
        continue
      }
      guard updates else {
        plan.alreadyThere += 1
        plan.notes.append(ImportNote(read.place, .changedThere))
        continue
      }
      let isAsImported =
        current.modified == modified && !current.isTrashed && current.heads.count == 1
      if isAsImported && current.author == author {
        try plan.bring(read, inPlaceOf: current)
      } else {
        plan.alreadyThere += 1
        plan.notes.append(ImportNote(read.place, .editedHere))
      }
    }
  }

  /// When the entry of the diary was last changed by an import or before an export, if what is read
  /// isn't what came then; else `nil`.
  private static func modified(
    _ read: ReadEntry, _ mark: ImportMark, since current: Entry
  ) -> Timestamp? {
    if read.isOwn { return read.isSame(as: current) ? nil : read.entry.modified }
    guard let earlier = ImportMark(of: current), earlier.format == mark.format,
      earlier.digest != mark.digest
    else { return nil }
    return earlier.modified
  }

  // MARK: Writing

  /// Brings a plan. When the task is cancelled or the diary can't save, it is as before.
  package func write(
    _ plan: ImportPlan, progress: @escaping @Sendable (ImportStage) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportOutcome {
    var outcome = ImportOutcome()
    guard !plan.isEmpty else {
      try await service.settle()
      return outcome
    }
    let assets = try await service.assetBatch()
    do throws(DiaryError) {
      guard
        let files = try await BroughtFiles.bring(
          plan, to: assets, of: service, progress: progress)
      else {
        await assets.discard()
        outcome.wasCancelled = true
        return outcome
      }
      try await assets.keep(files.assets)
      let drafts = CompletedDrafts(
        of: plan, with: files, by: try await service.identity().id, progress: progress)
      guard let saved = try await service.takeImported(drafts) else {
        await assets.discard()
        outcome.wasCancelled = true
        return outcome
      }
      outcome.saved = saved
      outcome.notes = drafts.notes
      outcome.photos = files.photos.values.count { (try? $0.get()) != nil }
      outcome.attachments = files.attachments.values.count { (try? $0.get()) != nil }
    } catch {
      await assets.discard()
      throw error
    }
    let updated = Set(outcome.saved.map(\.entry))
    outcome.earlier = plan.earlier.filter { updated.contains($0.key) }
    try await service.settle()
    return outcome
  }
}
