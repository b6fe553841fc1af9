import ArgumentParser
import DiaryCore
import DiaryStore
import Sync
import Text

struct BackupCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: localized("Back up the diary, check backups, or restore one."),
    discussion: localized(
      id: "discussion.backup",
      """
      Each backup is a folder inside the given one, named after the time in UTC. You can use the \
      diary during the backup. Each backup is complete by itself: --store opens it. It shares \
      photos with the previous one (hard links), so it only takes space for what's new.

      --keep 7d,4w,12m then deletes older backups. It keeps the newest backup of each of the last \
      7 days, 4 weeks and 12 months that have one, and backups that you've renamed.

      --check reads every file of all backups in the folder, or of one, and prints a line for each \
      damaged file; the exit status is then 1. --restore restores a backup as a diary in the \
      folder given by --store, which must be new or empty.

      Examples:
        photodiary backup /media/stick/diary --keep 7d,4w,12m
        photodiary backup --check /media/stick/diary
        photodiary backup --restore /media/stick/diary/2026-11-22T02-19-34Z --store ~/restored
      """))

  @Argument(
    help: .localized("The folder for the backups; with --check or --restore, a backup."),
    completion: .directory)
  var dir: String

  @Option(
    localized(
      """
      Keep one backup for each of the last days, weeks and months, such as 7d,4w,12m, and delete \
      the rest.
      """
    ),
    valueName: "how-many")
  var keep: String?

  @Flag(help: .localized("Check every file of the backups instead of making a new one."))
  var check = false

  @Flag(help: .localized("Restore a backup to the folder given by --store."))
  var restore = false

  @OptionGroup var storeOptions: StoreOptions

  /// Checking or restoring a backup requires no key.
  static var unlockingNeed: UnlockRequirement { .optional }

  var allowsMissingDiary: Bool { check || restore }

  func validate() throws {
    if dir.isEmpty { throw ValidationError(localized("Name the folder for the backups.")) }
    if check && restore {
      throw ValidationError(localized("--check and --restore can't be used together."))
    }
    guard let keep else { return }
    if check || restore {
      throw ValidationError(localized("--keep only works when making a backup."))
    }
    if BackupRetention(keep) == nil {
      throw ValidationError(
        localized("Unknown --keep “\(keep)”. Write it as 7d,4w,12m: days, weeks, months."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    let run = BackupRun(
      folder: dir, layout: dependencies.layout, diary: dependencies.diary, sync: dependencies.sync)
    let retention = keep.flatMap(BackupRetention.init)
    let (check, restore) = (check, restore)
    try await Interruption.stopping {
      if check { return try await run.check() }
      if restore { return try await run.restore() }
      try await dependencies.open(.needed)
      try await run.make(keeping: retention)
    }
  }
}

// MARK: - BackupRun

/// The work of `backup`: creates, checks or restores backups, and reports the result.
struct BackupRun: Sendable {
  /// The folder given on the command line.
  let folder: String
  let layout: StoreLayout
  let diary: DiaryService
  let sync: SyncEngine

  func make(keeping retention: BackupRetention?) async throws {
    let (summary, entries, errors) = try await ProgressLine.showing { report in
      try await run(keeping: retention, progress: report)
    }
    for line in errors { ErrorLine.write(line) }
    for name in summary.removed { ErrorLine.report(localized("Deleted backup \(name).")) }
    for finding in summary.findings { ErrorLine.write(finding.text) }
    try Output.write { output in try output.line(Self.text(summary, entries)) }
    guard summary.findings.isEmpty else {
      for problem in Self.problems(of: summary) { ErrorLine.report(problem) }
      if retention != nil {
        ErrorLine.report(
          localized(
            "Older backups were kept: they may have what's missing from this one."))
      }
      throw ExitCode.failure
    }
  }

  /// Makes a backup for the screens. Returns a sentence about it, and what is missing from it.
  ///
  /// - Throws: `DiaryError` if there is no backup.
  func makeOnScreen(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> (result: String, problems: [String]) {
    let (summary, entries, errors) = try await run(
      keeping: nil, progress: ProgressThrottle(progress).report)
    return (
      Self.text(summary, entries),
      errors + summary.findings.map(\.text) + Self.problems(of: summary)
    )
  }

  /// Fetches what is only on remotes, and makes a backup. Returns its summary, the number of its
  /// entries (`nil` if the diary is locked), and why files couldn't be fetched.
  private func run(
    keeping retention: BackupRetention?, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> (BackupSummary, entries: Int?, errors: [String]) {
    let elsewhere = sync.remoteOnly
    let errors =
      elsewhere.isEmpty ? [] : await sync.fetch(elsewhere, progress: progress).errors
    // Counted first, so that the backup has no fewer.
    let entries = await diary.status().entries
    let summary = try StoreBackup(
      root: layout.root, cipher: layout.cipher, elsewhere: sync.remoteOnly
    ).run(to: folder, at: LocalTime.today(), keeping: retention, progress: progress)
    return (summary, entries, errors)
  }

  /// Returns sentences about what is missing from a backup.
  private static func problems(of summary: BackupSummary) -> [String] {
    let missing = summary.findings.count { $0.kind == .assetElsewhere }
    var problems: [String] = []
    if missing > 0 {
      problems.append(
        localized(
          """
          Backed up, but without \(CountText.files(missing)) that couldn't be fetched from your \
          remotes.
          """))
    }
    if missing < summary.findings.count {
      problems.append(
        localized("Backed up, but the diary is damaged. Run `photodiary verify` for details."))
    }
    return problems
  }

  func check() async throws {
    var damages: [BackupIssue] = []
    let summary = try await ProgressLine.showing { report in
      try BackupCheck(path: folder).run(progress: report) { damages.append($0) }
    }
    try Output.write { output in
      for damage in damages { try output.line(damage.text) }
    }
    ErrorLine.report(Self.text(summary))
    if summary.faults > 0 { throw ExitCode.failure }
  }

  func restore() async throws {
    var damages: [BackupIssue] = []
    defer { for damage in damages { ErrorLine.write(damage.text) } }
    let summary = try await ProgressLine.showing { report in
      try BackupRestore(backup: folder, to: layout.root, replacing: layout.cipher.pins).run(
        at: LocalTime.today(), progress: report
      ) { damages.append($0) }
    }
    let contents = Self.contents(summary, await diary.status().entries)
    let bytes = CountText.bytes(summary.bytes)
    try Output.write { output in
      try output.line(localized("Restored to \(summary.path): \(contents), \(bytes)."))
    }
  }

  private static func text(_ summary: BackupSummary, _ entries: Int?) -> String {
    let (contents, bytes) = (contents(summary, entries), CountText.bytes(summary.bytes))
    guard summary.shared > 0 else {
      return localized("Backed up to \(summary.path): \(contents), \(bytes).")
    }
    let shared = CountText.bytes(summary.shared)
    return localized(
      """
      Backed up to \(summary.path): \(contents), \(bytes), of which \(shared) take no extra space.
      """)
  }

  /// `12 entries, 3 photos`; the number of entries isn't known if the diary is locked.
  private static func contents(_ summary: BackupSummary, _ entries: Int?) -> String {
    var contents = entries.map { [CountText.entries($0)] } ?? []
    if let photos = summary.photos {
      let others = summary.files - photos
      contents += [CountText.photos(photos)] + (others > 0 ? [CountText.attachments(others)] : [])
    } else {
      contents.append(CountText.files(summary.files))
    }
    return contents.joined(separator: ", ")
  }

  private static func text(_ summary: BackupCheckSummary) -> String {
    let backups = summary.backups
    return switch (backups, summary.faults) {
    case (1, 0): localized("Checked 1 backup. No problems found.")
    case (_, 0): localized("Checked \(backups) backups. No problems found.")
    case (_, let faults):
      localized(
        counting: backups, one: "Checked 1 backup. Problems found: \(faults).",
        other: "Checked \(backups) backups. Problems found: \(faults).")
    }
  }
}
