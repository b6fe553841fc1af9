import DiaryCore
import DiaryStore
import Sync
import System
import TerminalUI
import Text

/// Diaries that several people share, a folder each in `$XDG_DATA_HOME/photodiary-diaries`.
enum SharedDiaries {
  static var folder: String { Folders.defaultStore + "-diaries" }

  /// Returns the folder of a diary.
  static func store(_ name: String) -> String { Path.join(folder, name) }

  /// Returns the names of all shared diaries, sorted.
  static func names() -> [String] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return names.filter { isName($0) && FileSystem.isFolder(store($0)) }.sorted()
  }

  /// In bytes. File systems allow 255, but some encode other letters in several bytes.
  private static let longest = 120

  /// Returns `true` if `name` can be a diary's name, and thus a folder's.
  static func isName(_ name: String) -> Bool {
    !name.isBlank && name == name.printable && name.trimmed == name && !name.hasPrefix(".")
      && !name.hasPrefix("-") && !name.utf8.contains(UInt8(ascii: "/"))
      && name.utf8.count <= longest
  }

  /// Checks a name.
  ///
  /// - Throws: `CommandError` if it can't be a diary's name.
  static func requireName(_ name: String) throws {
    guard isName(name) else {
      throw CommandError(
        localized(
          "“\(name.shortened)” can't be a diary's name. Use a short name of letters and digits."))
    }
  }

  /// Checks the name of a new diary.
  ///
  /// - Throws: `CommandError` if it can't be a diary's name, or if there is a diary of that name,
  ///   or was and is gone.
  static func requireNew(_ name: String) throws {
    try requireName(name)
    if let other = names().first(where: { $0.isSameName(as: name) }) {
      throw CommandError(
        localized("You already have a diary named \(other). Choose another name with --name."))
    }
    try requireNotMissing(name)
  }

  /// Checks that a diary of this name hasn't disappeared: a new one would use the state that this
  /// machine keeps for it.
  ///
  /// - Throws: `CommandError` if it has.
  static func requireNotMissing(_ name: String) throws {
    let dependencies = Dependencies(Folders(newDiary: name))
    do {
      try dependencies.unlocking.repository.requireNotMissing()
    } catch DiaryError.store(let path, .disappeared(let entries, _)) {
      throw CommandError(
        localized(
          """
          The diary \(name), which had \(CountText.entries(entries)), is missing from \(path). Put \
          its folder back, or choose another name.
          """))
    }
  }

  /// Returns the name of a diary as spelled by its folder.
  ///
  /// - Throws: `CommandError` if there is none.
  static func found(_ name: String) throws -> String {
    let names = names()
    if names.contains(name) { return name }
    if let other = names.first(where: { $0.isSameName(as: name) }) { return other }
    guard !names.isEmpty else {
      throw CommandError(
        localized(
          """
          You don't share a diary yet. Create one with `photodiary share NAME ADDRESS`, or use an \
          invitation with `photodiary join`.
          """))
    }
    throw CommandError(
      localized(
        """
        There's no shared diary “\(name.shortened)”. Shared diaries: \
        \(names.joined(separator: ", ")).
        """
      ))
  }

  /// Returns the name of the only shared diary, for commands that name none.
  ///
  /// - Throws: `CommandError` if there is none, or several.
  static func only() throws -> String {
    let names = names()
    guard names.count > 1 else { return try found(names.first ?? "") }
    throw CommandError(
      localized(
        "You share several diaries. Choose one with --diary: \(names.joined(separator: ", ")).")
    )
  }
}

// MARK: - OtherDiaries

/// The diaries other than the open one, for the screens.
enum OtherDiaries {
  /// Returns the diaries other than the one named `openName`. If all are shown as one, that one is
  /// included.
  static func all(besides openName: String?, areCombined: Bool) async -> [OtherDiary] {
    var others: [OtherDiary] = []
    if openName != nil || areCombined, let own = try? Dependencies(store: nil) {
      let entries = try? await own.diary.count()
      let words =
        entries.map(CountText.entries)
        ?? (own.unlocking.state == .locked
          ? localized("locked") : own.folders.store.printable)
      others.append(OtherDiary(name: nil, summary: words))
    }
    for name in SharedDiaries.names() where name != openName || areCombined {
      let news = Folders(newDiary: name).newsFile
      let (count, isNotified) = (news.unread().count, news.isNotified)
      let words = [
        count > 0 ? CountText.new(count) : nil,
        await SharedDiaryState(name).words, isNotified ? localized("desktop notifications") : nil,
      ]
      others.append(
        OtherDiary(name: name, summary: words.compactMap(\.self).joined(separator: ", ")))
    }
    return others
  }

