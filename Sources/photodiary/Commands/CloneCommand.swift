import ArgumentParser
import DiaryCore
import Localization

struct CloneCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: localized("Make the diary that a remote holds on this machine."),
    discussion: localized(
      id: "discussion.clone",
      """
      The diary is made in the folder that --store names, else in the usual one, which must be new \
      or empty, and this machine writes to it as a device of its own. The address is the one that \
      you gave to `remote add`, as it is seen from here. The six recovery words are asked for on a \
      terminal; a plain remote needs none.

      Examples:
        photodiary clone ~/Sync/diary
        photodiary clone git@example.org:diary.git --photos small
        photodiary clone ssh://nas/srv/diary --recovery-file words.txt --store ~/diary
      """))

  @Argument(
    help: .localized("Where it is: a folder, a git URL, rclone:REMOTE:PATH or ssh://HOST/PATH."),
    completion: .directory)
  var address: String

  @Option(localized("What you call the remote on this machine."), valueName: "name")
  var name = "home"

  @OptionGroup var options: NewRemoteOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let remote = NewRemote(name: name, address: address, photos: options.photos)
    let source = RecoveryWordsSource(file: options.recoveryFile)
    try await Interruption.stopping {
      let result = try await source.using(remote) { remote in
        try await ProgressLine.showing(after: .seconds(1)) { progress in
          try await dependencies.sync.clone(remote, progress: progress)
        }
      }
      SyncReport(result: result).reportProblems()
      let entries = CountWords.entries(try await dependencies.diary.count())
      let store = dependencies.folders.store
      try Output.write { output in
        try output.line(localized("The diary is in \(store): \(entries)."))
      }
      if Task.isCancelled { throw Interruption.ending }
      guard result.error == nil else {
        ErrorLine.report(localized("Not everything has come yet. To go on: photodiary sync"))
        throw ExitCode.failure
      }
    }
  }
}
