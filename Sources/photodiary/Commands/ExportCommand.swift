import ArgumentParser
import Crypto
import DiaryCore
import Interchange
import Media
import Text

struct ExportCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: localized("Export entries and photos to a folder."),
    discussion: localized(
      id: "discussion.export",
      """
      The folder must be new, empty, or hold an earlier export of this diary, which is then \
      updated. Locations, names and serial numbers are removed from the copied photos, unless \
      --keep-location is given.

      dayone writes a zip in Day One's format. jrnl writes a text that jrnl reads; it has no \
      journals, time zones, moods, places or weather. --encrypt writes a single file, DIR.tar.age, \
      which the program age can open; the file must not exist yet. Nothing is written to the disk \
      unencrypted.

      Examples:
        photodiary export ~/diary --format markdown
        photodiary export ~/diary --format dayone --encrypt
        photodiary export ~/walks --format json --tag walks --from 2026
      """))

  @Argument(
    help: .localized("The folder; with --encrypt, the file."), completion: .directory)
  var dir: String

  @Option(
    parsing: .unconditional,
    help: .localized(
      "Export format: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", "))."))
  var format: ExportFormat

  @OptionGroup var filters: FilterOptions

  @Flag(help: .localized("Keep the photos' locations."))
  var keepLocation = false

  @Flag(
    help: .localized(
      "Write one encrypted file, DIR.tar.age, which age can open; asks for a passphrase."))
  var encrypt = false

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try dependencies.requireStore()
    guard encrypt || dependencies.layout.isEncrypted || dependencies.passphraseFile == nil else {
      throw ValidationError(
        localized("--passphrase-file only works with --encrypt, or with a diary that is encrypted.")
      )
    }
    let passphrase = encrypt ? try dependencies.newPassphrase() : nil
    let options = ExportOptions(keepsLocation: keepLocation, passphrase: passphrase)
    try await Interruption.stopping { try await write(options, dependencies) }
  }

  private func write(_ options: ExportOptions, _ dependencies: Dependencies) async throws {
    let query = EntryQuery(try filters.predicate(), limit: filters.limit)
    let summary = try await ProgressLine.showing { report in
      try await dependencies.exporter.export(
        entries: query, of: dependencies.diary, to: dir, format: format, options: options,
        progress: report)
    }
    for problem in summary.problems { ErrorLine.write(problem.line) }
    for line in summary.notes { ErrorLine.report(line) }
    if try await !dependencies.diary.hiddenJournals().isEmpty {
      ErrorLine.report(
        localized("Entries of locked journals were left out; --all-journals takes them along."))
    }
    if let passphrase = options.passphrase { dependencies.reportStrength(of: passphrase) }
    try Output.write { output in
      let entries = CountWords.entries(summary.entries)
      let photos = CountWords.photos(summary.photos)
      let place = format == .html && !encrypt ? summary.sitePage : summary.folder
      try output.line(localized("\(entries) and \(photos) in \(place)"))
    }
    // The exit status shows that the copy is incomplete.
    if !summary.problems.isEmpty { throw ExitCode.failure }
  }
}

extension LocationRemoval: LocationRemover {}

extension ExportFormat: ExpressibleByArgument {}
