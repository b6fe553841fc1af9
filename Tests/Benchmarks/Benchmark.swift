/// Something that must hold, to be measured; by its name on the command line.
struct Benchmark: Sendable {
  let name: String
  let run: @MainActor @Sendable (Workbench) async throws -> [Finding]
}

extension Benchmark {
  /// Every benchmark there is. Those that fill the disk come last.
  static let all = [
    FirstFrame.benchmark, BytesPerKey.benchmark, Typing.benchmark, Idle.benchmark,
    ShortCommands.benchmark,
    InProcess.benchmark, Together.benchmark, TypedSearches.benchmark, Days.benchmark,
    PlaceLookups.benchmark, MapFrames.benchmark, Saves.benchmark,
    RenamedTags.benchmark, Statistics.benchmark, Memories.benchmark,
    Searches.benchmark, Memory.benchmark,
    LostIndex.benchmark, OtherDiaries.jrnl, OtherDiaries.nb, Imports.benchmark,
    DayOneImports.benchmark,
    Pictures.benchmark, ContactSheets.benchmark, LargePhoto.benchmark, BulkPhotos.benchmark,
    Backups.benchmark, Exports.benchmark, Sites.benchmark, Sealing.benchmark,
    Syncs.benchmark, Encryption.benchmark,
  ]

  /// What it found; that it failed, when it did, so that the others' findings aren't lost.
  @MainActor
  func findings(_ bench: Workbench) async -> [Finding] {
    do {
      return try await run(bench)
    } catch {
      return [Finding(name: name, outcome: .failed("\(error)"))]
    }
  }
}
