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
      Without --format, writes a Markdown file for each entry, next to the photos. The folder must \
      be new, empty or an earlier export of this diary, which is then updated. \
      Locations, names and serial numbers are removed from the copied photos, unless you use \
      --keep-location.

      dayone writes a zip file for Day One. jrnl writes a text file for jrnl, which can't store \
      journals, time zone offsets, moods, places or weather. --encrypt writes a single file, \
      DIR.tar.age, which must not exist yet; the program age can open it. Nothing is written to \
      disk unencrypted.

      Examples:
        photodiary export ~/diary
        photodiary export ~/site --format html
        photodiary export ~/diary --format dayone --encrypt
        photodiary export ~/walks --format json --tag walks --from 2026
      """))

  @Argument(
    help: .localized("The folder to export to; with --encrypt, the file."), completion: .directory)
  var dir: String

  @Option(
    parsing: .unconditional,
    help: .localized(
      "Export format: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", "))."))
  var format: ExportFormat?

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
        localized("--passphrase-file only works with --encrypt or an encrypted diary.")
      )
    }
    let passphrase = encrypt ? try dependencies.newPassphrase() : nil
    let options = ExportOptions(keepsLocation: keepLocation, passphrase: passphrase)
    try await Interruption.stopping { try await write(options, dependencies) }
  }

  private func write(_ options: ExportOptions, _ dependencies: Dependencies) async throws {
    let query = EntryQuery(
      try await filters.predicate(in: dependencies.diary), limit: filters.limit)
    let (format, isDefault) = (format ?? .markdown, format == nil)
    let summary = try await ProgressLine.showing { report in
      try await dependencies.exporter.export(
        entries: query, of: dependencies.diary, to: dir, format: format, options: options,
        progress: report)
    }
    for problem in summary.problems { ErrorLine.write(problem.line) }
    for line in summary.notes { ErrorLine.report(line) }
    if try await !dependencies.diary.hiddenJournals().isEmpty {
      ErrorLine.report(
        localized("Entries in locked journals were left out. To include them, use --all-journals."))
    }
    try Output.write { output in
      let entries = CountText.entries(summary.entries)
      let photos = CountText.photos(summary.photos)
      let place = format == .html && !encrypt ? summary.sitePage : summary.folder
      try output.line(
        isDefault
          ? localized("Exported \(entries) and \(photos) to \(place), as Markdown")
          : localized("Exported \(entries) and \(photos) to \(place)"))
    }
    // The exit status shows that the copy is incomplete.
    if !summary.problems.isEmpty { throw ExitCode.failure }
  }
}

extension ExportFormat: ExpressibleByArgument {}
