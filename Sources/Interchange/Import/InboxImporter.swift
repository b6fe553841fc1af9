import DiaryCore
import System
import Text

/// Creates entries from a folder that other devices fill with photos, notes, videos and recordings,
/// one entry per day. Imported files are moved to a subfolder. Nothing is ever deleted.
package struct InboxImporter: Sendable {
  private let folder: String
  private let importer: PhotoImporter
  /// Returns the current time in seconds since 1970.
  private let now: @Sendable () -> Int64

  package init(
    _ folder: String, importer: PhotoImporter, now: @escaping @Sendable () -> Int64
  ) {
    var folder = folder
    while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder
    self.importer = importer
    self.now = now
  }

  /// Counts the waiting files by their names only. Zero if the folder doesn't exist.
  package func count() -> InboxCount {
    guard let files = try? InboxFiles(in: folder, now: nil) else { return InboxCount() }
    return InboxCount(
      photos: files.photos.count, notes: files.notes.count, media: files.recordings)
  }

  /// The folders to watch for new files: the inbox and its subfolders.
  package var watchedFolders: [String] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    let folders = names.filter { $0 != InboxFiles.importedFolder && !$0.hasPrefix(".") }
      .map { Path.join(folder, $0) }.filter { FileSystem.isFolder($0) }
    return [folder] + folders
  }

  /// Examines the inbox. Photos that are already in entries are moved away immediately, because
  /// they need no decision. Returns `nil` if the task was cancelled.
  /// - Throws: `DiaryError` if the folder or the diary can't be read.
  package func proposal(
    grouping: PhotoGrouping = PhotoGrouping(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> PhotoProposal? {
    let throttled = ProgressThrottle(progress)
    let files = try InboxFiles(in: folder, now: now()) { found in
      throttled.report(Progress(.searching, found))
    }
    guard
      let found = try await importer.look(
        at: files.photos, beside: files.others, progress: throttled)
    else { return nil }
    var proposal = found.proposal
    proposal.refused += files.refused
    let others = files.others.filter { !found.sidecars.contains($0) }
    proposal.omitted = others.prefix(Self.maxNamed).map { path in
      localized("\(relative(path)): left out because it isn't a photo, note, video or recording")
        .printable
    }
    if others.count > Self.maxNamed {
      proposal.omitted.append(localized("\(others.count - Self.maxNamed) more like this."))
    }
    proposal.omitted += files.unfinished.map { path in
      localized(
        "\(relative(path)): still being written; it will be added at the next check"
      ).printable
    }
    var notes: [FoundNote] = []
    for path in files.notes {
      do {
        guard let date = fileDate(path) else { continue }
        let note = try InboxNote.read(path, modified: date, localOffset: importer.localOffset)
        if let note {
          notes.append(note)
        } else {
          proposal.omitted.append(
            localized("\(relative(path)): left out because it's empty").printable)
        }
      } catch {
        proposal.omitted.append(
          localized("\(relative(path)): left out because it can't be read as text").printable)
      }
    }
    let live = LivePhotos(found.photos)
    proposal.groups = grouping.groups(
      of: found.photos, notes: notes,
      recordings: files.recordings.compactMap { importer.recording($0, beside: live) })
    if Task.isCancelled { return nil }
    proposal.omitted += moveToImported(found.known)
    return proposal
  }

  /// Adds an entry for each group and moves its files away.
  /// - Throws: the error of reading the diary. Nothing was added then.
  package func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> PhotoImportOutcome {
    // Leave out notes that changed since the user saw the proposal.
    let before = Dictionary(
      groups.flatMap(\.paths).map { ($0, FileSystem.status(of: $0)) },
      uniquingKeysWith: { first, _ in first })
    let changed = groups.flatMap(\.notes).filter { !isUnchanged($0) }.map(\.path)
    let unchanged = groups.filter { group in !group.notes.contains { changed.contains($0.path) } }
    var outcome = try await importer.write(unchanged, progress: progress)
    outcome.omitted += changed.map { path in
      localized("\(relative(path)): changed in the meantime, so its entry wasn't added").printable
    }
    let same = outcome.importedPaths.filter { path in
      guard let status = before[path] ?? nil else { return false }
      return status.isSameFile(as: FileSystem.status(of: path))
    }
    outcome.omitted += Set(outcome.importedPaths).subtracting(same).sorted().map { path in
      localized("\(relative(path)): changed while it was added, so it stays in the inbox").printable
    }
    outcome.omitted += moveToImported(same)
    return outcome
  }

  /// Returns `true` if a note's file still has the proposed contents.
  private func isUnchanged(_ note: FoundNote) -> Bool {
    guard let date = fileDate(note.path),
      let read = try? InboxNote.read(
        note.path, modified: date, localOffset: importer.localOffset)
    else { return false }
    return read == note
  }

  // MARK: Files

  private func fileDate(_ path: String) -> EntryDate? {
    FileSystem.status(of: path).map {
      importer.localDate(Int64($0.modified.seconds))
    }
  }

  private func relative(_ path: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  /// Moves files to the folder of imported files, keeping their relative paths. Returns a message
  /// for each file that couldn't be moved.
  private func moveToImported(_ paths: [String]) -> [String] {
    paths.compactMap { path -> String? in
      let target = Path.join(folder, InboxFiles.importedFolder, relative(path))
      do throws(SystemError) {
        try FileSystem.makeFolders(Path.parent(target))
        try moveNew(path, to: target)
        return nil
      } catch {
        return localized(
          "\(relative(path)): added to the diary, but couldn't be moved to taken: \(error.message)"
        ).printable
      }
    }
  }

  /// Renames a file, appending a number if the name exists from an earlier import.
  private func moveNew(_ path: String, to target: String) throws(SystemError) {
    let fileExtension = MarkdownFiles.fileExtension(of: target)
    let stem = fileExtension.isEmpty ? target : String(target.dropLast(fileExtension.count + 1))
    for number in 1...Self.maxAttempts {
      let name =
        number == 1
        ? target : "\(stem) \(number)" + (fileExtension.isEmpty ? "" : ".\(fileExtension)")
      do {
        return try FileSystem.renameNoReplace(path, to: name)
      } catch .exists where number < Self.maxAttempts {
        continue
      } catch {
        throw SystemError(.renaming, path, error)
      }
    }
  }

  private static let maxAttempts = 10_000
  /// The number of unused files that are listed individually.
  private static let maxNamed = 5
}

extension PhotoGroup {
  /// The files from which the group was made.
  fileprivate var paths: [String] {
    photos.map(\.path) + notes.map(\.path) + recordings.map(\.path)
  }
}

/// The files waiting in an inbox, without the folder of imported files.
struct InboxFiles {
  static let importedFolder = "taken"
  /// The time in seconds for which a file must be unchanged. Newer files are probably still being
  /// written.
  static let settlingTime: Int64 = 10

  private(set) var photos: [PhotoFolderWalk.File] = []
  private(set) var notes: [String] = []
  private(set) var recordings: [String] = []
  /// Files from which no entry is made.
  private(set) var others: [String] = []
  /// Files that are still being written or were until a moment ago.
  private(set) var unfinished: [String] = []
  private(set) var refused: [PhotoIssue] = []

  /// Lists an inbox's files.
  /// - Parameter now: Seconds since 1970; `nil` to treat all files as complete.
  /// - Throws: `DiaryError` if the folder can't be read.
  init(in folder: String, now: Int64?, found: (Int) -> Void = { _ in }) throws {
    let walk = try PhotoFolderWalk(folder, skipping: [Self.importedFolder], found: found)
    refused = walk.refused
    for file in walk.files {
      if Self.isUnfinished(file.path, now) {
        unfinished.append(file.path)
      } else {
        photos.append(file)
      }
    }
    for path in walk.others {
      let type = MediaType(ofFileNamed: Path.name(path))
      let isNote = ["text/markdown", "text/plain"].contains(type.description)
      if Self.isUnfinished(path, now) {
        unfinished.append(path)
      } else if isNote {
        notes.append(path)
      } else if type.isVideo || type.isRecording {
        recordings.append(path)
      } else {
        others.append(path)
      }
    }
  }

  /// Returns `true` if a file is probably incomplete. Uses the change time, which programs can't
  /// set: a copy may have its original's modification time long before it's complete. Also
  /// recognizes the extensions that programs give to partial files.
  private static func isUnfinished(_ path: String, _ now: Int64?) -> Bool {
    guard let now else { return false }
    if ["part", "partial", "crdownload", "tmp", "filepart"].contains(
      MarkdownFiles.fileExtension(of: path))
    {
      return true
    }
    guard let status = FileSystem.status(of: path) else { return true }
    let age = now - Int64(status.changed.seconds)
    return age >= 0 && age < settlingTime
  }
}

/// Reads an inbox's note: Markdown, possibly with front matter, or plain text.
enum InboxNote {
  static func read(
    _ path: String, modified: EntryDate, localOffset: @escaping @Sendable (Int64) -> Int
  ) throws -> FoundNote? {
    guard let file = try? OpenFile(path, [.readOnly, .noFollow, .nonBlocking]) else {
      throw EntryFieldError.unreadable
    }
    let bytes = try TextFile.read(file)
    let matter = MarkdownFiles.isMarkdown(path) ? try? FrontMatterText.read(bytes) : nil
    var members = MarkdownMembers(matter?.members ?? [])
    var zones = TimeZones()
    let moment = MarkdownEntry.Moment(&members, &zones, localOffset)
    let name = PathDate(MarkdownFiles.stem(of: Path.name(path)))
    let date = moment.date ?? name.date?.date(near: modified, localOffset: localOffset)
    var text = MarkdownReader.plain(matter?.body ?? bytes[...], of: bytes)
    guard !text.isBlank else { return nil }
    let title = MarkdownEntry.title(&members, &text, name)
    let fields = EntryFields(
      date: date ?? modified, title: title, content: text,
      tags: members.list("tags", "tag", "keywords", "categories", "category"),
      journal: members.text("journal") ?? EntryFields.defaultJournal,
      details: MarkdownEntry.details(&members))
    return FoundNote(path: path, fields: fields, isDated: date != nil)
  }
}
