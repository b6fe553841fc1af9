import ArgumentParser
import DiaryCore
import Sync
import TerminalUI
import Text

struct ShareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: localized("Create a diary to share, or invite another person."),
    discussion: localized(
      id: "discussion.share",
      """
      Creates a diary separate from your own, with its own people, remotes and keys. Nothing that \
      you write in your own diary can end up in the shared one. Write the address as for `remote \
      add`; it must be a place that everyone can reach.

      Prints an invitation alone on a line. One person can use it, once, within 14 days; give it \
      to them privately. They run `photodiary join`, and you approve them with `photodiary \
      people`. To invite another person, run `share` again with the name only.

      With --device, the invitation is for another machine of yours. With --from, the new diary \
      continues another one that you share, such as one whose owner can't be reached: it starts \
      with the entries and comments there, each with its author, and with you as its owner.

      Examples:
        photodiary share Family ~/Sync/family
        photodiary share Family
        photodiary --diary Family add "At the lake" --photo lake.jpg
        photodiary share Family --device
        photodiary share "Family 2" ~/Sync/family2 --from Family
      """))

  @Argument(help: .localized("The diary's name."))
  var name: String

  @Argument(
    help: .localized("The address: a folder, a git URL, rclone:REMOTE:PATH or ssh://HOST/PATH."),
    completion: .directory)
  var address: String?

  @Flag(help: .localized("Invite another machine of yours."))
  var device = false

  @Option(help: .localized("Continue this shared diary in the new one."))
  var from: String?

  func run() async throws {
    try SharedDiaries.requireName(name)
    let known = SharedDiaries.names().contains(name)
    let dependencies = Dependencies(Folders(newDiary: name))
    let sync = dependencies.sync
    if known {
      if from != nil {
        throw CommandError(
          localized("You already have a diary named \(name). --from needs a new name."))
      }
      try requireSame(await sync.state().remotes)
    } else {
      guard let address else {
        throw ValidationError(
          localized(
            """
            A new diary needs an address: photodiary share NAME ADDRESS
            """))
      }
      try SharedDiaries.requireNotMissing(name)
      try await make(at: address, dependencies)
    }
    let (name, isForOwn) = (name, device)
    try await Interruption.stopping {
      let invitation = try await ProgressLine.showing(after: .seconds(1)) { progress in
        try await sync.invite(to: name, forOwnDevice: isForOwn, progress: progress)
      }
      try InvitationOutput.show(invitation)
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
        You already have a diary named \(name). Leave out the address to invite another person, or \
        add another address with: photodiary --diary \(ShellWord.quoted(name)) remote add
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
    // Only later entries are news.
    _ = try? await dependencies.lookForNews()
    ErrorLine.report(
      localized(
        "Created the diary \(name). To use it: photodiary --diary \(ShellWord.quoted(name))"))
    guard let words = added.recoveryWords else { return }
    ErrorLine.report(
      localized(
        "Write down its six recovery words. They open it if all devices are lost: \(words)"))
    sync.recordRecoveryWordsSeen()
  }
}

// MARK: - JoinCommand

struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: localized("Ask to join a shared diary with an invitation."),
    discussion: localized(
      id: "discussion.join",
      """
      The invitation is the line that begins with pd1: and that you got from an owner; - reads it \
      from standard input. Prints three words. The owner sees the same words and the name from \
      your own diary (see `author`). Compare the words, for example by phone. Once the owner has \
      approved you, sync to receive the diary.

      Examples:
        photodiary join pd1:q83v...
        photodiary join - --name Home --address /media/nas/family < invitation.txt
        photodiary --diary Family sync
      """))

  @Argument(help: .localized("The invitation, pd1:…; - is standard input."))
  var invitation: String

  @Option(
    localized("The diary's name on this machine; by default, the name in the invitation."),
    valueName: "name")
  var name: String?

  @Option(
    localized("The diary's address, if the path is different on this machine."),
    valueName: "address", completion: .directory)
  var address: String?

  /// Checks that the user doesn't ask to join the diary already.
  ///
  /// - Throws: `CommandError` with the words of the first request.
  private static func requireNotAsking(_ diary: String) async throws {
    guard let known = SharedDiaries.names().first(where: { $0.isSameName(as: diary) }) else {
      return
    }
    guard let joining = await Dependencies(Folders(newDiary: known)).sync.joining() else { return }
    let check = joining.verificationWords.joined(separator: " ")
    throw CommandError(
      localized(
        """
        You've already asked to join \(known), with the words \(check). If this is another diary, \
        choose another name with --name.
        """))
  }

  func run() async throws {
    let text =
      invitation == "-" ? try StandardInput.text() : invitation
    guard let invitation = Invitation(text) else {
      throw CommandError(
        localized("The invitation is incomplete. Copy the whole line that begins with pd1:."))
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
    let check = person.verificationWords.joined(separator: " ")
    try Output.write { output in try output.line(check) }
    ErrorLine.report(
      localized(
        """
        Asked to join \(diary) as \(person.author.name). Tell the owner these three words. Once \
        you're approved, run: photodiary --diary \(ShellWord.quoted(diary)) sync
        """))
  }
}

// MARK: - PeopleCommand

