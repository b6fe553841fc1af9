import ArgumentParser
import DiaryCore
import Sync
import TerminalUI
import Text

struct SyncCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: localized("Sync the diary with its remotes."),
    discussion: localized(
      id: "discussion.sync",
      """
      Prints a line for each remote: what was sent, what was received and what's still waiting. \
      Problems go to standard error. The exit status is 1 if a remote failed, if texts are \
      missing, or if a photo couldn't be received for the second time; the other remotes are \
      synced anyway. Also updates the journals that you publish. It never asks anything. An entry \
      that was changed in two places at once keeps both versions.

      --install syncs every 15 minutes with a systemd user timer while you're logged in. \
      --uninstall removes the timer.

      Examples:
        photodiary sync
        photodiary sync home --dry-run
        photodiary sync --format json | jq -r '.[] | select(.error) | .remote'
        photodiary sync --install
      """))

  @Argument(
    help: .localized("The remotes to sync; by default, all of them.", valueName: "name"),
    completion: DiaryCompletion.remotes)
  var names: [String] = []

  @Flag(help: .localized("Show what would be sent and received, without changing anything."))
  var dryRun = false

  @Flag(help: .localized("Sync every 15 minutes with a systemd user timer."))
  var install = false

  @Flag(help: .localized("Remove the timer."))
  var uninstall = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  var allowsMissingDiary: Bool { uninstall }

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
      if !arePublic || !reports.allSatisfy(\.isComplete) { throw ExitCode.failure }
    }
  }
}

// MARK: - RemoteCommand

