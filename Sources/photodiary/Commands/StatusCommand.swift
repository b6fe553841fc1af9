import ArgumentParser
import DiaryApp
import DiaryCore
import DiaryStore
import Media
import TerminalUI
import Text

struct StatusCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: localized(
      "Show where the diary is, its author, its size and its state."),
    discussion: localized(
      id: "discussion.status",
      """
      In JSON, the state is available, empty, read-only, encrypted, locked, damaged, newer-format, \
      missing, no-permission or temporarily-unavailable. The exit status is 1 unless the diary is \
      available or empty; standard error then says what to do. “files” counts photos and \
      attachments together; in an encrypted diary, “photos” and “attachments” are null. “sync” \
      lists the remotes: when each was last synced, what's waiting to be sent, and how many files \
      aren't here.
      """))

  static var unlockingNeed: UnlockRequirement { .optional }

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  /// The status reports it.
  var allowsMissingDiary: Bool { true }

  func run(in dependencies: Dependencies) async throws {
    let status = await dependencies.diary.status()
    let remotes = await dependencies.sync.state().remotes
    try listing.write(one: status.json(remotes)) { output in
      let facts =
        status.facts(LocalTime.date(of:))
        + remotes.map {
          (name: localized("sync"), value: "\($0.name) (\($0.address)): \($0.words)")
        }
      let columns = 2 + facts.reduce(8) { max($0, TextWidth.columns($1.name)) }
      for (name, value) in facts { try output.line(name.padded(to: columns) + value) }
    }
    let limits = await dependencies.pictureProgram?.limits()
    if limits?.isFiltered == false {
      ErrorLine.write(
        localized(
          """
          This system doesn't support system call filters, so photos are decoded with limits on \
          memory, time and files only. Be careful with photos from strangers.
          """))
    }
    let canExtractFrames = MediaPrograms.installed.extractsFrames
    if !canExtractFrames || limits?.videosAreConfined == false, status.assets ?? 0 > 0,
      status.attachments != 0,
      let videos = try? await dependencies.diary.entries(EntryQuery(.withVideos, limit: 1)),
      !videos.isEmpty
    {
      ErrorLine.write(
        canExtractFrames
          ? localized(
            """
            This kernel has no Landlock, so ffmpeg could open other files while it reads videos. \
            Be careful with videos from strangers.
            """)
          : localized("Install ffmpeg to see frames and lengths of videos."))
    }
    for refused in status.refused { ErrorLine.write(refused.line) }
    for remote in remotes { remote.reportProblems() }
    dependencies.reportUnseenWords()
    if let problem = status.problem { throw problem }
  }
}

extension DiaryStatus {
  fileprivate func json(_ remotes: [RemoteState]) -> JSONValue {
    [
      "state": .string(state.rawValue),
      "store": .optional(path),
      "format": .optional(format),
      "author": author?.json ?? .null,
      "device": .optional(device?.description),
      "entries": .optional(entries),
      "waiting": .integer(pendingEntries),
      "trashed": .optional(trashed),
      "files": .optional(assets),
      "photos": .optional(photos),
      "attachments": .optional(attachments),
      "bytes": .optional(size),
      "saved": .optional(saved?.description),
      "sync": .array(remotes.map(\.json)),
      "refused": .array(refused.map(\.json)),
      "limits": .array(limits.map { .string($0.rawValue) }),
    ]
  }
}

extension RefusedLines {
  fileprivate var json: JSONValue {
    [
      "device": .string(device.description), "deviceName": .optional(deviceName),
      "person": .optional(person), "reason": .string(reason.rawValue), "lines": .integer(count),
    ]
  }
}

extension Author {
  var json: JSONValue {
    ["id": .string(id.description), "name": .string(name)]
  }
}

// MARK: - VerifyCommand