struct PeopleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: localized(
      """
      List, approve and remove people in a shared diary, or change their roles.
      """),
    discussion: localized(
      id: "discussion.people",
      """
      Without a sub-command, lists the members and those who want to join, each with an id, a \
      name, a role and three words. Before you approve someone, ask them for the three words that \
      `join` printed on their machine. If they're the same, the request is really from them.

      An owner writes, and approves and removes people; an editor writes; a viewer reads. You can \
      change and delete only your own entries. People you remove can't read anything written from \
      then on; they keep what they already have. If you share only one diary, --diary isn't needed.

      Examples:
        photodiary people
        photodiary people approve 3f2a91c0
        photodiary people --diary Family role 3f2a91c0 viewer
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
      throw DiaryError.account(.notApproved(verificationWords: joining.verificationWords))
    }
    do { try await fetchRequests() } catch {
      if reportsFailures { ErrorLine.write(error.line) }
    }
    guard let people = try await people() else {
      throw CommandError(
        localized("This diary isn't shared. To create one to share: photodiary share NAME ADDRESS"))
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
      (person.state == .pending) == isAsking || !all.contains { $0.id == person.id && $0 != person }
    }
    guard let person = found.first else {
      throw CommandError(
        localized(
          """
          There's no one “\(prefix.shortened)” in this diary. Run `photodiary people` to see their \
          ids.
          """))
    }
    guard found.count == 1 else {
      throw CommandError(
        localized(
          """
          \(found.count) people have ids that begin with \(prefix.shortened). Give more characters.
          """))
    }
    return person
  }
}

struct PeopleList: PeopleSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List the members, and those who want to join."))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let people = try await dependencies.sync.currentPeople()
    try listing.write(people.map(\.json)) { output in
      let names = people.reduce(0) { max($0, TextWidth.columns($1.name.printable)) }
      let states = people.reduce(0) { max($0, TextWidth.columns($1.statusLabel)) }
      for person in people {
        try output.line(
          [
            String(person.id.description.prefix(8)), person.name.printable.padded(to: names),
            person.statusLabel.padded(to: states),
            person.verificationWords.joined(separator: " "),
          ].joined(separator: "  "))
      }
    }
  }
}

struct PeopleApprove: PeopleSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "approve",
    abstract: localized("Approve someone, after comparing the three words."))

  @OptionGroup var argument: PersonArgument
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let sync = dependencies.sync
    let person = try await sync.person(withPrefix: argument.id)
    guard person.state == .pending else {
      throw CommandError(localized("\(person.name) hasn't asked to join."))
    }
    try await sync.approve(person.id)
    let check = person.verificationWords.joined(separator: " ")
    ErrorLine.report(localized("Approved \(person.name), with the words: \(check).").printable)
    try await sync.sendDecision()
  }
}

struct PeopleRemove: PeopleSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: localized("Remove someone, or refuse a request."),
    discussion: localized(
      id: "discussion.people-remove",
      """
      Receives what others have sent, then makes a new key and prints its six recovery words alone \
      on a line. The person can't read anything written from then on. Their entries stay, and they \
      keep what they already have. To leave the diary, use your own id; the last owner can't leave.
      """))

  @OptionGroup var argument: PersonArgument
  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let sync = dependencies.sync
    let person = try await sync.person(withPrefix: argument.id, reportsFailures: false)
    guard person.state != .removed else {
      throw CommandError(localized("\(person.name) was already removed."))
    }
    let isOffline = deciding.offline
    try await Interruption.stopping {
      try await sync.remove(person.id, isOffline: isOffline)
      ErrorLine.report(PersonText.outcome(ofRemoving: person))
      if person.state != .pending { try await sync.sendDecision() }
    }
  }
}

struct PeopleRole: PeopleSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "role", abstract: localized("Change someone's role."))

  @OptionGroup var argument: PersonArgument

  @Argument(help: .localized("The new role: owner, editor or viewer."))
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
    ErrorLine.report(PersonText.outcome(ofChanging: person, to: role))
    try await sync.sendDecision()
  }
}

extension PersonRole: ExpressibleByArgument {
  /// The name on the command line, the same as on the screens.
  private var name: String {
    switch self {
    case .owner: "owner"
    case .editor: "editor"
    case .viewer: "viewer"
    }
  }

  package static var allValueStrings: [String] { allCases.map(\.name) }

  /// Accepts the name in JSON, too.
  package init?(argument: String) {
    let role = Self.allCases.first { [$0.name, $0.rawValue].contains(argument) }
    guard let role else { return nil }
    self = role
  }
}

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
      "state": .string(state.rawValue), "check": .string(verificationWords.joined(separator: " ")),
      "this": .bool(isCurrentUser),
    ]
  }
}

// MARK: - DiariesCommand

struct DiariesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diaries",
    abstract: localized("List the diaries that you share or follow, with their state."),
    discussion: localized(
      id: "discussion.diaries",
      """
      Your own diary isn't listed. In JSON, the state is member, asking, removed, followed or \
      locked.

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
      ErrorLine.report(localized("You don't share or follow any diaries."))
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
        id: joining.author.id, name: joining.author.name, role: .editor, state: .pending,
        verificationWords: joining.verificationWords, isCurrentUser: true)
    } else {
      own = all.first(where: \.isCurrentUser)
    }
    people = all.count { $0.state == .member }
    asking = all.count { $0.state == .pending }
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
    case .member?: parts.append(own?.role.label ?? "")
    case .pending?:
      parts.append(
        localized("waiting for approval: \((own?.verificationWords ?? []).joined(separator: " "))"))
    case .removed?: parts.append(PersonText.removed)
    case nil: parts.append(localized("not a member"))
    }
    if people > 0, !isFollowed { parts.append(CountText.people(people)) }
    if let entries, people > 0 { parts.append(CountText.entries(entries)) }
    if asking > 0 { parts.append(localized("\(CountText.people(asking)) waiting")) }
    return parts.joined(separator: ", ")
  }
}
