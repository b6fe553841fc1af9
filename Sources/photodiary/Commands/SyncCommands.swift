import ArgumentParser
import DiaryCore
import Sync
import TerminalUI
import Text

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
        let wanted = Folders.userSettings.known().notifications
        await NewsNotifications(dependencies: dependencies, wanted: wanted).send()
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

// MARK: - RemoteCommand

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
    help: .localized("The address: a folder, a git URL, rclone:REMOTE:PATH or ssh://HOST/PATH."),
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
      if let words = added.words { try await RecoveryWordsHandout.show(words, of: sync) }
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

/// Options for a remote that this machine adds.
struct NewRemoteOptions: ParsableArguments {
  @Option(localized("Photos from other machines to keep here: all, small (previews) or none."))
  var photos = PhotoPolicy.all

  @Option(
    localized("The file with the six recovery words, where they are needed; - is standard input."),
    valueName: "file", completion: .file())
  var recoveryFile: String?
}

extension PhotoPolicy: ExpressibleByArgument {}

// MARK: - CloneCommand

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
    help: .localized("The address: a folder, a git URL, rclone:REMOTE:PATH or ssh://HOST/PATH."),
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

// MARK: - DeviceCommand

struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: localized("List the machines that write to the diary; rename or remove one."),
    discussion: localized(
      id: "discussion.device",
      """
      Without a sub-command the devices are listed: how their ids begin, when each was last seen, \
      and what it is called. Removing one that is lost makes a new key and prints six new recovery \
      words: nothing that is written from then on can be read there. What it had, it has.

      Examples:
        photodiary device
        photodiary device rename 3f2a91c0 "Old laptop"
        photodiary device remove 3f2a91c0
      """),
    subcommands: [DeviceList.self, DeviceRename.self, DeviceRemove.self],
    defaultSubcommand: DeviceList.self)
}

struct DeviceList: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List the devices, this one first."))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let devices = await dependencies.sync.state().devices
    try listing.write(devices.map(\.json)) { output in
      let length = TableFormat.prefixLength(of: devices.map(\.id))
      for device in devices {
        let seen = device.lastSeen.map(LocalTime.minute) ?? ""
        try output.line(
          [
            String(device.id.description.prefix(length)), seen.padded(to: 16), device.words,
          ].joined(separator: "  "))
      }
    }
    if devices.isEmpty { try dependencies.reportNone(localized("No devices.")) }
  }
}

struct DeviceRename: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: localized("Change what a device is called."))

  @OptionGroup var argument: DeviceArgument

  @Argument(help: .localized("The new name."))
  var name: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let device = try await dependencies.sync.state().device(withPrefix: argument.id)
    try await dependencies.sync.rename(device: device.id, to: name)
    ErrorLine.report(localized("Renamed “\(device.name)” to “\(name)”") + ".")
  }
}

struct DeviceRemove: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: localized("Keep a device from reading what is written from now on."),
    discussion: localized(
      id: "discussion.device-remove",
      """
      Receives from all remotes first, so that what the device had sent stays visible. Then a new \
      key is made, and its six recovery words are printed on one line: the old ones open only what \
      was written before. Nothing is accepted from the removed device any more. In a shared diary \
      you remove your own machines, and an owner also those of others, but for the founder's.
      """))

  @OptionGroup var argument: DeviceArgument
  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let device = try await dependencies.sync.state().device(withPrefix: argument.id)
    guard !device.isThis else {
      throw CommandError(
        localized("“\(device.name)” is this machine. Remove it from another one."))
    }
    let sync = dependencies.sync
    let words = try await sync.remove(device: device.id, isOffline: deciding.offline)
    ErrorLine.report(
      localized(
        "Removed “\(device.name)”. It can't read what is written from now on; what it had, it has.")
    )
    await deciding.reportUnreached(of: sync)
    if let words { try await RecoveryWordsHandout.show(words, of: sync) }
  }
}

/// Options of sub-commands that change devices, people or keys.
struct DecidingOptions: ParsableArguments {
  @Flag(
    help: .localized(
      "Continue if a remote can't be reached. What others sent there and isn't here is hidden then."
    ))
  var offline = false

