import ArgumentParser
import DiaryCore
import DiaryStore
import Localization
import Sync
import System

struct FollowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: localized("Read a public diary of somebody else."),
    discussion: localized(
      id: "discussion.follow",
      """
      The address is the one that `photodiary publish` printed: a folder, a git URL or \
      rclone:REMOTE:PATH, with # and the diary's id after it. With the id nobody can put another diary \
      in its place. The diary is one beside your own, to be read only; sync brings what is new.

      Examples:
        photodiary follow https://example.org/mina/travel.git#3f2a91c0... --name Mina
        photodiary --diary Mina
        photodiary --diary Mina sync
      """))

  @Argument(help: .localized("The address that `publish` printed."))
  var address: String

  @Option(localized("What the diary is called on this machine."), valueName: "name")
  var name: String?

  @Option(
    localized("Which photos come along: all or none; the others come when they are opened."),
    valueName: "which")
  var photos = PhotoPolicy.all

  func run() async throws {
    let (place, id) = try Self.parts(of: address)
    if let id { try await Self.requireNew(id) }
    let diary = name ?? Self.name(for: place)
    try SharedDiaries.requireNew(diary)
    let dependencies = Dependencies(Folders(newDiary: diary))
    let (sync, folders, photos) = (dependencies.sync, dependencies.folders, photos)
    var isMade = false
    defer { if !isMade { folders.forgetDiary() } }
    try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.follow(place, as: id, photos: photos, progress: progress)
    }
    isMade = true
    await dependencies.beginNews()
    let entries = CountWords.entries(try await dependencies.diary.count())
    ErrorLine.report(
      localized(
        "You follow \(diary): \(entries). Open it with: photodiary --diary \(ShellWord.quoted(diary))"
      ))
  }

  /// Once is enough: it would be told twice what is new in it.
  private static func requireNew(_ id: ID<FoundedDiary>) async throws {
    for name in SharedDiaries.names() {
      let other = Dependencies(Folders(newDiary: name))
      guard other.sync.isFollowed, try await other.unlocking.repository.diaryID() == id else {
        continue
      }
      throw CommandError(localized("You follow this diary already, as \(name)."))
    }
  }

  /// The address, and the id that stands after it.
  private static func parts(of text: String) throws -> (PublicAddress, ID<FoundedDiary>?) {
    guard let mark = text.lastIndex(of: "#") else {
      return (try PublicAddress(text, home: Environment["HOME"]), nil)
    }
    guard let id = ID<FoundedDiary>(text[text.index(after: mark)...]) else {
      throw CommandError(
        localized("What stands after # isn't a diary's id. Copy the whole address."))
    }
    return (try PublicAddress(String(text[..<mark]), home: Environment["HOME"]), id)
  }

  /// The last part of an address, without its ending.
  private static func name(for address: PublicAddress) -> String {
    let parts = address.place.text.split { "/:".contains($0) }
    let last = String(parts.last ?? "")
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}
