import ArgumentParser
import DiaryCore
import Glibc
import Interchange
import Words

struct ImportCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: localized("Add entries from a file, or from a folder of photos."),
    discussion: localized(
      """
      Takes JSON Lines (an entry a line) and a JSON array of entries, as list, show and export \
      write them. Doing it again adds nothing. An entry that can't be taken is refused and named; \
      the others come, and the exit status is 1.

      From a folder of photos, and the folders in it, an entry is made for each day, with its \
      photos in the order in which they were taken and a title from the date and the place, where \
      a photo names one. A night belongs to the day before it until the first pause of three \
      hours. Photos that no camera has dated go by the date of their files. Photos that are in an \
      entry already are known by their bytes and left alone. Hidden files and links are passed over.

      Examples:
        photodiary import old-diary.jsonl
        photodiary --store a list --format jsonl | photodiary --store b import -
        photodiary import ~/Pictures/2024 --format photos --dry-run
      """))

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case auto, jsonl, json, photos
  }

  @Argument(help: .localized("The file or folder; - is standard input."), completion: .file())
  var path: String

  @Option(
    parsing: .unconditional,
    help: .localized("What it is: auto, jsonl, json, or photos for a folder of them."))
  var format = Format.auto

  @Option(
    parsing: .unconditional,
    help: .localized(
      "Of photos: a pause longer than this begins another entry within a day.",
      valueName: "hours"))
  var gap: Double?

  @Flag(help: .localized("Of photos: show the entries that would be added, and add nothing."))
  var dryRun = false

  @Flag(help: .localized("With --dry-run: as JSON."))
  var json = false

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if let gap, !(gap > 0 && gap <= 24 * 365) {
      throw ValidationError(localized("--gap needs a number of hours above 0."))
    }
    if !isOfPhotos, dryRun || gap != nil {
      throw ValidationError(localized("--dry-run and --gap are for photos: --format photos."))
    }
    if json, !dryRun { throw ValidationError(localized("--json goes with --dry-run.")) }
  }

  private var isOfPhotos: Bool {
    switch format {
    case .photos: true
    case .jsonl, .json: false
    case .auto:
      path != "-"
        && {
          var information = stat()
          return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
        }()
    }
  }

  func run(in wiring: Wiring) async throws {
    if isOfPhotos {
      try await PhotoImportRun(
        folder: path, grouping: PhotoGrouping(gap: gap), wiring: wiring
      ).run(dryRun: dryRun, json: json)
    } else {
      try await importEntries(into: wiring.diary)
    }
  }

  private func importEntries(into diary: DiaryService) async throws {
    let importer = JSONImporter(localOffset: LocalTime.offset(ofLocal:))
    let progress = ProgressLine()
    let summary = try await importer.importEntries(
      from: path == "-" ? .standardInput : .file(path), into: diary
    ) { progress.show(localized("\($0.added) added, \($0.alreadyThere) already there")) }
    progress.clear()
    for warning in summary.warnings { ErrorLine.write(warning.text) }
    for refusal in summary.refused { ErrorLine.write(localized("refused \(refusal.text)")) }
    try Output.write { output in
      let (added, known, refused) = (summary.added, summary.alreadyThere, summary.refused.count)
      try output.line(localized("\(added) added, \(known) already there, \(refused) refused"))
    }
    if !summary.refused.isEmpty { throw ExitCode.failure }
  }
}
