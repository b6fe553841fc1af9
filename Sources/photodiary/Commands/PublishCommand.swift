import ArgumentParser
import DiaryCore
import DiaryStore
import Sync
import System
import TerminalUI
import Text

struct PublishCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: localized(
      "Publish a journal as a site with a feed, and as a diary that others can follow."),
    discussion: localized(
      id: "discussion.publish",
      """
      NAME is a journal; with --all, it's the title for everything that you wrote in the diary. \
      The address is a folder (of a web server, for example), a git repository, whose branch \
      gh-pages gets the site, or rclone:REMOTE:PATH. Writes a site there with an Atom feed, \
      feed.xml, and beside it the entries as signed lines, which others receive with `photodiary \
      follow`. Prints the address for followers.

      Before the first time, shows what becomes public and asks. Photos are published without \
      their location, camera and other metadata, unless you use --keep-location. Each `photodiary \
      sync` updates the site, and so does `publish` without an address. Entries that you delete or \
      move to another journal are removed from it, but others may have copied them. Without a \
      name, lists what is public.

      Examples:
        photodiary publish Travel ~/public_html/travel
        photodiary publish Travel git@example.org:mina/travel.git --web https://mina.example.org
        photodiary publish Travel
        photodiary publish Travel --stop
      """))

  @Argument(
    help: .localized("The journal; with --all, the title."), completion: DiaryCompletion.journals)
  var name: String?

  @Argument(
    help: .localized("The address: a folder, a git URL or rclone:REMOTE:PATH."),
    completion: .directory)
  var address: String?

  @Flag(help: .localized("Publish all journals."))
  var all = false

  @Flag(help: .localized("Keep the location and the camera in the photos."))
  var keepLocation = false

  @Option(
    localized("The site's web address, for the links in the feed."), valueName: "url")
  var web: String?

  @Flag(help: .localized("Don't ask before publishing."))
  var yes = false

  @Flag(help: .localized("Stop publishing. Files there are kept."))
  var stop = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if name == nil, all || keepLocation || web != nil || yes || stop {
      throw ValidationError(localized("Name the journal to publish."))
    }
    if stop, address != nil || all || keepLocation || web != nil {
      throw ValidationError(localized("--stop can't be combined with other options."))
    }
    if let web, !web.hasPrefix("https://"), !web.hasPrefix("http://") {
      throw ValidationError(localized("--web needs an address that begins with https://."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    guard let name else { return try list(of: dependencies) }
    let known = Publication.all(of: dependencies).first { JournalName.isSame(name, as: $0.name) }
    if stop { return try end(known, name) }
    guard let address else {
      guard let known else {
        throw CommandError(
          localized("\(name) isn't public yet. Give an address: photodiary publish NAME ADDRESS"))
      }
      return try await update(known, dependencies)
    }
    var publication = try await publication(name, at: address, known, dependencies)
    if let known, known.address == publication.address {
      publication.diary = known.diary
    } else {
      try await confirm(publication, dependencies)
    }
    publication.assets = known?.keepsLocation == keepLocation ? known?.assets ?? [:] : [:]
    try publication.save()
    var isMade = false
    defer { if !isMade, known == nil { publication.forget() } }
    try await update(publication, dependencies)
    isMade = true
  }

  /// Returns the publication that the options describe.
  ///
  /// - Throws: an error if the name, address or journal isn't valid, or if the journal is locked.
  private func publication(
    _ name: String, at address: String, _ known: Publication?, _ dependencies: Dependencies
  ) async throws -> Publication {
    try dependencies.requireStore()
    try SharedDiaries.requireName(name)
    guard !dependencies.sync.isFollowed else { throw DiaryError.account(.follower) }
    let place = try PublicAddress(address, home: Environment["HOME"])
    let journals = try await dependencies.diary.journals().map(\.name)
    var journal: String?
    if !all {
      journal = journals.first { JournalName.isSame(name, as: $0) }
      guard journal != nil else {
        throw CommandError(
          localized(
            """
            There's no journal \(name). Journals: \
            \(journals.map(JournalName.displayName).joined(separator: ", ")). To publish all of \
            them, use --all.
            """))
      }
    }
    // Locked journals can't be published before they are unlocked.
    let hidden = try await dependencies.diary.hiddenJournals()
    if let locked = (journal.map { [$0] } ?? journals).first(where: hidden.contains) {
      throw DiaryError.hiddenJournal(locked)
    }
    if known == nil, let other = Publication.named(name), other.store != dependencies.layout.root {
      throw CommandError(
        localized("Another diary already publishes as \(name). Choose another name."))
    }
    return Publication(
      name: known?.name ?? journal ?? name, store: dependencies.layout.root,
      address: place.pages.text, journal: journal, keepsLocation: keepLocation, web: web)
  }

  /// Shows what will be public, and asks for confirmation.
  ///
  /// - Throws: `CommandError` if the user declines, or if there is no terminal.
  private func confirm(_ publication: Publication, _ dependencies: Dependencies) async throws {
    let size = try await dependencies.diary.publicSize(of: publication.query)
    let author = try await dependencies.diary.existingAuthor()?.name ?? ""
    ErrorLine.report(
      localized(
        """
        Anyone will be able to read \(CountText.entries(size.entries)) and \
        \(CountText.photos(size.photos)) by \(author) at \(publication.address), with their \
        texts, dates, tags, moods and place names.
        """))
    ErrorLine.report(
      keepLocation
        ? localized("Photos keep their location and camera.")
        : localized("Locations, names and serial numbers are removed from the photos."))
    ErrorLine.report(localized("If you remove something later, others may have copied it by then."))
    if yes { return }
    guard let prompt = TerminalPrompt() else {
      throw CommandError(
        localized("Nothing was published. To publish without a terminal, use --yes."))
    }
    guard prompt.confirm(localized("Publish? [y/N] ")) == true else {
      throw CommandError(localized("Nothing was published."))
    }
  }

  private func update(_ publication: Publication, _ dependencies: Dependencies) async throws {
    try await Interruption.stopping {
      var publication = publication
      let change = try await publication.updateShowingProgress(of: dependencies)
      for problem in change.problems { ErrorLine.write(problem) }
      ErrorLine.report("\(JournalName.displayName(publication.name)): \(change.words).")
      let followed = publication.followed.printable
      try Output.write { output in try output.line(followed) }
      if !change.problems.isEmpty { throw ExitCode.failure }
    }
  }

  private func end(_ known: Publication?, _ name: String) throws {
    guard let known else { throw CommandError(localized("\(name) isn't public.")) }
    known.forget()
    ErrorLine.report(
      localized(
        """
        \(JournalName.displayName(known.name)) is no longer published. Files at \(known.address) \
        are kept.
        """))
  }

  private func list(of dependencies: Dependencies) throws {
    let all = Publication.all(of: dependencies)
    try listing.write(all.map(\.listed)) { output in
      let names = all.map { JournalName.displayName($0.name) }
      let width = names.reduce(0) { max($0, TextWidth.columns($1)) }
      for (publication, name) in zip(all, names) {
        let updated = publication.updated.map { "  " + LocalTime.minute(of: $0) } ?? ""
        try output.line(
          name.padded(to: width) + "  \(publication.followed.printable)" + updated)
      }
    }
    if all.isEmpty { try dependencies.reportEmpty(localized("Nothing in this diary is public.")) }
  }
}

extension Publication {
  /// The publication as listed in JSON.
  fileprivate var listed: JSONValue {
    [
      "name": .string(name), "address": .string(address), "follow": .string(followed),
      "journal": .optional(journal), "location": .bool(keepsLocation), "web": .optional(web),
      "updated": .optional(updated?.description),
    ]
  }
}

extension DiaryService {
  /// Returns the numbers of the author's own entries, and of their photos, that match a query.
  fileprivate func publicSize(of query: EntryQuery) async throws -> (entries: Int, photos: Int) {
    let author = try await existingAuthor()?.id
    var size = (entries: 0, photos: 0)
    for await batch in try await batches(query) {
      for entry in batch where entry.author == author {
        size.entries += 1
        size.photos += entry.photos.count
      }
    }
    return size
  }
}

// MARK: - FollowCommand

struct FollowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: localized("Follow a diary that someone else publishes."),
    discussion: localized(
      id: "discussion.follow",
      """
      The address is the one that `photodiary publish` printed: a folder, a git URL or \
      rclone:REMOTE:PATH, then # and the diary's id. The id makes sure that no one can replace the \
      diary with another one. The diary is read-only and separate from your own; sync to receive \
      new entries.

      Examples:
        photodiary follow https://example.org/mina/travel.git#3f2a91c0... --name Mina
        photodiary --diary Mina
        photodiary --diary Mina sync
      """))

  @Argument(help: .localized("The address that `publish` printed."))
  var address: String

  @Option(localized("The diary's name on this machine."), valueName: "name")
  var name: String?

  @Option(
    localized("Photos to download: all or none. Others are downloaded when you open them."),
    valueName: "which")
  var photos = Photos.all

  /// The photos to download: publications have no previews.
  enum Photos: String, CaseIterable, ExpressibleByArgument {
    case all, none

    var policy: PhotoPolicy { self == .all ? .all : .none }
  }

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
      try await sync.follow(place, as: id, photos: photos.policy, progress: progress)
    }
    isMade = true
    // Only later entries are news.
    _ = try? await dependencies.lookForNews()
    let entries = CountText.entries(try await dependencies.diary.count())
    ErrorLine.report(
      localized(
        """
        Now following \(diary): \(entries). To open it: photodiary --diary \
        \(ShellWord.quoted(diary))
        """
      ))
  }

  /// Checks that the diary isn't followed yet: its news would appear twice.
  ///
  /// - Throws: `CommandError` if it is.
  private static func requireNew(_ id: ID<FoundedDiary>) async throws {
    for name in SharedDiaries.names() {
      let other = Dependencies(Folders(newDiary: name))
      guard other.sync.isFollowed, try await other.unlocking.repository.diaryID() == id else {
        continue
      }
      throw CommandError(localized("You already follow this diary as \(name)."))
    }
  }

  /// Splits the text into the address, and the id after `#` if there is one.
  ///
  /// - Throws: `CommandError` if one of them isn't valid.
  private static func parts(of text: String) throws -> (PublicAddress, ID<FoundedDiary>?) {
    guard let mark = text.lastIndex(of: "#") else {
      return (try PublicAddress(text, home: Environment["HOME"]), nil)
    }
    guard let id = ID<FoundedDiary>(text[text.index(after: mark)...]) else {
      throw CommandError(
        localized("The text after # isn't a diary's id. Copy the whole address."))
    }
    return (try PublicAddress(String(text[..<mark]), home: Environment["HOME"]), id)
  }

  /// Returns the last component of an address, without `.git`.
  private static func name(for address: PublicAddress) -> String {
    let parts = address.pages.text.split { "/:".contains($0) }
    let last = String(parts.last ?? "")
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}
