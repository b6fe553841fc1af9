import ArgumentParser
import DiaryCore
import DiaryStore
import Interchange
import Localization
import Sync
import System

extension Publication {
  /// The publications of a diary.
  static func all(of own: Dependencies) -> [Publication] {
    all().filter { $0.store == own.layout.root }
  }

  /// Brings several up to date, and tells of those that have something new or failed. Returns whether none
  /// has failed.
  static func update(
    _ publications: [Publication], of own: Dependencies
  ) async throws -> Bool {
    var isDone = true
    for var publication in publications {
      do {
        let change = try await publication.updateShowingProgress(of: own)
        for problem in change.problems { ErrorLine.write("\(publication.name): \(problem)") }
        if !change.isNone { ErrorLine.report("\(publication.name): \(change.words).") }
      } catch let error where !(error is ExitCode) {
        isDone = false
        ErrorLine.write("\(publication.name): \(PhotoDiary.message(for: error))")
      }
    }
    return isDone
  }

  /// Brings it up to date, and shows how far that is where it takes long.
  mutating func updateShowingProgress(
    of own: Dependencies
  ) async throws -> PublicationChange {
    let known = self
    let change: PublicationChange
    (change, self) = try await ProgressLine.showing(after: .seconds(1)) { progress in
      var publication = known
      return (try await publication.update(of: own, progress: progress), publication)
    }
    return change
  }

  /// Brings what is public up to date: first the copy of the entries, then the pages, then the lines that
  /// others follow. What was done by then stays done when this throws, and the next time goes on from there.
  mutating func update(
    of own: Dependencies, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> PublicationChange {
    let place = try PublicAddress(address, home: Environment["HOME"])
    let source = try await fingerprint(of: own)
    if diary != nil, self.source == source { return PublicationChange() }
    let shown = Dependencies(Folders(publication: name))
    if let author = try await own.diary.knownIdentity(),
      try await shown.diary.knownIdentity()?.name != author.name
    {
      _ = try await shown.diary.rename(author: author.name)
    }
    let id = try await shown.sync.beginPublishing()
    var copy = PublicCopy(self, of: own, in: shown)
    var change: PublicationChange
    (change, self) = try await copy.update(progress)
    // Photos that are there needn't be made again.
    try keep()
    if Task.isCancelled { throw Interruption.ending }
    change.problems += try await writePages(of: shown, at: place, id, progress)
    try await shown.sync.publish(at: place, progress: progress)
    await shown.diary.finish()
    diary = id.description
    // What was left out is tried once more.
    self.source = change.problems.isEmpty ? source : nil
    updated = LocalTime.now()
    try keep()
    return change
  }

  /// What the diary is like: the same as long as nobody has written to it.
  private func fingerprint(of own: Dependencies) async throws(DiaryError) -> String {
    let counts = try await own.unlocking.repository.lineCounts()
    return counts.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
      .joined(separator: " ")
  }

  /// An export would say of the pages of something else only that another folder is to be chosen.
  private static func told(_ error: DiaryError) -> any Error {
    guard case .export(let path, .otherDiary) = error else { return error }
    return CommandError(
      localized(
        """
        At \(path) is something else that was published, or this from before it was ended with --stop. \
        Remove what lies there, or choose another place.
        """))
  }

  /// Writes the site, and puts it to its place if that is no folder. Returns what was left out.
  private func writePages(
    of shown: Dependencies, at place: PublicAddress, _ id: ID<FoundedDiary>,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> [String] {
    let folder =
      if case .folder(let path) = place.place { path } else { shown.folders.site(of: name) }
    let site = PublicSite(title: name, id: "urn:sha256:\(id)", address: web)
    // What may not be told isn't in the copy.
    let options = ExportOptions(keepsLocation: true, site: site)
    let summary: ExportSummary
    do throws(DiaryError) {
      summary = try await shown.exporter.export(
        of: shown.diary, to: folder, format: .html, options: options, progress: progress)
    } catch {
      throw Self.told(error)
    }
    let cache = Path.parent(shown.folders.site(of: name)) + "/git"
    try await PageUpload(to: place, cache: cache).put(folder)
    return summary.problems.map(\.line)
  }
}
