import ArgumentParser
import DiaryCore
import Localization
import Sync
import TerminalUI

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

/// A sub-command about the people of a diary: the only shared one, if none is named.
protocol PeopleSubcommand: DiaryCommand {}

extension PeopleSubcommand {
  func diaryName() throws -> String? {
    if storeOptions.diary != nil || storeOptions.store != nil { return storeOptions.diary }
    return try SharedDiaries.only()
  }
}

extension SyncEngine {
  /// The people, with those who ask as far as the remotes can be reached.
  ///
  /// - Parameter reportsFailures: whether a remote that can't be reached is reported here.
  func lookedUpPeople(reportsFailures: Bool = true) async throws -> [Person] {
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

  /// The person whose id begins with these digits. One who asks for a further device goes before the same
  /// one who is in, if `isAsking`, else after.
  func person(
    withPrefix prefix: String, isAsking: Bool = true, reportsFailures: Bool = true
  ) async throws -> Person {
    let prefix = prefix.lowercased()
    let all = try await lookedUpPeople(reportsFailures: reportsFailures).filter {
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

  /// Tells the others what was decided, as far as they can be reached; what can't goes with the next sync.
  func tellOthers() async {
    for result in await sync(nil, isDryRun: false, progress: { _ in }) {
      let report = SyncReport(result: result)
      report.reportProblems()
      // Of who removed themselves the others are told before they are shut out.
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
    let people = try await dependencies.sync.lookedUpPeople()
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
    await sync.tellOthers()
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
    await sync.tellOthers()
    if let words = await sync.state().unseenWords {
      try await RecoveryWordsHandout.give(words, of: sync)
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
    await sync.tellOthers()
  }
}

extension PersonRole: ExpressibleByArgument {}

/// A person who is to be changed, by their id.
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
