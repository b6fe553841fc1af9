import ArgumentParser
import DiaryCore
import Localization
import Sync

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
      try InvitationHandout.give(invitation)
      if Task.isCancelled { throw Interruption.ending }
    }
  }

  /// A diary that is there already isn't made at another place.
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
      // What is locked there would be left behind.
      try await source.showLockedJournals(after: opening)
      let carried = CarriedDiary(source: source, target: dependencies)
      try await Interruption.stopping {
        try await ProgressLine.showing(after: .seconds(1)) { try await carried.carryOn($0) }
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
