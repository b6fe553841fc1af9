import ArgumentParser
import DiaryCore
import Sync
import TerminalUI
import Text

struct ShareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: localized("Make a diary that several people share, or invite one more person."),
    discussion: localized(
      id: "discussion.share",
      """
      The diary is one beside your own, with people, remotes and keys of its own; what you write in \
      yours never gets there. The address is where it lies for all: what `remote add` takes, in a \
      place that the others reach, too. An invitation is printed on a line of its own. It is for one \
      person, once, within 14 days; give it to them in private. They use `photodiary join`, and you \
      let them in with `photodiary people`.

      For one more person, share the same name again. With --device the invitation is for another \
      machine of your own. With --from the new diary carries on another one that you share, as one \
      whose owner can't be reached: it begins with the entries and comments there, each in the name of \
      its author, and with you as its owner.

      Examples:
        photodiary share Family ~/Sync/family
        photodiary share Family
        photodiary --diary Family add "At the lake" --photo lake.jpg
        photodiary share Family --device
        photodiary share "Family 2" ~/Sync/family2 --from Family
      """))

  @Argument(help: .localized("What the diary is called."))
  var name: String

  @Argument(
    help: .localized("Where it is: a folder, a git URL, rclone:REMOTE:PATH or ssh://HOST/PATH."),
    completion: .directory)
  var address: String?

  @Flag(help: .localized("Invite another machine of your own."))
  var device = false

  @Option(help: .localized("Carry on that shared diary of yours in the new one."))
  var from: String?

  func run() async throws {
    try SharedDiaries.requireName(name)
    let known = SharedDiaries.names().contains(name)
    let dependencies = Dependencies(Folders(newDiary: name))
    let sync = dependencies.sync
    if known {
      if from != nil {
        throw CommandError(
          localized("There is a diary named \(name) already. --from needs a new name."))
      }
      try requireSame(await sync.state().remotes)
    } else {
      guard let address else {
        throw ValidationError(localized("A new diary needs the address where it is to lie."))
      }
      try await make(at: address, dependencies)
    }
    let (name, isForOwn) = (name, device)
    try await Interruption.stopping {
      let invitation = try await ProgressLine.showing(after: .seconds(1)) { progress in
        try await sync.invite(to: name, forOwnDevice: isForOwn, progress: progress)
      }
      try InvitationHandout.show(invitation)
      if Task.isCancelled { throw Interruption.ending }
    }
  }

  /// Checks that the address is one of the existing diary's remotes.
  ///
  /// - Throws: `CommandError` if it isn't.
  private func requireSame(_ remotes: [RemoteState]) throws {
    guard let address, !remotes.contains(where: { $0.address == address }) else { return }
    throw CommandError(
      localized(
        """
        There is a diary named \(name) already. Without an address this makes one more invitation \
        to it; for another place, use: photodiary --diary \(ShellWord.quoted(name)) remote add
        """))
  }

  private func make(at address: String, _ dependencies: Dependencies) async throws {
    let (name, sync, folders) = (name, dependencies.sync, dependencies.folders)
    var isMade = false
    defer { if !isMade { folders.forgetDiary() } }
    if let from {
      let source = Dependencies(Folders(newDiary: try SharedDiaries.found(from)))
      let opening = try await source.open(.needed)
      // Unlocks locked journals too, as their entries would be left behind.
      try await source.showLockedJournals(after: opening)
      let continuation = DiaryContinuation(source: source, target: dependencies)
      try await Interruption.stopping {
        try await ProgressLine.showing(after: .seconds(1)) { try await continuation.run($0) }
      }
    }
    let added = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.share(at: address, progress: progress)
    }
    if let error = added.result.error { throw CommandError(error) }
    isMade = true
    await dependencies.beginNews()
    ErrorLine.report(
      localized(
        "Made the diary \(name). Use it with: photodiary --diary \(ShellWord.quoted(name))"))
    guard let words = added.words else { return }
    ErrorLine.report(
      localized(
        """
        Its six recovery words, which open it where all devices are lost; write them down: \(words)
        """))
    sync.recordWordsSeen()
  }
}

// MARK: - JoinCommand

struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: localized("Ask to be let in to a diary that others share, by an invitation."),
    discussion: localized(
      id: "discussion.join",
      """
      The invitation is the line that begins with pd1: and that an owner gave you; - reads it from \
      standard input. The owner sees the name that you have in your own diary (see `author`) and three words, which \
      are printed here, too: tell them to each other, by phone for example. Once you are let in, \
      sync brings the diary.

      Examples:
        photodiary join pd1:q83v...
        photodiary join - --name Home --address /media/nas/family < invitation.txt
        photodiary --diary Family sync
      """))

  @Argument(help: .localized("The invitation, pd1:…; - is standard input."))
  var invitation: String

  @Option(
    localized("What the diary is called on this machine; else as whoever invited you calls it."),
    valueName: "name")
  var name: String?

  @Option(
    localized("Where the diary is, if that is another path on this machine."),
    valueName: "address", completion: .directory)
  var address: String?

  /// Checks that the user doesn't ask to join the diary already.
  ///
  /// - Throws: `CommandError` with the words of the first request.
  private static func requireNotAsking(_ diary: String) async throws(CommandError) {
    guard let known = SharedDiaries.names().first(where: { $0.isSameName(as: diary) }) else {
      return
    }
    guard let joining = await Dependencies(Folders(newDiary: known)).sync.joining() else { return }
    let check = joining.check.joined(separator: " ")
    throw CommandError(
      localized(
        """
        You ask to be let in to \(known) already, with the words \(check). If this is another \
        diary, give it another name with --name.
        """))
  }

  func run() async throws {
    let text =
      invitation == "-" ? try StandardInput.text() : invitation
    guard let invitation = Invitation(text) else {
      throw CommandError(
        localized("This isn't a whole invitation. Copy all of the line that begins with pd1:."))
    }
    let diary = name ?? invitation.diaryName
    try await Self.requireNotAsking(diary)
    try SharedDiaries.requireNew(diary)
    let dependencies = Dependencies(Folders(newDiary: diary))
    let (sync, folders, address) = (dependencies.sync, dependencies.folders, address)
    var isMade = false
    defer { if !isMade { folders.forgetDiary() } }
    let author = AuthorName(folders: folders).find()
    let person = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.join(invitation, at: address, as: author, progress: progress)
    }
    isMade = true
    let check = person.check.joined(separator: " ")
    try Output.write { output in try output.line(check) }
    ErrorLine.report(
      localized(
        """
        Asked to be let in to \(diary) as \(person.author.name). Tell the owner these three words. \
        Once you are let in, run: photodiary --diary \(ShellWord.quoted(diary)) sync
        """))
  }
}

// MARK: - PeopleCommand

struct PeopleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: localized("List who shares a diary; let people in, remove them, change their roles."),
    discussion: localized(
      id: "discussion.people",
      """
      Without a sub-command the people are listed, and who asks to be let in: how the id begins, the \
      name, the role, and three words. Before you approve somebody, ask them for the three words that \
      `join` printed on their machine. Only with the same ones it is them who asks.

      An owner writes, lets people in and removes them; a writer writes; a reader reads. Everybody \
      changes and deletes only what they wrote themselves. Who is removed gets nothing that is \
      written from then on; what they had, they have. With a single shared diary --diary isn't needed.

      Examples:
        photodiary people
        photodiary people approve 3f2a91c0
        photodiary people --diary Family role 3f2a91c0 reader
        photodiary people remove 3f2a91c0
      """),
    subcommands: [PeopleList.self, PeopleApprove.self, PeopleRemove.self, PeopleRole.self],
    defaultSubcommand: PeopleList.self)
}

/// A sub-command about the people of a diary. Without a name, it uses the only shared diary.
protocol PeopleSubcommand: DiaryCommand {}

extension PeopleSubcommand {
  func diaryName() throws -> String? {
    if storeOptions.diary != nil || storeOptions.store != nil { return storeOptions.diary }
    return try SharedDiaries.only()
  }
}

