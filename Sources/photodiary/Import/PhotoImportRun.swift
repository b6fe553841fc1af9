import ArgumentParser
import DiaryCore
import Interchange
import Localization

/// `import --format photos`: finds, groups and writes, or shows what would be written.
struct PhotoImportRun {
  let folder: String
  let grouping: PhotoGrouping
  /// Whether the entries get the names of their places.
  let namesPlaces: Bool
  let dependencies: Dependencies

  func run(dryRun: Bool, json: Bool) async throws {
    let importer = dependencies.photoImporter
    let found = try await ProgressLine.showing { report in
      try await importer.proposal(for: folder, grouping: grouping, progress: report)
    }
    guard var proposal = found else { throw DiaryImportRun.stopped }
    if namesPlaces {
      let (groups, problem) = await dependencies.placeSuggestions().named(proposal.groups)
      proposal.groups = groups
      if let problem { ErrorLine.write(problem.line) }
      if InstalledFiles.places == nil {
        ErrorLine.write(localized("The names of places aren't installed. Only your own are used."))
      }
    }
    for line in proposal.leftOut + proposal.passedOver.lines { ErrorLine.write(line) }
    if proposal.isCut {
      ErrorLine.write(
        localized(
          "There are more than \(proposal.photos) photos. Run it again for the rest."))
    }
    if dryRun {
      report(of: proposal.refused)
      try Output.write { output in
        if json {
          try output.line(PhotoGroupListing.json(proposal.groups))
        } else {
          for line in PhotoGroupListing.table(proposal.groups) { try output.line(line) }
        }
      }
      if !proposal.refused.isEmpty { throw ExitCode.failure }
      return
    }
    let outcome = try await ProgressLine.showing { report in
      try await importer.write(proposal.groups, progress: report)
    }
    dependencies.importRecord.record(outcome.entries.compactMap(SavedState.init))
    let refused = proposal.refused + outcome.refused
    report(of: refused)
    for (path, problem) in outcome.problems.sorted(by: { $0.key < $1.key }) {
      ErrorLine.report(problem, ofAdded: path)
    }
    let done = outcome.entries.count + outcome.entriesAlreadyThere + outcome.entriesRefused
    if outcome.wasCancelled, outcome.failure == nil, done < proposal.groups.count {
      throw Interruption.stopped(
        localized(
          """
          Stopped. Added \(outcome.entries.count) of \(proposal.groups.count) entries, with \
          \(outcome.photos) photos. Run it again for the rest.
          """))
    }
    let known = proposal.alreadyThere + outcome.photosAlreadyThere
    try Output.write { output in
      try output.line(
        localized(
          """
          \(outcome.entries.count) added, \(outcome.entriesAlreadyThere) already there, \
          \(outcome.entriesRefused) refused; photos: \(outcome.photos) added, \
          \(known) already there, \(refused.count) refused
          """))
      let others = outcome.entries.flatMap(\.attachments).map(\.name)
      if !others.isEmpty {
        try output.line(localized("also added: \(CountWords.media(ofFiles: others))"))
      }
    }
    if !outcome.entries.isEmpty { DiaryImportRun.reportHowToUndo() }
    if let failure = outcome.failure { throw failure }
    if !refused.isEmpty { throw ExitCode.failure }
  }

  private func report(of refused: [PhotoIssue]) {
    for refusal in refused { ErrorLine.write(localized("refused: \(refusal.line)")) }
  }
}