struct VerifyCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: localized("Check every line and photo, or repair the diary."),
    discussion: localized(
      id: "discussion.verify",
      """
      Prints one line for each finding: notes, which are harmless, and faults, which set the exit \
      status to 1.

      --repair rebuilds what it can from the entries (index.json, owner.json, FORMAT.txt) and \
      moves what can't be read to set-aside/ in the diary's folder. It never deletes anything that \
      someone wrote. --prune also removes photos that no entry or draft uses, a day after they \
      were added; photos named by a damaged line or a file in set-aside/ are kept.
      """))

  @Flag(help: .localized("Repair what can be repaired, then check again."))
  var repair = false

  @Flag(help: .localized("With --repair: remove unused photos."))
  var prune = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if prune, !repair { throw ValidationError(localized("--prune only works with --repair.")) }
  }

  func run(in dependencies: Dependencies) async throws {
    let folders = dependencies.folders
    let storeRepair = StoreRepair(
      root: folders.store, cipher: dependencies.layout.cipher, devicePath: folders.device,
      draftsFolder: folders.drafts, authorName: { AuthorName(folders: folders).find() },
      now: LocalTime.now)
    if repair {
      try storeRepair.run(prunes: prune) { action in ErrorLine.report(action.text) }
    }
    var findings: [StoreIssue] = []
    let summary = try await ProgressLine.showing { report in
      try StoreVerifier(
        root: folders.store, cipher: dependencies.layout.cipher, devicePath: folders.device,
        elsewhere: dependencies.sync.remoteOnly
      )
      .run(progress: report) { findings.append($0) }
    }
    try listing.write(findings.map(\.json)) { output in
      for finding in findings {
        try output.line(finding.severity.words.padded(to: 7) + finding.text)
      }
    }
    let remedies = storeRepair.remedies(for: findings.filter { $0.severity == .fault })
    let advice = Remedy.allCases.filter(remedies.contains).map(\.text)
    ErrorLine.report(([summary.line] + advice).joined(separator: " "))
    dependencies.reportUnseenWords()
    if summary.faults > 0 { throw ExitCode.failure }
  }
}

extension StoreIssue {
  fileprivate var json: JSONValue {
    [
      "severity": .string(severity.rawValue),
      "kind": .string(kind.rawValue),
      "file": .string(file),
      "line": .optional(line),
      "byte": .optional(byte),
      "entry": .optional(entry?.description),
      "text": .string(Language.english.speaking { text }),
    ]
  }
}

extension StoreIssue.Severity {
  fileprivate var words: String {
    switch self {
    case .note: localized("note")
    case .fault: localized("fault")
    }
  }
}

extension CheckSummary {
  fileprivate var line: String {
    let (lines, files) = (CountText.lines(lines), CountText.files(assets))
    guard faults > 0 else {
      return localized("Checked \(lines) and \(files). No problems found.")
    }
    return localized(
      counting: faults, one: "Checked \(lines) and \(files). Found \(faults) problem.",
      other: "Checked \(lines) and \(files). Found \(faults) problems.")
  }
}

// MARK: - WatchCommand

