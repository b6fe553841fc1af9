import DiaryCore

/// Brings a diary: reads it into a plan, and writes that in one save, so that the diary here has all
/// of it or, when it fails or is stopped, nothing.
package struct DiaryImporter: Sendable {
  /// Entries that are looked for in the diary together.
  private static let lookBatch = 500

  private let service: DiaryService
  private let localOffset: @Sendable (Int64) -> Int

  /// `localOffset` is asked for the offset of this place, in seconds east of UTC, at a local time
  /// given as seconds since 1970: that of dates which name none.
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
    // Whose they are is settled when they are written: to look makes nobody the diary's owner. Our
    // own mostly say so, and then it is their author who changed them there.
    let defaults = EntryDraft.Defaults(author: AuthorID(""), localOffset: localOffset)
    let reading = ReadingAhead(input, defaults, partsOf: Self.lookBatch)
    var seen: Set<ID<Entry>> = []
    var count = 0
    var part = try await reading.part().get()
    while !part.isEmpty, !Task.isCancelled {
      async let next = reading.part()
      var batch: [ReadEntry] = []
      for item in part {
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
      }
      try await compare(batch, input.format, updates: updates, &plan)
      progress(.reading(entries: count))
      part = try await next.get()
    }
    return Task.isCancelled ? nil : plan
  }

  private func compare(
    _ batch: [ReadEntry], _ format: ImportFormat, updates: Bool, _ plan: inout ImportPlan
  ) async throws(DiaryError) {
    let author = try await service.knownIdentity()?.id
    var known: [ID<Entry>: Entry] = [:]
    for entry in try await service.entries(ids: batch.map(\.entry.id)) { known[entry.id] = entry }
    for var read in batch {
      // Our own entries come as they were.
      let mark = read.isOwn ? nil : ImportMark(read, format: format)
      if let mark { read.entry.unknownMembers.append(mark.member) }
      guard let current = known[read.entry.id] else {
        try plan.bring(read)
        continue
      }
      let change = try await change(of: read, mark, beside: current)
      let isByAuthor = current.author == (mark == nil ? read.entry.author : author)
      let isFree = !current.isTrashed && current.heads.count == 1 && isByAuthor
      if updates, change == .there, isFree {
        try plan.bring(read, inPlaceOf: current)
        continue
      }
      plan.alreadyThere += 1
      if updates, change != nil {
        plan.notes.append(ImportNote(read.place, .editedHere))
      } else if change == .there || change == .both {
        plan.notes.append(ImportNote(read.place, .changedThere))
      }
    }
  }

  /// Where an entry was changed since both were the same.
  private enum Change { case there, here, both }

  /// What was changed of an entry that is in the diary already; `nil` when nothing was there.
  private func change(
    of read: ReadEntry, _ mark: ImportMark?, beside current: Entry
  ) async throws(DiaryError) -> Change? {
    if let mark {
      guard let earlier = ImportMark(of: current), earlier.format == mark.format,
        earlier.digest != mark.digest
      else { return nil }
      return current.modified == earlier.modified ? .there : .both
    }
    // Our own say when they were changed, and a text that a person edited says what it said before.
    if read.isSame(as: current) { return nil }
    if read.entry.modified == current.modified { return .there }
    if read.entry.modified < current.modified { return .here }
    return try await service.history(of: current.id).count == 1 ? .there : .both
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
      let drafts = CompletedDrafts(
        of: plan, with: files, by: try await service.identity().id, progress: progress)
      try await assets.keep(drafts.assets())
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
