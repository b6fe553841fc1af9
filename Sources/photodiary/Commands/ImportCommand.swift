import ArgumentParser
import DiaryApp
import DiaryCore
import DiaryStore
import Interchange
import Sync
import Text

struct ImportCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: localized("Add entries from a file, another program's diary, or a folder of photos."),
    discussion: localized(
      id: "discussion.import",
      """
      The format is detected from the content. These can be imported, also from a zip or tar file:

        JSON Lines (one entry per line) or a JSON array, from list, show or export
        Day One (JSON), Day One Classic, jrnl (text, folder of days or JSON)
        Journey, Apple Journal, Diaro, Daylio, Diarium, Mini Diary, RedNotebook
        Google Keep (Takeout), Joplin (JEX), Evernote (ENEX), Bear, Notion
        Standard Notes, Simplenote, org-journal, Logseq, calendars (VJOURNAL)
        Instagram and Facebook (JSON), WordPress, X (Twitter), TextBundle
        Markdown files, with or without front matter, and a folder of photos

      Importing the same diary again adds nothing new. Entries that can't be imported are listed, \
      the others are added in one step, and the exit status is 1. If the import fails or is \
      interrupted, nothing is added. --update also updates entries that have changed in the source \
      since, unless you've changed them here too.

      Day One: imports all journals with tags, stars, pins, photos, attachments, places and \
      weather, and lists what can't be imported. Photos outside the folder are never read.

      Markdown: an export of this diary is restored as it was.

      jrnl: imports titles, texts, tags and stars, in the local time zone. Dates are read in the \
      format given by jrnl.yaml beside the journal or by --timeformat; otherwise, in the format \
      that fits most entries. Entries are recognized by their time, to the minute, and title.

      Photos: creates an entry for each day from a folder and its subfolders, with the photos in \
      the order they were taken and the place of a photo as the title. Night photos belong to the \
      day before, until the first gap of three hours. For photos without a camera date, the date \
      comes from the Google Takeout file beside them or from their name; otherwise, it's the \
      file's date. Photos that are already in an entry, hidden files and links are skipped; other \
      files are listed or counted. --places sets each entry's place to where most of its photos \
      were taken: a name that you gave within 150 m, or else a built-in name. Works offline.

      Another copy of this diary that was changed separately (a restored backup, the disk of an \
      old machine): adds everything that this diary doesn't have, with its history, as a sync \
      does. Entries changed in both get two versions.

      A diary in a format that can't be read yet, or a folder with more unreadable texts than \
      photos, isn't imported; --format photos imports only its photos.

      Examples:
        photodiary import old-diary.jsonl
        photodiary import ~/Downloads/DayOne.zip --report left-out.txt
        photodiary --store a list --format jsonl | photodiary --store b import -
        photodiary import ~/Pictures/2024 --format photos --places --dry-run
        photodiary import /media/old-disk/home/mina/.local/share/photodiary
      """))

  enum Format: Hashable, ExpressibleByArgument {
    /// Detects the format from the content.
    case auto
    case named(ImportFormat)

    init?(argument: String) {
      if argument == "auto" {
        self = .auto
        return
      }
      guard let format = ImportFormat(rawValue: argument) else { return nil }
      self = .named(format)
    }

    var defaultValueDescription: String { chosen?.rawValue ?? "auto" }
    static let allValueStrings = ["auto"] + ImportFormat.allCases.map(\.rawValue)

    var chosen: ImportFormat? {
      switch self {
      case .auto: nil
      case .named(let format): format
      }
    }
  }

  @Argument(
    help: .localized(
      "The file or folder to import; - reads standard input."), completion: .file())
  var path: String?

  @Option(localized("Import format: \(Format.allValueStrings.joined(separator: ", "))."))
  var format = Format.auto

  @Flag(help: .localized("Also update entries that have changed in the source since."))
  var update = false

  @Flag(
    help: .localized("For JSON and Markdown from another PhotoDiary diary: make all entries yours.")
  )
  var mine = false

  @Option(localized("Write what couldn't be imported, and why, to a file."), completion: .file())
  var report: String?

  @Flag(
    help: .localized(
      """
      Undo the last import: move entries that it added to the trash and restore those that it \
      updated.
      """
    ))
  var undo = false

  @Option(
    localized("For photos: also start a new entry after a gap of this many hours within a day."),
    valueName: "hours")
  var gap: Double?

  @Flag(
    help: .localized("For photos: set each entry's place to where its photos were taken."))
  var places = false

  @Option(
    localized("For jrnl: its date format, as in its settings: \"%Y-%m-%d %H:%M\"."),
    valueName: "format")
  var timeformat: String?

  @Flag(help: .localized("Show what would be imported, and add nothing."))
  var dryRun = false

  @Flag(help: .localized("For photos, with --dry-run: print JSON."))
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
      guard format == .auto, !update, !mine, !dryRun, report == nil, gap == nil, !places
      else {
        throw ValidationError(localized("--undo can't be combined with other options."))
      }
      return
    }
    if undo {
      throw ValidationError(localized("--undo doesn't take a file. It undoes the last import."))
    }
    if path == "-" {
      guard [nil, .jsonl, .json].contains(format.chosen) else {
        throw ValidationError(
          localized("Standard input must be JSON. For other formats, give the file's name."))
      }
      try check(.jsonl)
    } else if let format = format.chosen {
      try check(format)
    }
  }

  /// Checks that the options suit the format.
  ///
  /// - Throws: `ValidationError` if they don't.
  private func check(_ format: ImportFormat) throws {
    if format != .photos, gap != nil || json || places {
      throw ValidationError(
        localized("--gap, --places and --json are for photos: --format photos."))
    }
    if format != .jrnl, timeformat != nil {
      throw ValidationError(localized("--timeformat only works with --format jrnl."))
    }
    if format == .photos, update || mine || report != nil {
      throw ValidationError(localized("--update, --mine and --report can't be used for photos."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    try await Interruption.stopping { try await runImport(in: dependencies) }
  }

  private func runImport(in dependencies: Dependencies) async throws {
    guard let path else {
      return try await ImportUndo(record: dependencies.importRecord, diary: dependencies.diary)
        .run()
    }
    if format == .auto, DiaryCopy.isDiary(path) {
      guard !dryRun, !update, !mine, report == nil, gap == nil, timeformat == nil, !places
      else {
        throw ValidationError(
          localized("A copy of this diary can't be imported with other options."))
      }
      return try await DiaryCopyRun(path: path, sync: dependencies.sync).run()
    }
    let report = try report.map { report in
      try ImportReport(report, of: path)
    }
    let input = try await open(path, dependencies)
    try check(input.format)
    if input.format == .photos {
      NoteLines.write(input.notes, hasReport: false)
      try await PhotoImportRun(
        folder: input.path, grouping: PhotoGrouping(gap: gap), namesPlaces: places,
        dependencies: dependencies
      ).run(dryRun: dryRun, json: json)
    } else {
      try await DiaryImportRun(
        input: input, updates: update, asMine: mine, report: report, dependencies: dependencies
      ).run(dryRun: dryRun)
    }
    // Keeps the unpacked files until here.
    withExtendedLifetime(input) {}
  }

  private func open(_ path: String, _ dependencies: Dependencies) async throws -> ImportInput {
    let folder = dependencies.folders.unpacked
    guard path != "-" else { return ImportInput(.standardInput, workingFolder: folder) }
    let input = try await ProgressLine.showing { report in
      try await ImportInput.open(
        path, as: format.chosen, hints: ImportHints(timeFormat: timeformat), unpackingBelow: folder,
        progress: report)
    }
    guard let input else { throw DiaryImportRun.stopped }
    return input
  }
}

// MARK: - PhotoImportRun

/// The import of photos: finds and groups them, and adds entries or shows them.
struct PhotoImportRun {
  let folder: String
  let grouping: PhotoGrouping
  /// `true` to set the entries' places by their positions.
  let namesPlaces: Bool
  let dependencies: Dependencies

  func run(dryRun: Bool, json: Bool) async throws {
    let importer = dependencies.photoImporter
    let found = try await ProgressLine.showing { report in
      try await importer.proposal(for: folder, grouping: grouping, progress: report)
    }
    guard var proposal = found else { throw DiaryImportRun.stopped }
    if namesPlaces {
      let (groups, problem) = await dependencies.placeSuggestions().addingPlaces(
        to: proposal.groups)
      proposal.groups = groups
      if let problem { ErrorLine.write(problem.line) }
      if InstalledFiles.places == nil {
        ErrorLine.write(
          localized(
            "The built-in place names aren't installed, so only your own are used."))
      }
    }
    for line in proposal.omitted + proposal.skipped.lines { ErrorLine.write(line) }
    if proposal.isTruncated {
      ErrorLine.write(
        localized(
          "There are more than \(proposal.photos) photos. Import again for the rest."))
    }
    if proposal.similar > 0 {
      ErrorLine.report(
        localized(
          """
          Of the new photos, \(CountText.grouped(proposal.similar)) look like ones in the diary. \
          After the import, `photodiary photos --alike` lists them.
          """))
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
    dependencies.importRecord.record(outcome.entries.compactMap(SavedRevision.init))
    let refused = proposal.refused + outcome.refused
    report(of: refused)
    for (path, problem) in outcome.problems.sorted(by: { $0.key < $1.key }) {
      ErrorLine.report(problem, ofAdded: path)
    }
    let done = outcome.entries.count + outcome.existingEntries + outcome.entriesRefused
    if outcome.wasCancelled, outcome.failure == nil, done < proposal.groups.count {
      throw Interruption.stopped(
        localized(
          """
          Stopped. Added \(outcome.entries.count) of \(proposal.groups.count) entries, with \
          \(outcome.photos) photos. Import again for the rest.
          """))
    }
    let known = proposal.existing + outcome.existingPhotos
    try Output.write { output in
      try output.line(
        localized(
          """
          \(outcome.entries.count) added, \(outcome.existingEntries) already there, \
          \(outcome.entriesRefused) refused; photos: \(outcome.photos) added, \
          \(known) already there, \(refused.count) refused
          """))
      let others = outcome.entries.flatMap(\.attachments).map(\.name)
      if !others.isEmpty {
        try output.line(localized("also added: \(CountText.media(ofFiles: others))"))
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

// MARK: - PhotoGroupListing

/// The entries that an import of photos would add, as a table and as JSON.
enum PhotoGroupListing {
  /// Returns a line for each entry: day, times of the first and last photo, number of photos,
  /// numbers of videos and recordings if there are any, and place. `~` marks entries dated by file
  /// times.
  static func table(_ groups: [PhotoGroup]) -> [String] {
    let widest = groups.reduce(1) { max($0, String($1.photos.count).utf8.count) }
    return groups.map { group in
      let last = group.photos.last?.date ?? group.date
      let count = String(group.photos.count)
      let parts = [
        group.date.day.description, "\(group.date.clock)–\(last.clock)",
        group.isDated ? " " : "~",
        "▣ " + String(repeating: " ", count: widest - count.utf8.count) + count,
      ]
      let made = [group].parts
      let others = [("▶", made.videos), ("♪", made.recordings)].filter { $0.1 > 0 }
        .map { "\($0) \($1)" }
      return (parts + others + [group.title, group.placeSubtitle].filter { !$0.isEmpty }).joined(
        separator: "  ")
    }
  }

  static func json(_ groups: [PhotoGroup]) -> String {
    let values: [JSONValue] = groups.map { group in
      [
        "date": .string(group.date.description),
        "title": .string(group.title),
        "place": group.place.map { .string($0) } ?? .null,
        "dated": .bool(group.isDated),
        "photos": .array(group.photos.map { .string($0.path) }),
        "attachments": .array(group.recordings.map { .string($0.path) }),
      ]
    }
    return String(decoding: JSONWriter.bytes(.array(values)), as: UTF8.self)
  }
}

// MARK: - DiaryCopyRun

/// The import of another copy of this diary: merges what is missing here, like a sync.
struct DiaryCopyRun {
  let path: String
  let sync: SyncEngine

  func run() async throws {
    let merged = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.merge(copyAt: path, progress: progress)
    }
    for issue in merged.issues { ErrorLine.write(issue) }
    let (changes, files) = (CountText.changes(merged.lines), CountText.files(merged.files))
    try Output.write { output in
      try output.line(
        merged.lines == 0 && merged.files == 0
          ? localized("Everything in \(path) is already here.")
          : localized("Added \(changes) and \(files) from \(path)."))
    }
    if Task.isCancelled { throw Interruption.ending }
    if !merged.issues.isEmpty { throw ExitCode.failure }
  }
}