  /// Restarts the program with another diary, or with all of them and the open one first.
  static func open(_ opening: DiaryOpening, from folders: Folders, _ choice: ScreenChoice) {
    var choice = choice
    var arguments: [String] = []
    switch opening {
    case .diary(let diary):
      choice.isCombined = false
      if let name = diary.name { arguments = ["--diary", name] }
    case .combined:
      choice.isCombined = true
      arguments = folders.diary.map { ["--diary", $0] } ?? ["--store", folders.store]
    }
    CurrentProcess.restart(with: choice.arguments + arguments)
  }
}

// MARK: - DiaryContinuation

/// Continues a shared diary in a new one, with all that is visible in it, under the names of its
/// authors. The owner of the old diary has no access to the new one until approved.
struct DiaryContinuation {
  let source: Dependencies
  let target: Dependencies

  /// The number of entries saved together.
  private static let portion = 200

  func run(_ progress: @escaping @Sendable (Progress) -> Void) async throws {
    let repository = target.unlocking.repository
    let diary = source.diary
    try await repository.beginSharing()
    let missing = try await diary.fetchFiles(of: EntryQuery(), progress: progress).missing
    let own = (old: try await diary.existingAuthor()?.id, new: try await repository.author().id)
    func here(_ author: AuthorID) -> AuthorID { author == own.old ? own.new : author }
    let total = try await diary.count()
    let commented = try await diary.commentedEntries()
    var count = 0
    for await batch in try await diary.batches(EntryQuery(isAscending: true)) {
      for start in stride(from: 0, to: batch.count, by: Self.portion) {
        if Task.isCancelled { throw Interruption.ending }
        let part = batch[start..<min(start + Self.portion, batch.count)]
        var comments: [EntryComment] = []
        for entry in part {
          if let file = entry.namedFile(among: missing) {
            throw DiaryError.photo(path: file.name, .assetMissing)
          }
          for file in entry.files where !FileSystem.exists(repository.path(of: file)) {
            try await repository.copyAsset(file, from: source.unlocking.repository)
          }
          guard commented.contains(entry.id) else { continue }
          for var comment in try await diary.comments(on: entry.id) {
            comment.author = here(comment.author)
            comments.append(comment)
          }
        }
        let entries = part.map { entry in
          var entry = entry
          entry.author = here(entry.author)
          return entry
        }
        try await repository.copyEntries(entries, comments)
        count += part.count
        progress(Progress(.copying, count, of: total))
      }
    }
    try await repository.finishCopying(
      try await diary.authors().filter { $0.id != own.old })
    try await repository.save(journals: try await diary.journalRecords())
  }
}

extension Entry {
  /// Returns the entry's first photo or attachment among the missing files.
  fileprivate func namedFile(among missing: Set<AssetFile>) -> NamedFile? {
    (photos.map(\.named) + attachments.map(\.named)).first { missing.contains($0.file) }
  }
}

// MARK: - InvitationHandout

/// Shows an invitation to pass on: alone on a line of standard output, with instructions on
/// standard error, and as a QR code if the terminal has space for one.
enum InvitationOutput {
  static func show(_ invitation: Invitation) throws {
    ErrorLine.report(
      localized(
        """
        Give this invitation to one person. It can be used until \
        \(LocalTime.minute(of: invitation.expires)). They run: photodiary join INVITATION
        """))
    try Output.write { output in try output.line(invitation.text) }
    QRCode(invitation.text)?.show()
    ErrorLine.report(
      localized(
        """
        Their request appears in `photodiary people`. Compare the three words there before you \
        approve it.
        """))
  }
}