struct WatchCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: localized("Print changes to the diary as they happen."),
    discussion: localized(
      id: "discussion.watch",
      """
      Prints a line of JSON for each change, made by any program: {"kind":…,"entry":…}, where the \
      kind is added, updated, deleted, restored, purged, commented or comment-changed; the last \
      two also have {"comment":…}. A change that another machine made and that arrived by sync \
      also has {"device":{"id":…,"name":…}}. The options filter entries as those of `list` do. \
      Runs until interrupted.

      Examples:
        photodiary watch --tag family --notify
        photodiary watch | jq -r '.kind + " " + .entry.title'
      """))

  @OptionGroup var filters: FilterOptions

  @Flag(help: .localized("Also show each change as a desktop notification (notify-send)."))
  var notify = false

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let notifier = notify ? Notifier.find() : nil
    if notify, notifier == nil {
      ErrorLine.write(
        localized(
          "Can't show desktop notifications: notify-send isn't installed. Changes are only printed."
        ))
    }
    // Starts watching before the first refresh, so that no change is missed.
    let ticks = dependencies.ticks()
    try await dependencies.diary.refresh()
    let watching = Task {
      var left = filters.limit ?? .max
      var origin = ChangeOrigin(of: dependencies.diary)
      for await _ in ticks {
        let predicate = try await dependencies.diary.resolve(
          filters.predicate(in: dependencies.diary))
        let changes = try await dependencies.diary.refresh().filter {
          $0.kind != .hidden && predicate.matches($0.entry)
        }
        // Many ticks have no changes.
        let devices = await changes.isEmpty ? [] : dependencies.sync.state().devices
        for change in changes.prefix(left) {
          let device = await origin.device(of: change, among: devices)
          try report(change, from: device, of: dependencies.diary)
          notifier?.report(change, from: device)
          left -= 1
        }
        if left == 0 { return }
      }
      if Task.isCancelled { return }
      throw DiaryError.store(
        path: dependencies.folders.store,
        .unavailable(
          operation: .watching, reason: localized("the system's limit on file watches is reached")))
    }
    Interruption.cancel(watching)
    ErrorLine.report(localized("Watching \(dependencies.folders.store). Press Ctrl-C to stop."))
    do {
      try await watching.value
    } catch is ExitCode {
      return
    }
    await notifier?.finish()
  }

  private func report(
    _ change: DiaryChange, from device: DeviceState?, of diary: DiaryService
  ) throws {
    var object: JSONValue = [
      "kind": .string(change.kind.rawValue), "entry": change.entry.json(file: diary.path(of:)),
    ]
    if let comment = change.comment { object["comment"] = comment.json }
    if let device {
      object["device"] = ["id": .string(device.id.description), "name": .string(device.name)]
    }
    try Output.write { output in try JSONFormat.lines([object], to: &output) }
  }
}

// MARK: - AuthorCommand

struct AuthorCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "author",
    abstract: localized("Show the author, or change the author's name."),
    discussion: localized(
      id: "discussion.author",
      """
      The author's id is created with the diary and never changes. The name is only for display, \
      so you can change it.

      Examples:
        photodiary author
        photodiary author "홍길동"
      """))

  @Argument(help: .localized("The new name."))
  var name: String?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    if let name {
      let author = try await dependencies.diary.rename(author: name)
      ErrorLine.report(localized("Changed the author's name to “\(author.name)”."))
      return
    }
    let author = try await dependencies.diary.existingAuthor()
    let isShared = try await dependencies.diary.isShared()
    try listing.write(one: author?.json) { output in
      guard let author else { return }
      try output.line(localized("name").padded(to: 6) + author.name)
      if isShared { try output.line("id    \(author.id)") }
    }
    if author == nil {
      try dependencies.reportEmpty(
        localized("The diary has no author yet. It gets one with your first entry."))
    }
  }
}

// MARK: - ConfigCommand

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: localized("Print or edit the settings."),
    discussion: localized(
      id: "discussion.config",
      """
      Prints valid TOML: every option with its possible values, its current value and where that \
      comes from (default, config.toml, an environment variable or the command line).

      --edit opens config.toml in your editor. If there's no such file, it's created with every \
      option in a comment. Afterwards, mistakes are reported, and the file stays as you wrote it. \
      Open diaries apply the new settings immediately.

      Examples:
        photodiary config
        photodiary config --edit
      """))

  @Flag(name: .long, help: .localized("Open config.toml in your editor."))
  var edit = false

  @OptionGroup var screenOptions: ScreenOptions

  func run() throws {
    let file = Folders.userSettings
    if edit {
      try SettingsEditor(file: file).run()
      return
    }
    var settings = file.known().effective(screenOptions.choice)
    // Shows the name that a new diary would use.
    if settings.author == nil {
      settings.author = AuthorName(folders: try Folders(store: nil)).find()
    }
    try Output.write { output in try output.text(SettingsText.effective(settings, keys: .screens)) }
  }
}