struct RemoteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote",
    abstract: localized(
      "Add, list and remove remotes: the places that your machines sync through."),
    discussion: localized(
      id: "discussion.remote",
      """
      A remote is a place that all your machines can reach: a folder that Syncthing or Dropbox \
      syncs or that is on a USB stick, a git repository, a remote of rclone, or a folder on a host \
      that ssh can reach. Everything sent there is encrypted, unless you use --plain. When you add \
      the first encrypted remote, six recovery words are printed alone on a line: write them down. \
      They're all you need to open the diary on a new machine.

      An address is /a/folder, a git URL or a path that ends in .git, rclone:REMOTE:PATH or \
      ssh://HOST/PATH. Without a sub-command, lists the remotes.

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
    commandName: "list",
    abstract: localized(
      "List the remotes, with their last sync and what's waiting."))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  /// `clone` needs the addresses.
  var allowsMissingDiary: Bool { true }

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
    try dependencies.unlocking.repository.requireNotMissing()
    if remotes.isEmpty { try dependencies.reportEmpty(CommandError.noRemote.line) }
  }
}

struct RemoteAdd: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: localized("Add a remote and sync with it."),
    discussion: localized(
      id: "discussion.remote-add",
      """
      Unless you use --plain, makes the diary's key if there's none yet, and prints its six \
      recovery words alone on a line; on a terminal, you're asked to type them back. A remote that \
      already contains this diary is connected; if this machine doesn't have the diary's key, you \
      need the recovery words.
      """))

  @Argument(help: .localized("The remote's name."))
  var name: String

  @Argument(
    help: .localized("The address: a folder, a git URL, rclone:REMOTE:PATH or ssh://HOST/PATH."),
    completion: .directory)
  var address: String

  @Flag(help: .localized("Don't encrypt the files there. Use it only for a folder of your own."))
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
      if let words = added.recoveryWords { try await RecoveryWordsOutput.show(words, of: sync) }
      if Task.isCancelled { throw Interruption.ending }
      if !report.isComplete { throw ExitCode.failure }
    }
  }
}

struct RemotePhotos: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: localized("Change which photos of other machines are received from a remote."),
    discussion: localized(
      id: "discussion.remote-photos",
      """
      Photos that are already here stay; to free space, run `photodiary photos --free SIZE`. With \
      all, the next sync fetches the missing photos.
      """))

  @Argument(help: .localized("The remote."), completion: DiaryCompletion.remotes)
  var name: String

  @Argument(help: .localized("all, small (previews) or none."))
  var photos: PhotoPolicy

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try await dependencies.sync.state().requireRemotes(named: [name])
    try await dependencies.sync.setPhotoPolicy(photos, of: name)
    ErrorLine.report(photos.confirmation(for: name))
  }
}

struct RemoteRemove: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: localized("Forget a remote. Files there are kept."))

  @Argument(help: .localized("The remote."), completion: DiaryCompletion.remotes)
  var name: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try await dependencies.sync.state().requireRemotes(named: [name])
    try await dependencies.sync.remove(remote: name)
    ErrorLine.report(
      localized("Removed \(name). Files there are kept; delete them there if you want."))
  }
}

/// Options for a remote that this machine adds.
struct NewRemoteOptions: ParsableArguments {
  @Option(localized("Photos from other machines to keep here: all, small (previews) or none."))
  var photos = PhotoPolicy.all

  @Option(
    localized("The file with the six recovery words, if needed; - is standard input."),
    valueName: "file", completion: .file())
  var recoveryFile: String?
}

extension PhotoPolicy: ExpressibleByArgument {}

// MARK: - CloneCommand

struct CloneCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: localized("Restore a diary from a remote to this machine."),
    discussion: localized(
      id: "discussion.clone",
      """
      Creates the diary in the folder given by --store, or else in the usual one, which must be \
      new or empty. This machine becomes a new device. Use the address that you gave to `remote \
      add`, or the one by which this machine reaches the same place. You're asked for the six \
      recovery words on a terminal; a remote that isn't encrypted needs none.

      Examples:
        photodiary clone ~/Sync/diary
        photodiary clone git@example.org:diary.git --photos small
        photodiary clone ssh://nas/srv/diary --recovery-file words.txt --store ~/diary
      """))

  @Argument(
    help: .localized("The address: a folder, a git URL, rclone:REMOTE:PATH or ssh://HOST/PATH."),
    completion: .directory)
  var address: String

  @Option(localized("The remote's name on this machine."), valueName: "name")
  var name = "home"

  @OptionGroup var options: NewRemoteOptions
  @OptionGroup var storeOptions: StoreOptions

  var allowsMissingDiary: Bool { true }

  func run(in dependencies: Dependencies) async throws {
    let remote = NewRemote(name: name, address: address, photos: options.photos)
    let source = RecoveryWordsSource(file: options.recoveryFile)
    if try dependencies.layout.wasEncrypted { try confirmUnencrypted(dependencies.layout.root) }
    try await Interruption.stopping {
      let result = try await source.using(remote) { remote in
        try await ProgressLine.showing(after: .seconds(1)) { progress in
          try await dependencies.sync.clone(remote, progress: progress)
        }
      }
      let report = SyncReport(result: result)
      report.reportProblems()
      let entries = CountText.entries(try await dependencies.diary.count())
      let store = dependencies.folders.store
      try Output.write { output in
        try output.line(localized("The diary is in \(store): \(entries)."))
      }
      if Task.isCancelled { throw Interruption.ending }
      guard report.isComplete else {
        ErrorLine.report(
          result.isOnlySendingRefused
            ? localized("Everything was received, but nothing can be sent there.")
            : localized("Not everything was received yet. To continue: photodiary sync"))
        throw ExitCode.failure
      }
    }
  }

  /// Asks before an unencrypted diary replaces a missing encrypted one.
  ///
  /// - Throws: `CommandError` if the user declines, or if there is no terminal.
  private func confirmUnencrypted(_ store: String) throws {
    let warning = localized(
      """
      The diary at \(store), which is missing, was encrypted. A clone isn't, until you run \
      `photodiary encrypt`.
      """)
    guard let prompt = TerminalPrompt() else {
      throw CommandError(
        localized(
          """
          \(warning) Run this in a terminal to clone it anyway, or choose another folder with \
          --store.
          """))
    }
    ErrorLine.report(warning)
    guard prompt.confirm(localized("Clone? [y/N] ")) == true else {
      throw CommandError(localized("Nothing was cloned."))
    }
  }
}

// MARK: - PhotosCommand

struct PhotosCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: localized(
      "Show how many photos are on this machine, fetch the others, free space, or list similar ones."
    ),
    discussion: localized(
      id: "discussion.photos",
      """
      With `photodiary remote photos NAME small`, photos of other machines are kept as previews; a \
      full photo is fetched when you open, export or back it up. --fetch fetches all of them now.

      --free removes photos and files from this machine to free the given space, starting with \
      those that were added first. It removes only files that are complete on a remote at that \
      moment, and none that are in a draft or not sent yet. Previews stay.

      --alike lists photos that look alike, such as copies in other sizes and bursts, the best of \
      each group first. Photos are decoded the first time, which can take a while.

      --read reads the words in photos, screenshots and scans with tesseract, so that searches \
      find them (text:receipt). Each photo is read once; Ctrl-C stops, and the next --read goes on.

      Examples:
        photodiary photos
        photodiary photos --fetch
        photodiary photos --read
        photodiary photos --free 2G
        photodiary photos --alike
      """))

  @Flag(help: .localized("Fetch all files that are only on other machines."))
  var fetch = false

  @Option(
    localized("Free this much space, such as 500M or 2G. Removed files can be fetched again."),
    valueName: "size")
  var free: ByteSize?

  @Flag(help: .localized("List photos that look alike, the best of each group first."))
  var alike = false

  @Flag(help: .localized("Read the words in the photos on this machine, for searches."))
  var read = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if [fetch, free != nil, alike, read].count(where: { $0 }) > 1 {
      throw ValidationError(
        localized("--fetch, --free, --alike and --read can't be used together."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    try dependencies.requireStore()
    try await Interruption.stopping {
      if alike { return try await listAlike(dependencies) }
      let (fetches, size, reads) = (fetch, free?.bytes, read)
      if reads { return try await readWords(dependencies) }
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
    let files = CountText.files(fetched.missing.count)
    return [localized("Couldn't fetch \(files): not on any remote.")]
  }

  /// Removes files until this many bytes are free. Returns a line for each failure.
  private static func free(_ bytes: Int, _ dependencies: Dependencies) async throws -> [String] {
    let sync = dependencies.sync
    let freed = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.free(bytes, progress: progress)
    }
    ErrorLine.report(
      localized(
        """
        Removed \(CountText.files(freed.files)) from this machine: \
        \(CountText.bytes(freed.bytes)).
        """))
    guard freed.bytes < bytes, freed.errors.isEmpty else { return freed.errors }
    return [localized("No other file here is on a remote, so nothing more was removed.")]
  }

  /// Lists the groups of photos that look alike.
  private func listAlike(_ dependencies: Dependencies) async throws {
    let finder = dependencies.alikeFinder
    let groups = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await finder.groups(progress: progress)
    }
    let names = await names(ofEntriesOf: groups, in: dependencies.diary)
    let json = groups.lazy.map { group in
      JSONValue.array(group.photos.map { $0.json })
    }
    try listing.write(json) { output in
      for (index, group) in groups.enumerated() {
        if index > 0 { try output.line("") }
        for photo in group.photos {
          let size =
            if let width = photo.photo.width, let height = photo.photo.height {
              "\(width)×\(height)"
            } else { "?" }
          let entry = photo.entries.first.flatMap { names[$0.id] } ?? ""
          let best = photo == group.best ? localized("best") : ""
          try output.line(
            [photo.photo.name.printable, size, CountText.bytes(photo.size), entry, best]
              .filter { !$0.isEmpty }.joined(separator: "  "))
        }
      }
    }
    if groups.isEmpty { try dependencies.reportEmpty(localized("No similar photos.")) }
    if Task.isCancelled { throw Interruption.ending }
  }

  /// Returns the number or id, and the title, of the first entry of each photo.
  private func names(
    ofEntriesOf groups: [AlikePhotos], in diary: DiaryService
  ) async -> [ID<Entry>: String] {
    let ids = Set(groups.flatMap(\.photos).compactMap { $0.entries.first?.id })
    let entries = (try? await diary.entries(ids: Array(ids))) ?? []
    let names = await diary.shortNames(of: entries)
    return Dictionary(
      uniqueKeysWithValues: zip(entries, names).map { entry, name in
        (entry.id, "\(name) \(entry.displayTitle.printable)")
      })
  }

  /// Reads the words in photos, and reports the result.
  private func readWords(_ dependencies: Dependencies) async throws {
    guard let run = dependencies.photoTextRun() else {
      throw CommandError(
        localized(
          """
          Install tesseract with its Korean or English data to read the words in photos: the \
          packages tesseract-ocr, tesseract-ocr-kor and tesseract-ocr-eng.
          """))
    }
    let outcome = try await ProgressLine.showing { progress in try await run.readAll(progress) }
    guard !outcome.isBusy else {
      throw CommandError(localized("Another photodiary is reading the words in these photos."))
    }
    for (photo, error) in outcome.problems {
      ErrorLine.write("\(photo.name.printable): \(error.words)")
    }
    if outcome.endedBy != nil {
      ErrorLine.write(
        localized(
          "Stopped, because tesseract failed at several photos in a row. Run it by itself to see why."
        ))
    }
    let json: JSONValue = [
      "read": .integer(outcome.read), "withWords": .integer(outcome.withWords),
      "left": .integer(outcome.left), "missing": .integer(outcome.missing),
      "failed": .integer(outcome.problems.count),
    ]
    try listing.write(one: json) { output in try output.line(outcome.words) }
    if Task.isCancelled { throw Interruption.ending }
    if !outcome.problems.isEmpty { throw ExitCode.failure }
  }

  private func report(_ dependencies: Dependencies) async throws {
    let (here, elsewhere) = try await dependencies.sync.photoCounts()
    let json: JSONValue = [
      "here": .integer(here.files), "bytes": .integer(here.bytes), "elsewhere": .integer(elsewhere),
    ]
    try listing.write(one: json) { output in
      let (files, bytes) = (CountText.files(here.files), CountText.bytes(here.bytes))
      try output.line(
        elsewhere == 0
          ? localized("\(files) here (\(bytes)), none elsewhere")
          : localized("\(files) here (\(bytes)), \(CountText.grouped(elsewhere)) elsewhere"))
    }
  }
}

extension ComparedPhoto {
  fileprivate var json: JSONValue {
    [
      "asset": .string(photo.asset.description), "name": .string(photo.name),
      "width": .optional(photo.width), "height": .optional(photo.height),
      "bytes": .integer(size), "entries": .array(entries.map { .string($0.id.description) }),
    ]
  }
}

extension PhotoTextOutcome {
  fileprivate var words: String {
    var parts = [
      localized("\(CountText.photos(read)) read, \(CountText.grouped(withWords)) with words"),
      localized(id: "phototexts.left", "\(CountText.grouped(left)) left"),
    ]
    if missing > 0 {
      parts.append(localized("\(CountText.grouped(missing)) not on this machine"))
    }
    return parts.joined(separator: ", ")
  }
}

extension PhotoTextError {
  fileprivate var words: String {
    switch self {
    case .photo(let problem): problem.reason
    case .program(let failure): failure.words
    case .unavailable: PictureProblem.unavailable.reason
    }
  }
}

extension PhotoTextFailure {
  fileprivate var words: String {
    switch self {
    case .tookTooLong, .timedOut: localized("tesseract took too long")
    case .crashed: localized("tesseract crashed")
    case .failed: localized("tesseract failed")
    }
  }
}
