import ArgumentParser
import DiaryCore
import Interchange
import Photos

struct ExportCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write entries and their photos to a folder, for other programs.",
    discussion: """
      The folder must be new, empty, or hold an earlier export of this diary, which is brought \
      up to date. Copies of photos don't tell where they were taken unless --keep-location is \
      given.

      Examples:
        photodiary export ~/diary --format markdown
        photodiary export ~/walks --format json --tag walks --from 2026
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case markdown, json
  }

  @Argument(help: "The folder.", completion: .directory)
  var dir: String

  @Option(parsing: .unconditional, help: "What to write: markdown or json.")
  var format: Format

  @OptionGroup var filters: FilterOptions

  @Flag(help: "Leave the positions in the photos where they were taken.")
  var keepLocation = false

  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    try wiring.requireStore()
    let exporter = Exporter(locationRemover: LocationRemoval(wiring.pictureProgram))
    let progress = ProgressLine()
    let summary = try await exporter.export(
      entries: EntryQuery(filters.predicate, limit: filters.limit), of: wiring.diary, to: dir,
      format: format.core, options: ExportOptions(keepsLocation: keepLocation)
    ) { progress.show("\($0.entries) of \($0.totalEntries) entries, \($0.photos) photos") }
    progress.clear()
    for problem in summary.problems { ErrorLine.write(problem.line) }
    try Output.write { output in
      let entries = summary.entries == 1 ? "1 entry" : "\(summary.entries) entries"
      let photos = summary.photos == 1 ? "1 photo" : "\(summary.photos) photos"
      try output.line("\(entries) and \(photos) in \(summary.folder)")
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
    }
  }
}

extension LocationRemoval: LocationRemover {}
