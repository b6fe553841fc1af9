import DiaryCore
import Synchronization
import System

/// Imports another diary: reads it into a plan, then writes the plan in one save. The diary then
/// has all of it or, after a failure or cancellation, nothing.
package struct DiaryImporter: Sendable {
  /// The number of entries that are looked up in the diary together.
  private static let lookupBatchSize = 500

  let service: DiaryService
  private let localOffset: @Sendable (Int64) -> Int

  /// Creates an importer.
  /// - Parameter localOffset: Returns this place's offset in seconds east of UTC at a local time in
  ///   seconds since 1970. Used for dates without an offset.
  package init(into service: DiaryService, localOffset: @escaping @Sendable (Int64) -> Int) {
    self.service = service
    self.localOffset = localOffset
  }

  // MARK: Reading

  /// Reads the complete input.
  ///
  /// - Parameters:
  ///   - updates: `true` to import later changes of entries imported before, unless they were also
  /// changed here.
  ///   - asMine: `true` to assign entries from other PhotoDiary diaries to this diary's owner.
  /// `nil` does so if the diary is empty and all of them have one author.
  /// - Returns: `nil` if the task was cancelled.
  /// - Throws: `DiaryError.input` if the input can't be read, or the error of reading the diary.
  package func plan(
    of input: ImportInput, updates: Bool = false, asMine: Bool? = false,
    progress: (Progress) -> Void = { _ in }
  ) async throws -> ImportPlan? {
    var plan = ImportPlan(input, asMine: asMine == true)
    // The author is decided when writing: planning doesn't make anyone the diary's owner.
    // PhotoDiary's exports usually name the author, who then also counts as the one who changed the
    // entries.
    let defaults = EntryDraft.Defaults(author: .unassigned, localOffset: localOffset)
    let reading = Prefetcher(input, defaults, partsOf: Self.lookupBatchSize)
    var seen: [ID<Entry>: Int] = [:]
    var links = ImportedLinks()
    var count = 0
    var part = try await reading.part().get()
    while !part.isEmpty, !Task.isCancelled {
      async let next = reading.part()
      var batch: [ReadEntry] = []
      for item in part {
        switch item {
        case .note(let note): plan.notes.append(note)
        case .entry(var read):
          count += 1
          read.entry.unknownMembers = read.entry.unknownMembers.withDistinctNames
          let contentHash = read.entry.fields.hashValue
          switch seen[read.entry.id] {
          case nil:
            seen[read.entry.id] = contentHash
            links.add(read)
            if asMine == true { read.assignToImporter() }
            batch.append(read)
          case contentHash: plan.addKnown()
          default: plan.notes.append(ImportNote(read.place, .refused(.repeatedID)))
          }
        }
      }
      try await compare(batch, input.format, updates: updates, &plan)
      progress(Progress(.reading, count))
      part = try await next.get()
    }
    plan.recordCounts(
      of: input, unresolvedLinks: try await links.unresolved(among: seen, in: service))
    if asMine == nil, plan.isByOneOther, try await service.count() == 0 {
      return try await self.plan(of: input, updates: updates, asMine: true, progress: progress)
    }
    return Task.isCancelled ? nil : plan
  }

  private func compare(
    _ batch: [ReadEntry], _ format: ImportFormat, updates: Bool, _ plan: inout ImportPlan
  ) async throws {
    let author = try await service.existingAuthor()?.id
    var known: [ID<Entry>: Entry] = [:]
    for entry in try await service.entries(ids: batch.map(\.entry.id)) { known[entry.id] = entry }
    plan.add(try await service.missingComments(in: batch.flatMap(\.comments)))
    for var read in batch {
      // Entries exported by PhotoDiary are imported unchanged.
      let mark = read.isOwn ? nil : ImportMark(read, format: format)
      if let mark { read.entry.unknownMembers.append(mark.member) }
      var current = known[read.entry.id]
      if let mark { current = try await counterpart(of: &read, mark, current) }
      guard let current else {
        try plan.add(read)
        if read.entry.author != .unassigned, read.entry.author != author {
          plan.addOther(by: read.entry.author)
        }
        continue
      }
      let change = change(of: read, mark, beside: current)
      // Entries assigned to the owner by an earlier import stay the owner's.
      if current.author == author { read.entry.author = .unassigned }
      let isByAuthor =
        current.author == (read.entry.author == .unassigned ? author : read.entry.author)
      let isFree = !current.isTrashed && current.heads.count == 1 && isByAuthor
      let isUndone = current.isTrashed && current.lastImport == .undone
      if updates && change == .source && isFree || isUndone {
        try plan.add(read, replacing: current)
        continue
      }
      plan.addKnown()
      if current.isTrashed && (change == nil || !updates) {
        plan.inTrash += 1
      } else if updates, change != nil {
        plan.notes.append(ImportNote(read.place, .editedLocally))
      } else if change == .source || change == .both {
        plan.notes.append(ImportNote(read.place, .changedAtSource))
      }
    }
  }

  /// The side on which an entry was changed since both versions were the same.
  private enum Change { case source, local, both }

  /// Returns where an existing entry was changed, or `nil` if it wasn't changed in the import.
  private func change(
    of read: ReadEntry, _ mark: ImportMark?, beside current: Entry
  ) -> Change? {
    if current.lastImport == .undone { return .source }
    if let mark {
      guard let earlier = ImportMark(of: current), earlier.format == mark.format,
        earlier.digest != mark.digest, !read.isSame(as: current)
      else { return nil }
      return current.modified == earlier.modified ? .source : .both
    }
    // PhotoDiary's exports contain the modification time. A text file that a person edited still
    // contains the old one.
    if read.isSame(as: current) { return nil }
    if read.entry.modified == current.modified { return .source }
    if read.entry.modified < current.modified { return .local }
    return current.lastImport == .imported ? .source : .both
  }

  // MARK: Writing

  /// Writes a plan to the diary. If the task is cancelled or saving fails, the diary is unchanged.
  /// - Throws: the error of reading files or saving.
  package func write(
    _ plan: ImportPlan, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> ImportOutcome {
    var outcome = ImportOutcome()
    // Save the entries that the plan counts as already present, too.
    try await service.flush()
    if plan.hasEntries {
      try await writeEntries(of: plan, &outcome, progress)
      if outcome.wasCancelled { return outcome }
    }
    // If interrupted before this, repeating the import adds the comments.
    if !plan.comments.isEmpty { outcome.comments = try await service.importComments(plan.comments) }
    await service.finish()
    return outcome
  }

  /// Reads a plan's files as `write(_:progress:)` would, without writing anything.
  ///
  /// - Returns: The numbers of photos and attachments that would be imported, with notes on the
  ///   others; `nil` if the task was cancelled.
  /// - Throws: the error of reading the diary.
  package func dryRun(
    _ plan: ImportPlan, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> (photos: Int, attachments: Int, notes: [ImportNote])? {
    guard
      let files = try await ImportedFiles.add(
        plan, to: DryRunAssets(service: service), of: service, progress: progress)
    else { return nil }
    let drafts = CompletedDrafts(of: plan, with: files, by: .unassigned) { _ in }
    while drafts.next() != nil, !Task.isCancelled {}
    let (photos, attachments) = drafts.files
    return Task.isCancelled ? nil : (photos, attachments, drafts.notes)
  }

  private func writeEntries(
    of plan: ImportPlan, _ outcome: inout ImportOutcome,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws {
    let assets = try await service.assetBatch()
    do {
      guard
        let files = try await ImportedFiles.add(
          plan, to: assets, of: service, progress: progress)
      else {
        await assets.discard()
        outcome.wasCancelled = true
        return
      }
      let drafts = CompletedDrafts(
        of: plan, with: files, by: try await service.author().id, progress: progress)
      try await assets.commit(drafts.assets())
      guard let saved = try await service.saveImported(drafts.next) else {
        await assets.discard()
        outcome.wasCancelled = true
        return
      }
      outcome.saved = saved
      outcome.notes = drafts.notes
      (outcome.photos, outcome.attachments) = drafts.files
    } catch {
      await assets.discard()
      throw error
    }
    let updated = Set(outcome.saved.map(\.entry))
    outcome.earlier = plan.earlier.filter { updated.contains($0.key) }
  }
}

/// An asset batch that only reads files, for rehearsals.
private struct DryRunAssets: AssetBatch {
  let service: DiaryService

  func add(
    from path: String, type: MediaType, isExclusive: Bool
  ) async throws -> (asset: AssetID, size: Int, existed: Bool) {
    let asset = try await service.asset(ofFileAt: path)
    return (asset, FileSystem.status(of: path)?.size ?? 0, false)
  }

  func commit(_ wanted: Set<AssetID>) {}
  func discard() {}
}

/// Distinguishes entries of different diaries that have the same place, such as a day or a file
/// name. If a format identifies entries by their place only and an entry's text has nothing in
/// common with the existing one, it belongs to a different diary: it's imported as a new entry with
/// an ID of its own, which the next import finds again.
extension DiaryImporter {
  /// The number of diaries distinguished at one place. Further ones are compared with the last.
  private static let maxDiaries = 50

  /// Returns the existing entry of which `read` is a version, or `nil` if there is none. Sets the
  /// ID of `read` to that entry's or a new one.
  /// - Parameter current: The existing entry with the first ID for this place.
  func counterpart(
    of read: inout ReadEntry, _ mark: ImportMark, _ current: Entry?
  ) async throws -> Entry? {
    guard mark.format.identifiesByPlace else { return current }
    let first = read.entry.id
    var current = current
    for number in 1...Self.maxDiaries {
      guard let other = current, !isState(read, mark, of: other) else { return current }
      read.entry.id = Self.id(number, at: first)
      current = try await service.entries(ids: [read.entry.id]).first
    }
    return current
  }

  private func isState(_ read: ReadEntry, _ mark: ImportMark, of other: Entry) -> Bool {
    ImportMark(of: other)?.digest == mark.digest || SharedText.isShared(read, other)
  }

  private static func id(_ number: Int, at first: ID<Entry>) -> ID<Entry> {
    ID(naming: [.string("another"), .string(first.description), .integer(number)])
  }
}

/// An entry's words and photos, to decide if two entries are versions of each other.
struct SharedText {
  private let title: [String]
  private let content: [String]
  private let photos: Set<String>

  private init(_ fields: EntryFields, photos: [String]) {
    title = Self.words(fields.title)
    content = Self.words(PhotoReference.replaced(in: fields.content) { $1 })
    self.photos = Set(photos)
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { $0.isWhitespace || $0.isPunctuation }.map(String.init)
  }

  /// Returns `true` if most of the shorter text is in the longer one. Titles count only for entries
  /// without text, because they may be file names or the same throughout a journal. Without any
  /// words, a photo of the same name decides.
  static func isShared(_ read: ReadEntry, _ current: Entry) -> Bool {
    let there = SharedText(read.entry.fields, photos: read.photos.map(\.name))
    let here = SharedText(current.fields, photos: current.photos.map(\.name))
    let haveTexts = !there.content.isEmpty && !here.content.isEmpty
    let texts = [there, here].map { haveTexts ? $0.content : $0.title + $0.content }
      .sorted { $0.count < $1.count }
    guard let word = texts[0].first else { return !there.photos.isDisjoint(with: here.photos) }
    guard texts[0].count > 1 else { return texts[1].contains(word) }
    let (few, many) = (pairs(texts[0]), pairs(texts[1]))
    return few.intersection(many).count * 2 > few.count
  }

  /// Pairs of words, because single words occur in all texts of a language.
  private static func pairs(_ words: [String]) -> Set<[String]> {
    Set(zip(words, words.dropFirst()).map { [$0, $1] })
  }
}

/// The target of a link in another program's text.
enum LinkTarget: Hashable, Sendable {
  case entry(ID<Entry>)
  /// The entry with this title, for programs whose links contain nothing else.
  case title(String)
  /// An entry that isn't in the import.
  case missing
}

/// Converts another program's links between entries to PhotoDiary's.
struct LinkedEntries {
  private(set) var targets: [LinkTarget] = []

  mutating func record(_ target: LinkTarget) { targets.append(target) }

  /// Replaces the links in a text. `target` returns `nil` for links that don't lead to entries.
  mutating func replaced(
    in text: String, by target: (MarkdownImages.Image) -> LinkTarget?
  ) -> String {
    MarkdownImages.replaced(in: text, kind: .links) { link in
      guard let target = target(link) else { return nil }
      record(target)
      switch target {
      case .entry(let id): return EntryLink.text(Self.label(of: link), to: id)
      case .title(let title): return EntryLink.opening + title + EntryLink.closing
      case .missing: return nil
      }
    }
  }

  /// Returns a link's visible text.
  static func label(of link: MarkdownImages.Image) -> String {
    guard link.words.isBlank else { return PlainMarkdown.text(link.words) }
    return switch link.target {
    case .address(let address): address.percentDecoded ?? address
    case .name(let name): name
    }
  }
}

/// The links in all entries of an import.
struct ImportedLinks {
  private var counts: [LinkTarget: Int] = [:]
  private var titles: Set<String> = []

  mutating func add(_ read: ReadEntry) {
    titles.insert(read.entry.title)
    for target in read.links { counts[target, default: 0] += 1 }
  }

  /// Returns the number of links whose target is neither in `known` nor in the diary.
  func unresolved(among known: [ID<Entry>: Int], in service: DiaryService) async throws -> Int {
    var others: [ID<Entry>: Int] = [:]
    var count = 0
    for (target, number) in counts {
      switch target {
      case .entry(let id): if known[id] == nil { others[id] = number }
      case .title(let title): if !titles.contains(title) { count += number }
      case .missing: count += number
      }
    }
    for entry in try await service.entries(ids: Array(others.keys)) { others[entry.id] = nil }
    return others.values.reduce(count, +)
  }
}

/// Recognizes diaries of other programs that can't be imported, so that the user gets an error
/// instead of an import of only their photos.
enum KnownDiary {
  private static let headSize = 4096
  /// The number of files examined per kind.
  private static let sampleSize = 20

  /// Returns the name of the program that encrypted a diary, or `nil` for anything else.
  static func encryptingProgram(of tree: ImportTree) -> String? {
    let files = tree.allFiles()
    let isDiaro = files.contains { file in
      MarkdownFiles.fileExtension(of: file) == "denc"
        || Path.split(file).name.lowercased() == "diarobackup.xml"
          && tree.head(of: file, headSize).first != UInt8(ascii: "<")
    }
    if isDiaro { return ImportFormat.diaro.title }
    // jrnl writes Fernet tokens, which begin like this because of their version and time.
    let isJrnl = files.lazy.filter {
      ["", "txt", "jrnl"].contains(MarkdownFiles.fileExtension(of: $0))
    }
    .prefix(sampleSize).contains { file in
      let head = tree.head(of: file, headSize)
      return head.starts(with: "gAAAAA".utf8) && head.count > 100
        && head.allSatisfy { $0.isWordByte || "-_=\n".utf8.contains($0) }
    }
    return isJrnl ? ImportFormat.jrnl.title : nil
  }

  /// Returns the name of the program, or `nil` for anything else.
  static func program(of tree: ImportTree) -> String? {
    let files = tree.allFiles()
    let names = Set(files.map { Path.split($0).name.lowercased() })
    // The file without its surrounding folder.
    if names.contains("diarobackup.xml") { return ImportFormat.diaro.title }
    if files.contains("index.html"), !tree.isFile, tree.folders().contains("Resources"),
      files.contains(where: { $0.hasPrefix("\(AppleJournalReader.folder)/") })
    {
      return ImportFormat.applejournal.title
    }
    return nil
  }

  /// Returns `true` for Diarium's HTML, Word and RTF exports, which can't be imported.
  ///
  /// - Parameters:
  ///   - name: The name of the file or archive.
  ///   - isFormatGiven: `true` if the user says that it's from Diarium.
  static func isPageOfDiarium(_ tree: ImportTree, name: String, isFormatGiven: Bool) -> Bool {
    let pages: Set = ["html", "htm", "docx", "rtf"]
    func isPage(_ file: String) -> Bool { pages.contains(MarkdownFiles.fileExtension(of: file)) }
    func isNamed(_ file: String) -> Bool {
      isFormatGiven || Path.name(file).lowercased().hasPrefix("diarium")
    }
    if isPage(name) { return isNamed(name) }
    return tree.allFiles().contains { isPage($0) && (isNamed($0) || isNamed(name)) }
  }
}

/// An import's photos and attachments as they are added to the diary, by file path.
struct ImportedFiles: Sendable {
  /// The number of photos whose headers one helper process reads. Two parts run in parallel.
  private static let headerBatchSize = 128

  struct ImportedPhoto: Sendable {
    let photo: Photo
    /// The reason why the photo can't be displayed.
    let problem: PictureProblem?
  }

  private(set) var photos: [String: Result<ImportedPhoto, PhotoError>] = [:]
  private(set) var attachments: [String: Result<Attachment, PhotoError>] = [:]

  /// The IDs of all files added.
  var assets: Set<AssetID> {
    Set(photos.values.compactMap { try? $0.get().photo.asset })
      .union(attachments.values.compactMap { try? $0.get().asset })
  }

  /// `true` if a file couldn't be added.
  var hasFailures: Bool {
    photos.values.contains { $0.isFailure } || attachments.values.contains { $0.isFailure }
  }

  /// Adds all files of a plan to a batch. Returns `nil` if the task was cancelled.
  static func add(
    _ plan: ImportPlan, to assets: any AssetBatch, of service: DiaryService,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ImportedFiles? {
    let paths = plan.photoFiles.sorted()
    let attached = plan.attachmentFiles.sorted { $0.key < $1.key }
    let isOwn = plan.ownsFiles
    let total = paths.count + attached.count
    let done = Mutex(0)
    let throttle = ProgressThrottle(progress)
    @Sendable func begin(_ count: Int) {
      let before = done.withLock { done in
        defer { done += count }
        return done
      }
      throttle.report(Progress(.importing, before, of: total))
    }

    let parts = stride(from: 0, to: paths.count, by: headerBatchSize).map {
      Array(paths[$0..<min($0 + headerBatchSize, paths.count)])
    }
    let photos = await concurrentMap(parts, width: 2) { part in
      begin(part.count)
      let headers = await service.headers(ofPhotosAt: part)
      return await concurrentResults(Array(zip(part, headers))) {
        path, header in
        let added = try await service.addPhoto(
          at: path, header: header, to: assets, isExclusive: isOwn)
        return ImportedPhoto(photo: added.photo, problem: added.problem)
      }
    }
    let attachments = await concurrentResults(attached) { path, type in
      begin(1)
      return try await service.addAttachment(at: path, type: type, to: assets, isExclusive: isOwn)
    }
    // Failures may be due to the cancellation.
    guard !Task.isCancelled else { return nil }

    var files = ImportedFiles()
    for (path, result) in zip(parts.joined(), photos.flatMap { $0 ?? [] }) {
      guard let result else { return nil }
      files.photos[path] = try outcome(result)
    }
    for (file, result) in zip(attached, attachments) {
      guard let result else { return nil }
      files.attachments[file.key] = try outcome(result)
    }
    return files
  }

  private static func outcome<File>(
    _ result: Result<File, any Error>
  ) throws -> Result<File, PhotoError> {
    // For any other error, the diary failed rather than this file, so the import fails.
    do {
      return .success(try result.get())
    } catch DiaryError.photo(_, let failure), DiaryError.attachment(_, let failure) {
      return .failure(failure)
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
