import ArgumentParser
import DiaryCore
import Localization
import TerminalUI

struct SyncCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: localized("Bring the diary and its remotes up to date with each other."),
    discussion: localized(
      id: "discussion.sync",
      """
      Prints a line for each remote: what went out, what came in, and what waits. What is wrong is \
      told on standard error, and the exit status is 1 if a remote failed; the others are synced \
      all the same. What you publish is brought up to date, too. Nothing is ever asked. What was changed in two places at once is kept in both \
      versions.

      --install has systemd do this every 15 minutes while you are logged in; --uninstall ends that.

      Examples:
        photodiary sync
        photodiary sync home --dry-run
        photodiary sync --format json | jq -r '.[] | select(.error) | .remote'
        photodiary sync --install
      """))

  @Argument(
    help: .localized("The remotes; all, if none is named.", valueName: "name"),
    completion: DiaryCompletion.remotes)
  var names: [String] = []

  @Flag(help: .localized("Show what would go out and come in, and change nothing."))
  var dryRun = false

  @Flag(help: .localized("Sync every 15 minutes from now on, by a systemd user timer."))
  var install = false

  @Flag(help: .localized("Remove that timer."))
  var uninstall = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    guard install || uninstall else { return }
    if install && uninstall {
      throw ValidationError(localized("--install and --uninstall can't be used together."))
    }
    if !names.isEmpty || dryRun || listing.format != .table {
      throw ValidationError(
        localized("--install and --uninstall can't be combined with other options."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    let timer = SyncTimer(dependencies.folders)
    if uninstall { return try timer.uninstall() }
    let state = await dependencies.sync.state()
    if install {
      try timer.install()
      if state.remotes.isEmpty { ErrorLine.report(CommandError.noRemote.line) }
      return
    }
    try state.requireRemotes(named: names)
    let publications = names.isEmpty && !dryRun ? Publication.all(of: dependencies) : []
    guard !state.remotes.isEmpty || !publications.isEmpty else { throw CommandError.noRemote }
    let (sync, names, isDryRun, listing) = (dependencies.sync, names, dryRun, listing)
    try await Interruption.stopping {
      let results = try await ProgressLine.showing(after: .seconds(1)) { progress in
        await sync.sync(names.isEmpty ? nil : names, isDryRun: isDryRun, progress: progress)
      }
      let arePublic = try await Publication.update(publications, of: dependencies)
      if !isDryRun {
        let wanted = Folders.ownSettings.known().notifications
        await NewsNotifications(dependencies: dependencies, wanted: wanted).tell()
      }
      let reports = results.map { SyncReport(result: $0, isDryRun: isDryRun) }
      for report in reports { report.reportProblems() }
      state.reportUnseenWords()
      try listing.write(reports.map(\.json)) { output in
        let width = reports.reduce(0) { max($0, TextWidth.columns($1.result.remote.printable)) }
        for report in reports {
          try output.line(report.result.remote.printable.padded(to: width) + "  " + report.words)
        }
      }
      if Task.isCancelled { throw Interruption.ending }
      if !arePublic || results.contains(where: { $0.error != nil }) { throw ExitCode.failure }
    }
  }
}
