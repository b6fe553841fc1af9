import DiaryCore
import System

/// Brings a diary: reads it into a plan, and writes that in one save, so that the diary here has all
/// of it or, when it fails or is stopped, nothing.
package struct DiaryImporter: Sendable {
  /// Entries that are looked for in the diary together.
  private static let lookBatch = 500

  let service: DiaryService
  private let localOffset: @Sendable (Int64) -> Int

  /// `localOffset` is asked for the offset of this place, in seconds east of UTC, at a local time
  /// given as seconds since 1970: that of dates which name none.
  package init(into service: DiaryService, localOffset: @escaping @Sendable (Int64) -> Int) {
    self.service = service
    self.localOffset = localOffset
  }

  // MARK: Reading

  /// Reads all of an input that a reader knows.
  ///
  /// - Parameters:
  ///   - updates: Whether what has changed there since it was imported is brought, unless it was
  ///     changed here too.
  ///   - asMine: Whether what other diaries of this program say to be somebody's becomes that of
  ///     whoever imports it.
  /// - Returns: `nil` when the task was cancelled.
  /// - Throws: `DiaryError.input` when it can't be read, and whatever the diary throws.
  package func plan(
    of input: ImportInput, updates: Bool = false, asMine: Bool = false,
    progress: (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportPlan? {
    var plan = ImportPlan(input)
    // Whose they are is settled when they are written: to look makes nobody the diary's owner. Our
    // own mostly say so, and then it is their author who changed them there.
    let defaults = EntryDraft.Defaults(author: .nobody, localOffset: localOffset)
    let reading = Prefetcher(input, defaults, partsOf: Self.lookBatch)
    var seen: [ID<Entry>: Int] = [:]
    var links = ImportedLinks()
    var count = 0
    var part = try await reading.part().get()
    while !part.isEmpty, !Task.isCancelled {
      async let next = reading.part()
      var batch: [ReadEntry] = []
      for item in part {
        switch item {
        case .note(let note): plan.notes.append(note)
        case .entry(var read):
          count += 1
          read.entry.unknownMembers = read.entry.unknownMembers.withDistinctNames
          let said = read.entry.fields.hashValue
          switch seen[read.entry.id] {
          case nil:
            seen[read.entry.id] = said
            links.add(read)
            if asMine { read.becomeMine() }
            batch.append(read)
          case said: plan.addKnown()
          default: plan.notes.append(ImportNote(read.place, .refused(.repeatedID)))
          }
        }
      }
      try await compare(batch, input.format, updates: updates, &plan)
      progress(Progress(.reading, count))
      part = try await next.get()
    }
    plan.recordCounts(
      of: input, unresolvedLinks: try await links.unresolved(among: seen, in: service))
    return Task.isCancelled ? nil : plan
  }

  private func compare(
    _ batch: [ReadEntry], _ format: ImportFormat, updates: Bool, _ plan: inout ImportPlan
  ) async throws(DiaryError) {
    let author = try await service.knownIdentity()?.id
    var known: [ID<Entry>: Entry] = [:]
    for entry in try await service.entries(ids: batch.map(\.entry.id)) { known[entry.id] = entry }
    plan.add(try await service.lacking(batch.flatMap(\.comments)))
    for var read in batch {
      // Our own entries come as they were.
      let mark = read.isOwn ? nil : ImportMark(read, format: format)
      if let mark { read.entry.unknownMembers.append(mark.member) }
      var current = known[read.entry.id]
      if let mark { current = try await counterpart(of: &read, mark, current) }
      guard let current else {
        try plan.bring(read)
        if read.entry.author != .nobody, read.entry.author != author { plan.byOthers += 1 }
        continue
      }
      let change = change(of: read, mark, beside: current)
      // What was made mine when it came stays mine.
      if current.author == author { read.entry.author = .nobody }
      let isByAuthor = current.author == (read.entry.author == .nobody ? author : read.entry.author)
      let isFree = !current.isTrashed && current.heads.count == 1 && isByAuthor
      let isTakenBack = current.isTrashed && current.lastImport == .takenBack
      if updates && change == .there && isFree || isTakenBack {
        try plan.bring(read, inPlaceOf: current)
        continue
      }
      plan.addKnown()
      if current.isTrashed && (change == nil || !updates) {
        plan.inTrash += 1
      } else if updates, change != nil {
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
  ) -> Change? {
    if current.lastImport == .takenBack { return .there }
    if let mark {
      guard let earlier = ImportMark(of: current), earlier.format == mark.format,
        earlier.digest != mark.digest, !read.isSame(as: current)
      else { return nil }
      return current.modified == earlier.modified ? .there : .both
    }
    // Our own say when they were changed; a text that a person edited says what it said before.
    if read.isSame(as: current) { return nil }
    if read.entry.modified == current.modified { return .there }
    if read.entry.modified < current.modified { return .here }
    return current.lastImport == .brought ? .there : .both
  }

  // MARK: Writing

  /// Brings a plan. When the task is cancelled or the diary can't save, it is as before.
  package func write(
    _ plan: ImportPlan, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportOutcome {
    var outcome = ImportOutcome()
    // What was found to be there already counts as saved, too.
    try await service.settle()
    if plan.bringsEntries {
      try await bringEntries(of: plan, &outcome, progress)
      if outcome.wasCancelled { return outcome }
    }
    // Whoever is stopped before brings them the next time.
    if !plan.comments.isEmpty { outcome.comments = try await service.bring(plan.comments) }
    await service.finish()
    return outcome
  }

  /// Reads the files of a plan as writing it would, and writes nothing.
  ///
  /// - Returns: The number of photos and attachments that would be imported, and what wouldn't; `nil` when
  ///   the task was cancelled.
  /// - Throws: Whatever the diary throws when it can't be read.
  package func rehearse(
    _ plan: ImportPlan, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> (photos: Int, attachments: Int, notes: [ImportNote])? {
    guard
      let files = try await ImportedFiles.bring(
        plan, to: UnkeptAssets(service: service), of: service, progress: progress)
    else { return nil }
    let drafts = CompletedDrafts(of: plan, with: files, by: .nobody) { _ in }
    while drafts.next() != nil, !Task.isCancelled {}
    let (photos, attachments) = drafts.files
    return Task.isCancelled ? nil : (photos, attachments, drafts.notes)
  }

  private func bringEntries(
    of plan: ImportPlan, _ outcome: inout ImportOutcome,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) {
    let assets = try await service.assetBatch()
    do throws(DiaryError) {
      guard
        let files = try await ImportedFiles.bring(
          plan, to: assets, of: service, progress: progress)
      else {
        await assets.discard()
        outcome.wasCancelled = true
        return
      }
      let drafts = CompletedDrafts(
        of: plan, with: files, by: try await service.identity().id, progress: progress)
      try await assets.keep(drafts.assets())
      guard let saved = try await service.takeImported(drafts) else {
        await assets.discard()
        outcome.wasCancelled = true
        return
      }
      outcome.saved = saved
      outcome.notes = drafts.notes
      (outcome.photos, outcome.attachments) = drafts.files
    } catch {
      await assets.discard()
      throw error
    }
    let updated = Set(outcome.saved.map(\.entry))
    outcome.earlier = plan.earlier.filter { updated.contains($0.key) }
  }
}

/// Files that are looked at as if they were to be kept.
private struct UnkeptAssets: AssetBatch {
  let service: DiaryService

  func add(
    from path: String, type: MediaType, isOwn: Bool
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    let asset = try await service.asset(ofFileAt: path)
    return (asset, FileSystem.status(of: path)?.size ?? 0, false)
  }

  func keep(_ wanted: Set<AssetID>) {}
  func discard() {}
}
