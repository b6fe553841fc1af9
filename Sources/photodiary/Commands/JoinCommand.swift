import ArgumentParser
import DiaryCore
import Localization
import Sync

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

  /// Who types an invitation a second time is told what became of the first.
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