extension SyncEngine {
  /// Returns the people, and those who want to join as far as remotes can be reached.
  ///
  /// - Parameter reportsFailures: `true` to report remotes that can't be reached.
  /// - Throws: `DiaryError` if the user isn't approved yet; `CommandError` if the diary isn't
  ///   shared.
  func currentPeople(reportsFailures: Bool = true) async throws -> [Person] {
    if let joining = await joining() {
      throw DiaryError.account(.notApproved(check: joining.check))
    }
    do throws(SyncError) { try await lookForRequests() } catch {
      if reportsFailures { ErrorLine.write(error.line) }
    }
    guard let people = try await people() else {
      throw CommandError(
        localized("This diary is yours alone. Make one to share: photodiary share NAME ADDRESS"))
    }
    return people
  }

  /// Returns the person whose id begins with these digits. A member who wants to join with another
  /// device is listed twice: the request is returned if `isAsking`, else the member.
  ///
  /// - Throws: `CommandError` if there is no such person, or several.
  func person(
    withPrefix prefix: String, isAsking: Bool = true, reportsFailures: Bool = true
  ) async throws -> Person {
    let prefix = prefix.lowercased()
    let all = try await currentPeople(reportsFailures: reportsFailures).filter {
      $0.id.description.lowercased().hasPrefix(prefix)
    }
    let found = all.filter { person in
      (person.state == .asking) == isAsking || !all.contains { $0.id == person.id && $0 != person }
    }
    guard let person = found.first else {
      throw CommandError(
        localized(
          """
          There's nobody “\(prefix.shortened)” in this diary. Run `photodiary people` to see their \
          ids.
          """))
    }
    guard found.count == 1 else {
      throw CommandError(
        localized("\(found.count) people have ids that begin with \(prefix.shortened). Give more."))
    }
    return person
  }

  /// Syncs with all remotes, so that others receive a decision. Those that can't be reached receive
  /// it with a later sync.
  func syncDecision() async {
    for result in await sync(nil, isDryRun: false, progress: { _ in }) {
      let report = SyncReport(result: result)
      report.reportProblems()
      // Users who remove themselves lose access after their lines are sent, so the error is
      // expected.
      guard result.error != nil, result.sentLines == 0 else { continue }
      ErrorLine.report(
        localized("The others don't know it yet. To tell them, sync again later."))
    }
  }
}

struct PeopleList: PeopleSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List the people, and who asks to be let in."))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let people = try await dependencies.sync.currentPeople()
    try listing.write(people.map(\.json)) { output in
      let names = people.reduce(0) { max($0, TextWidth.columns($1.name.printable)) }
      for person in people {
        try output.line(
          [
            String(person.id.description.prefix(8)), person.name.printable.padded(to: names),
            person.words, person.check.joined(separator: " "),
          ].joined(separator: "  "))
      }
    }
  }
}

struct PeopleApprove: PeopleSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "approve",
    abstract: localized("Let somebody in who asks, once the three words are the same."))

  @OptionGroup var argument: PersonArgument
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let sync = dependencies.sync
    let person = try await sync.person(withPrefix: argument.id)
    guard person.state == .asking else {
      throw CommandError(localized("\(person.name) doesn't ask to be let in."))
    }
    try await sync.approve(person.id)
    let check = person.check.joined(separator: " ")
    ErrorLine.report(localized("Let \(person.name) in, with the words: \(check).").printable)
    await sync.syncDecision()
  }
}

struct PeopleRemove: PeopleSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: localized("Remove somebody, or refuse who asks."),
    discussion: localized(
      id: "discussion.people-remove",
      """
      Receives what others sent first. A new key is made, and its six recovery words are printed on \
      one line: what is written from then on is closed to who was removed. What they wrote and sent \
      stays, and what they had, they have. Your own id leaves the diary; the last owner can't.
      """))

  @OptionGroup var argument: PersonArgument
  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let sync = dependencies.sync
    let person = try await sync.person(withPrefix: argument.id, reportsFailures: false)
    guard person.state != .removed else {
      throw CommandError(localized("\(person.name) was removed before."))
    }
    try await sync.remove(person.id, isOffline: deciding.offline)
    ErrorLine.report(PersonWords.outcome(ofRemoving: person))
    if person.state == .asking { return }
    await sync.syncDecision()
    if let words = await sync.state().unseenWords {
      try await RecoveryWordsHandout.show(words, of: sync)
    }
  }
}

