import ArgumentParser
import DiaryApp
import DiaryCore
import Interchange
import Photos
import Words

struct ExportCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: localized("Write entries and their photos to a folder, for other programs."),
    discussion: localized(
      """
      The folder must be new, empty, or hold an earlier export of this diary, which is brought \
      up to date. Copies of photos don't tell where they were taken unless --keep-location is \
      given.

      Examples:
        photodiary export ~/diary --format markdown
        photodiary export ~/walks --format json --tag walks --from 2026
      """))

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case markdown, json, html, pdf
  }

  @Argument(help: .localized("The folder."), completion: .directory)
  var dir: String

  @Option(parsing: .unconditional, help: .localized("What to write: markdown, html, pdf or json."))
  var format: Format

  @OptionGroup var filters: FilterOptions

  @Flag(help: .localized("Leave the positions in the photos where they were taken."))
  var keepLocation = false

  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    try wiring.requireStore()
    let progress = ProgressLine()
    let summary = try await wiring.exporter.export(
      entries: EntryQuery(filters.predicate, limit: filters.limit), of: wiring.diary, to: dir,
      format: format.core, options: ExportOptions(keepsLocation: keepLocation)
    ) { stage in
      let entries = CountWords.entries(stage.entries, of: stage.totalEntries)
      progress.show("\(entries), \(CountWords.photos(stage.photos))")
    }
    progress.clear()
    for problem in summary.problems { ErrorLine.write(problem.line) }
    try Output.write { output in
      let entries = CountWords.entries(summary.entries)
      let photos = CountWords.photos(summary.photos)
      try output.line(localized("\(entries) and \(photos) in \(summary.folder)"))
    }
    // Whoever keeps copies should know that this one lacks something.
    if !summary.problems.isEmpty { throw ExitCode.failure }
  }
}

extension ExportCommand.Format {
  fileprivate var core: ExportFormat {
    switch self {
    case .markdown: .markdown
    case .json: .json
    case .html: .html
    case .pdf: .pdf
    }
  }
}

extension LocationRemoval: LocationRemover {}
