import ArgumentParser
import DiaryCore
import Localization
import TerminalUI

struct RemoteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote",
    abstract: localized("Add, list and remove the places that your machines sync through."),
    discussion: localized(
      id: "discussion.remote",
      """
      A remote is a place that your machines reach: a folder that Syncthing, Dropbox or a stick \
      carries, a git repository, whatever rclone knows, or a host of ssh. What goes there is \
      encrypted, unless you say --plain. The first encrypted remote prints six recovery words on a \
      line: write them down. With them alone the diary can be opened on a new machine.

      An address is /a/folder, a git URL or a path that ends in .git, rclone:REMOTE:PATH or \
      ssh://HOST/PATH. Without a sub-command the remotes are listed.

      Examples:
        photodiary remote add home ~/Sync/diary
        photodiary remote add host git@example.org:diary.git --photos small
        photodiary remote add stick /media/stick/diary --plain
        photodiary remote photos host none
        photodiary remote remove stick
      """),
    subcommands: [RemoteList.self, RemoteAdd.self, RemotePhotos.self, RemoteRemove.self],
    defaultSubcommand: RemoteList.self)
}

struct RemoteList: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List the remotes, and how it stands with each."))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let state = await dependencies.sync.state()
    let remotes = state.remotes
    try listing.write(remotes.map(\.json)) { output in
      let names = remotes.reduce(0) { max($0, TextWidth.columns($1.name.printable)) }
      let addresses = remotes.reduce(0) { max($0, TextWidth.columns($1.address.printable)) }
      for remote in remotes {
        try output.line(
          [
            remote.name.printable.padded(to: names),
            remote.address.printable.padded(to: addresses), remote.words,
          ].joined(separator: "  "))
      }
    }
    for remote in remotes { remote.reportProblems() }
    state.reportUnseenWords()
    if remotes.isEmpty { try dependencies.reportNone(CommandError.noRemote.line) }
  }
}

struct RemoteAdd: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: localized("Add a remote, and sync with it."),
    discussion: localized(
      id: "discussion.remote-add",
      """
      Where a new key is made, its six recovery words are printed on one line; on a terminal you \
      are asked to type them back from your note. A remote that holds this diary already is taken \
      up; if this machine has no key of it, its recovery words are needed.
      """))

  @Argument(help: .localized("What you call it."))
  var name: String

  @Argument(
    help: .localized("Where it is: a folder, a git URL, rclone:REMOTE:PATH or ssh://HOST/PATH."),
    completion: .directory)
  var address: String

  @Flag(help: .localized("Don't encrypt what goes there: for a folder of your own."))
  var plain = false

  @OptionGroup var options: NewRemoteOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let (name, sync) = (name, dependencies.sync)
    let remote = NewRemote(name: name, address: address, isPlain: plain, photos: options.photos)
    let source = RecoveryWordsSource(file: options.recoveryFile)
    try await Interruption.stopping {
      let added = try await source.using(remote) { remote in
        try await ProgressLine.showing(after: .seconds(1)) { progress in
          try await sync.add(remote, progress: progress)
        }
      }
      let report = SyncReport(result: added.result)
      ErrorLine.report(localized("Added \(name): \(report.words)."))
      report.reportProblems()
      if let words = added.words { try await RecoveryWordsHandout.give(words, of: sync) }
      if Task.isCancelled { throw Interruption.ending }
      if added.result.error != nil { throw ExitCode.failure }
    }
  }
}

struct RemotePhotos: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: localized("Change which photos of other machines a remote brings here."),
    discussion: localized(
      id: "discussion.remote-photos",
      """
      What is here stays; `photodiary photos --free SIZE` makes room. With all, the next sync \
      fetches what is missing.
      """))

  @Argument(help: .localized("The remote."), completion: DiaryCompletion.remotes)
  var name: String

  @Argument(help: .localized("all, small (previews) or none."))
  var photos: PhotoPolicy

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try await dependencies.sync.state().requireRemotes(named: [name])
    try await dependencies.sync.keep(photos: photos, of: name)
    ErrorLine.report(photos.words(of: name))
  }
}

struct RemoteRemove: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: localized("Forget a remote; what lies there stays."))

  @Argument(help: .localized("The remote."), completion: DiaryCompletion.remotes)
  var name: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try await dependencies.sync.state().requireRemotes(named: [name])
    try await dependencies.sync.remove(remote: name)
    ErrorLine.report(
      localized("Removed \(name). What lies there stays; delete it there if you want."))
  }
}

/// What is said of a remote that this machine begins to use.
struct NewRemoteOptions: ParsableArguments {
  @Option(localized("Photos from other machines to keep here: all, small (previews) or none."))
  var photos = PhotoPolicy.all

  @Option(
    localized("The file with the six recovery words, where they are needed; - is standard input."),
    valueName: "file", completion: .file())
  var recoveryFile: String?
}

extension PhotoPolicy: ExpressibleByArgument {}
