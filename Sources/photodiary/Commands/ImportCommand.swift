import ArgumentParser
import DiaryApp
import DiaryCore
import Interchange
import Words

struct ImportCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: localized("Add entries from a file, another program's diary, or a folder of photos."),
    discussion: localized(
      """
      Takes JSON Lines (an entry a line) and a JSON array of entries, as list, show and export \
      write them; a Day One export, as JSON; a RedNotebook journal; a journal of jrnl, as text, a \
      folder of days or JSON; an export of Journey, Apple Journal or Diaro; notes of Google Keep (from \
      Takeout) or Joplin (JEX); Markdown files with or without front matter; and a folder of \
      photos; each in a zip or a tar too. \
      What it is shows in its content. Doing it again adds nothing. An entry that can't be taken is \
      refused and named; the others come, all at once, and the exit status is 1. If it is stopped or \
      fails, nothing comes. With --update, entries that have changed there since are brought again, \
      unless they were changed here too.

      From Day One come all journals, with tags, stars, pins, photos, attachments, places and \
      weather. What can't be brought is named. A photo that a text names outside of the folder is \
      never read. An export of this diary to Markdown comes back as it was.

      From jrnl come titles, texts, tags and stars, at the time of this place. How it writes dates \
      is read from jrnl.yaml where that lies beside the journal, or told with --timeformat, else it \
      shows in the journal itself. An entry is known again by its minute and its title.

      From a folder of photos, and the folders in it, an entry is made for each day, with its \
      photos in the order in which they were taken and their place for a title, where a photo names \
      one. A night belongs to the day before it until the first pause of three \
      hours. Photos that no camera has dated go by what Google's Takeout says in a file beside them, \
      else by the date of their files. Photos that are in an entry already are known by their bytes \
      and left alone. Hidden files and links are passed over; other files are named or counted.

      A diary of a program that can't be read yet, or a folder with more texts than photos that \
      nothing here reads, is refused; --format photos takes its photos alone.

      Examples:
        photodiary import old-diary.jsonl
        photodiary import ~/Downloads/DayOne.zip --report left-out.txt
        photodiary --store a list --format jsonl | photodiary --store b import -
        photodiary import ~/Pictures/2024 --format photos --dry-run
      """))

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case auto, jsonl, json, dayone, rednotebook, jrnl, journey, keep, joplin, applejournal, diaro
    case markdown, photos

    /// `nil` where the content is to tell.
    var core: ImportFormat? { ImportFormat(rawValue: rawValue) }
  }

  @Argument(help: .localized("The file or folder; - reads standard input."), completion: .file())
  var path: String?

  @Option(
    parsing: .unconditional,
    help: .localized(
      """
      Format: auto, jsonl, json, dayone, rednotebook, jrnl, journey, keep, joplin, applejournal, \
      diaro, markdown or photos.
      """))
  var format = Format.auto

  @Flag(help: .localized("Also import what has changed there since the last import."))
  var update = false

  @Flag(help: .localized("For this diary's JSON and Markdown: make what others wrote yours."))
  var mine = false

  @Option(
    parsing: .unconditional,
    help: .localized("Write what couldn't be imported, and why, to a file."),
    completion: .file())
  var report: String?

  @Flag(
    help: .localized(
      "Undo the last import: entries it added move to the trash, entries it updated are restored."
    ))
  var undo = false

  @Option(
    parsing: .unconditional,
    help: .localized(
      "For photos: hours of pause after which a new entry starts within a day.",
      valueName: "hours"))
  var gap: Double?

  @Option(
    parsing: .unconditional,
    help: .localized(
      "For jrnl: its date format, as in its settings: \"%Y-%m-%d %H:%M\".", valueName: "format")
  )
  var timeformat: String?

  @Flag(help: .localized("Show what would be added without adding it."))
  var dryRun = false

  @Flag(help: .localized("With --dry-run, for photos: print JSON."))
  var json = false

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if let gap, !(gap > 0 && gap <= 24 * 365) {
      throw ValidationError(localized("--gap needs a number of hours above 0."))
    }
    if let timeformat, !ImportHints.canRead(timeFormat: timeformat) {
      throw ValidationError(
        localized("--timeformat needs a strftime format, such as “%Y-%m-%d %H:%M”."))
    }
    if json, !dryRun { throw ValidationError(localized("--json only works with --dry-run.")) }
    guard let path else {
      guard undo else { throw ValidationError(localized("Name the file or folder to import.")) }
      guard format == .auto, !update, !mine, !dryRun, report == nil, gap == nil else {
        throw ValidationError(localized("--undo can't be combined with other options."))
      }
      return
    }
    if undo {
      throw ValidationError(localized("--undo takes no file. It undoes the last import."))
    }
    if path == "-" {
      guard format == .auto || format == .jsonl || format == .json else {
        throw ValidationError(
          localized("Standard input must be JSON. For other formats, give the file's name."))
      }
      try check(.jsonl)
    } else if let format = format.core {
      try check(format)
    }
  }

  /// Whether the options are for what is imported, once that is known.
  private func check(_ format: ImportFormat) throws {
    if format != .photos, gap != nil || json {
      throw ValidationError(localized("--gap and --json are for photos: --format photos."))
    }
    if format != .jrnl, timeformat != nil {
      throw ValidationError(localized("--timeformat only works with --format jrnl."))
    }
    if format == .photos, update || mine || report != nil {
      throw ValidationError(localized("--update, --mine and --report are not for photos."))
    }
  }

  func run(in wiring: Wiring) async throws {
    let work = Task { try await bring(into: wiring) }
    Interruption.stop(work)
    try await work.value
  }

  private func bring(into wiring: Wiring) async throws {
    guard let path else {
      return try await ImportUndoing(record: wiring.importRecord, diary: wiring.diary).run()
    }
    let report = try report.map { report throws(CommandError) in
      try ImportReport(report, of: path)
    }
    let input = try await open(path, wiring)
    try check(input.format)
    if input.format == .photos {
      NoteLines.write(input.notes, hasReport: false)
      try await PhotoImportRun(
        folder: input.path, grouping: PhotoGrouping(gap: gap), wiring: wiring
      ).run(dryRun: dryRun, json: json)
    } else {
      try await DiaryImportRun(
        input: input, updates: update, asMine: mine, report: report, wiring: wiring
      ).run(dryRun: dryRun)
    }
    // What was unpacked stays until here.
    withExtendedLifetime(input) {}
  }

  private func open(_ path: String, _ wiring: Wiring) async throws -> ImportInput {
    let folder = wiring.folders.unpacked
    guard path != "-" else { return ImportInput(.standardInput, workingFolder: folder) }
    let progress = ProgressLine()
    let input = try await ImportInput.open(
      path, as: format.core, hints: ImportHints(timeFormat: timeformat), unpackingBelow: folder
    ) { progress.show(ImportStage.unpacking($0).words) }
    progress.clear()
    guard let input else { throw DiaryImportRun.stopped }
    return input
  }
}