  /// Reports why remotes couldn't be reached.
  func reportUnreached(of sync: SyncEngine) async {
    guard offline else { return }
    for remote in await sync.state().remotes {
      if let error = remote.error { ErrorLine.write(error) }
    }
  }
}

/// An argument that names a device by its id.
struct DeviceArgument: ParsableArguments {
  @Argument(
    help: .localized("The device's id, or its first characters."),
    completion: DiaryCompletion.devices)
  var id: String

  func validate() throws { try ChangedID.check([id]) }
}

extension DeviceState {
  /// The device's name and state.
  fileprivate var words: String {
    var words = name.printable
    if isThis { words += "  (\(localized("this machine")))" }
    if isRemoved { words += "  (\(localized(id: "device.removed", "removed")))" }
    return words
  }
}

// MARK: - PhotosCommand

struct PhotosCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: localized("Show which photos are on this machine; fetch them, or make room."),
    discussion: localized(
      id: "discussion.photos",
      """
      With `photodiary remote photos NAME small` photos of other machines come as previews; each is \
      fetched whole when you open, export or back it up. --fetch fetches all of them now. --free \
      removes photos and files from this machine until so much room is free, those that you added \
      first before others. Only what a remote lists at that moment, whole, is removed, and nothing \
      that a draft has or that is still to be sent. Previews stay.

      Examples:
        photodiary photos
        photodiary photos --fetch
        photodiary photos --free 2G
      """))

  @Flag(help: .localized("Fetch everything that is on other machines only."))
  var fetch = false

  @Option(
    localized("Make this much room, such as 500M or 2G; what goes can be fetched again."),
    valueName: "size")
  var free: ByteSize?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if fetch, free != nil {
      throw ValidationError(localized("--fetch and --free can't be used together."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    try dependencies.requireStore()
    let (fetches, size) = (fetch, free?.bytes)
    try await Interruption.stopping {
      let errors =
        if fetches {
          try await Self.fetch(dependencies)
        } else if let size {
          try await Self.free(size, dependencies)
        } else {
          [String]()
        }
      try await report(dependencies)
      for line in errors { ErrorLine.write(line) }
      if Task.isCancelled { throw Interruption.ending }
      if !errors.isEmpty { throw ExitCode.failure }
    }
  }

  /// Fetches everything that is on other machines only. Returns a line for each failure.
  private static func fetch(_ dependencies: Dependencies) async throws -> [String] {
    let sync = dependencies.sync
    let fetched = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.fetchAll(progress: progress)
    }
    guard !fetched.missing.isEmpty, fetched.errors.isEmpty else { return fetched.errors }
    let files = CountWords.files(fetched.missing.count)
    return [localized("\(files) couldn't be fetched: no remote has them.")]
  }

  /// Removes files until this many bytes are free. Returns a line for each failure.
  private static func free(_ bytes: Int, _ dependencies: Dependencies) async throws -> [String] {
    let sync = dependencies.sync
    let freed = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.free(bytes, progress: progress)
    }
    ErrorLine.report(
      localized(
        "Removed \(CountWords.files(freed.files)) from here: \(CountWords.bytes(freed.bytes))."))
    guard freed.bytes < bytes else { return freed.errors }
    return freed.errors + [localized("No remote has more of what is here, so nothing more goes.")]
  }

  private func report(_ dependencies: Dependencies) async throws {
    let (here, elsewhere) = try await dependencies.sync.photoCounts()
    let json: JSONValue = [
      "here": .integer(here.files), "bytes": .integer(here.bytes), "elsewhere": .integer(elsewhere),
    ]
    try listing.write(one: json) { output in
      let (files, bytes) = (CountWords.files(here.files), CountWords.bytes(here.bytes))
      try output.line(
        elsewhere == 0
          ? localized("\(files) here (\(bytes)), none elsewhere")
          : localized("\(files) here (\(bytes)), \(CountWords.grouped(elsewhere)) elsewhere"))
    }
  }
}