struct PeopleRole: PeopleSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "role", abstract: localized("Change what somebody may do."))

  @OptionGroup var argument: PersonArgument

  @Argument(help: .localized("owner, writer or reader."))
  var role: PersonRole

  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let sync = dependencies.sync
    let person = try await sync.person(
      withPrefix: argument.id, isAsking: false, reportsFailures: false)
    guard person.state == .member else {
      throw CommandError(localized("\(person.name) isn't in this diary."))
    }
    try await sync.change(person.id, to: role, isOffline: deciding.offline)
    ErrorLine.report(PersonWords.outcome(ofChanging: person, to: role))
    await sync.syncDecision()
  }
}

extension PersonRole: ExpressibleByArgument {}

/// An argument that names a person by their id.
struct PersonArgument: ParsableArguments {
  @Argument(
    help: .localized("The person's id, or its first characters."),
    completion: DiaryCompletion.people)
  var id: String

  func validate() throws { try ChangedID.check([id]) }
}

extension Person {
  fileprivate var json: JSONValue {
    [
      "id": .string(id.description), "name": .string(name), "role": .string(role.rawValue),
      "state": .string(state.rawValue), "check": .string(check.joined(separator: " ")),
      "this": .bool(isThis),
    ]
  }
}

// MARK: - DiariesCommand

struct DiariesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diaries",
    abstract: localized("List the diaries that you share or follow, and how it stands with each."),
    discussion: localized(
      id: "discussion.diaries",
      """
      Your own diary isn't among them. The state is member, asking, removed or followed.

      Examples:
        photodiary diaries
        photodiary diaries --format json | jq -r '.[].name'
      """))

  @OptionGroup var listing: ListingOptions

  func run() async throws {
    var diaries: [SharedDiaryState] = []
    for name in SharedDiaries.names() { diaries.append(await SharedDiaryState(name)) }
    try listing.write(diaries.map(\.json)) { output in
      let width = diaries.reduce(0) { max($0, TextWidth.columns($1.name)) }
      for diary in diaries {
        try output.line(diary.name.padded(to: width) + "  " + diary.words)
      }
    }
    if diaries.isEmpty {
      ErrorLine.report(localized("No shared diaries, and none that you follow."))
    }
  }
}

/// The state of a shared diary.
struct SharedDiaryState {
  let name: String
  private let store: String
  private let own: Person?
  private let people: Int
  private let asking: Int
  private let entries: Int?
  private let isFollowed: Bool
  /// `true` if the diary can't be read.
  private let isLocked: Bool

  init(_ name: String) async {
    self.name = name
    let dependencies = Dependencies(Folders(newDiary: name))
    store = dependencies.folders.store
    let all = (try? await dependencies.sync.people()) ?? []
    if let joining = await dependencies.sync.joining() {
      own = Person(
        id: joining.author.id, name: joining.author.name, role: .writer, state: .asking,
        check: joining.check, isThis: true)
    } else {
      own = all.first(where: \.isThis)
    }
    people = all.count { $0.state == .member }
    asking = all.count { $0.state == .asking }
    entries = try? await dependencies.diary.count()
    isFollowed = dependencies.sync.isFollowed
    isLocked = dependencies.unlocking.state == .locked
  }

  var json: JSONValue {
    [
      "name": .string(name), "store": .string(store),
      "state": .optional(
        isFollowed ? "followed" : isLocked ? "locked" : own?.state.rawValue),
      "role": .optional(own?.state == .member ? own?.role.rawValue : nil),
      "people": .integer(people), "asking": .integer(asking), "entries": .optional(entries),
    ]
  }

  var words: String {
    var parts: [String] = []
    switch own?.state {
    case nil where isFollowed: parts.append(localized("followed"))
    case nil where isLocked: parts.append(localized("locked"))
    case .member?: parts.append(own?.role.words ?? "")
    case .asking?:
      parts.append(localized("asking to be let in: \((own?.check ?? []).joined(separator: " "))"))
    case .removed?: parts.append(PersonWords.removed)
    case nil: parts.append(localized("not yours"))
    }
    if people > 0, !isFollowed { parts.append(CountWords.people(people)) }
    if let entries, people > 0 { parts.append(CountWords.entries(entries)) }
    if asking > 0 { parts.append(localized("\(CountWords.people(asking)) asking")) }
    return parts.joined(separator: ", ")
  }
}
