import DiaryCore
import Synchronization
import System

/// Brings a diary: reads it into a plan, and writes that in one save, so that the diary here has all
/// of it or, when it fails or is stopped, nothing.
package struct DiaryImporter: Sendable {
  /// Entries that are looked for in the diary together.
  private static let lookBatch = 500

  let service: DiaryService
  private let localOffset: @Sendable (Int64) -> Int

  /// `localOffset` is asked for the offset of this place, in seconds east of UTC, at a local time
  /// given as seconds since 1970: that of dates which name none.
  package init(into service: DiaryService, localOffset: @escaping @Sendable (Int64) -> Int) {
    self.service = service
    self.localOffset = localOffset
  }

  // MARK: Reading

  /// Reads all of an input that a reader knows.
  ///
  /// - Parameters:
  ///   - updates: Whether what has changed there since it was imported is brought, unless it was
  ///     changed here too.
  ///   - asMine: Whether what other diaries of this program say to be somebody's becomes that of
  ///     whoever imports it.
  /// - Returns: `nil` when the task was cancelled.
  /// - Throws: `DiaryError.input` when it can't be read, and whatever the diary throws.
  package func plan(
    of input: ImportInput, updates: Bool = false, asMine: Bool = false,
    progress: (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportPlan? {
    var plan = ImportPlan(input)
    // Whose they are is settled when they are written: to look makes nobody the diary's owner. Our
    // own mostly say so, and then it is their author who changed them there.
    let defaults = EntryDraft.Defaults(author: .nobody, localOffset: localOffset)
    let reading = Prefetcher(input, defaults, partsOf: Self.lookBatch)
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
          let said = read.entry.fields.hashValue
          switch seen[read.entry.id] {
          case nil:
            seen[read.entry.id] = said
            links.add(read)
            if asMine { read.becomeMine() }
            batch.append(read)
          case said: plan.addKnown()
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
    return Task.isCancelled ? nil : plan
  }

  private func compare(
    _ batch: [ReadEntry], _ format: ImportFormat, updates: Bool, _ plan: inout ImportPlan
  ) async throws(DiaryError) {
    let author = try await service.knownIdentity()?.id
    var known: [ID<Entry>: Entry] = [:]
    for entry in try await service.entries(ids: batch.map(\.entry.id)) { known[entry.id] = entry }
    plan.add(try await service.lacking(batch.flatMap(\.comments)))
    for var read in batch {
      // Our own entries come as they were.
      let mark = read.isOwn ? nil : ImportMark(read, format: format)
      if let mark { read.entry.unknownMembers.append(mark.member) }
      var current = known[read.entry.id]
      if let mark { current = try await counterpart(of: &read, mark, current) }
      guard let current else {
        try plan.bring(read)
        if read.entry.author != .nobody, read.entry.author != author { plan.byOthers += 1 }
        continue
      }
      let change = change(of: read, mark, beside: current)
      // What was made mine when it came stays mine.
      if current.author == author { read.entry.author = .nobody }
      let isByAuthor = current.author == (read.entry.author == .nobody ? author : read.entry.author)
      let isFree = !current.isTrashed && current.heads.count == 1 && isByAuthor
      let isTakenBack = current.isTrashed && current.lastImport == .takenBack
      if updates && change == .there && isFree || isTakenBack {
        try plan.bring(read, inPlaceOf: current)
        continue
      }
      plan.addKnown()
      if current.isTrashed && (change == nil || !updates) {
        plan.inTrash += 1
      } else if updates, change != nil {
        plan.notes.append(ImportNote(read.place, .editedHere))
      } else if change == .there || change == .both {
        plan.notes.append(ImportNote(read.place, .changedThere))
      }
    }
  }

  /// Where an entry was changed since both were the same.
  private enum Change { case there, here, both }

  /// What was changed of an entry that is in the diary already; `nil` when nothing was there.
  private func change(
    of read: ReadEntry, _ mark: ImportMark?, beside current: Entry
  ) -> Change? {
    if current.lastImport == .takenBack { return .there }
    if let mark {
      guard let earlier = ImportMark(of: current), earlier.format == mark.format,
        earlier.digest != mark.digest, !read.isSame(as: current)
      else { return nil }
      return current.modified == earlier.modified ? .there : .both
    }
    // Our own say when they were changed; a text that a person edited says what it said before.
    if read.isSame(as: current) { return nil }
    if read.entry.modified == current.modified { return .there }
    if read.entry.modified < current.modified { return .here }
    return current.lastImport == .brought ? .there : .both
  }

  // MARK: Writing

  /// Brings a plan. When the task is cancelled or the diary can't save, it is as before.
  package func write(
    _ plan: ImportPlan, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportOutcome {
    var outcome = ImportOutcome()
    // What was found to be there already counts as saved, too.
    try await service.settle()
    if plan.bringsEntries {
      try await bringEntries(of: plan, &outcome, progress)
      if outcome.wasCancelled { return outcome }
    }
    // Whoever is stopped before brings them the next time.
    if !plan.comments.isEmpty { outcome.comments = try await service.bring(plan.comments) }
    await service.finish()
    return outcome
  }

  /// Reads the files of a plan as writing it would, and writes nothing.
  ///
  /// - Returns: The number of photos and attachments that would be imported, and what wouldn't; `nil` when
  ///   the task was cancelled.
  /// - Throws: Whatever the diary throws when it can't be read.
  package func rehearse(
    _ plan: ImportPlan, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> (photos: Int, attachments: Int, notes: [ImportNote])? {
    guard
      let files = try await ImportedFiles.bring(
        plan, to: UnkeptAssets(service: service), of: service, progress: progress)
    else { return nil }
    let drafts = CompletedDrafts(of: plan, with: files, by: .nobody) { _ in }
    while drafts.next() != nil, !Task.isCancelled {}
    let (photos, attachments) = drafts.files
    return Task.isCancelled ? nil : (photos, attachments, drafts.notes)
  }

  private func bringEntries(
    of plan: ImportPlan, _ outcome: inout ImportOutcome,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) {
    let assets = try await service.assetBatch()
    do throws(DiaryError) {
      guard
        let files = try await ImportedFiles.bring(
          plan, to: assets, of: service, progress: progress)
      else {
        await assets.discard()
        outcome.wasCancelled = true
        return
      }
      let drafts = CompletedDrafts(
        of: plan, with: files, by: try await service.identity().id, progress: progress)
      try await assets.keep(drafts.assets())
      guard let saved = try await service.takeImported(drafts) else {
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

/// Files that are looked at as if they were to be kept.
private struct UnkeptAssets: AssetBatch {
  let service: DiaryService

  func add(
    from path: String, type: MediaType, isOwn: Bool
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    let asset = try await service.asset(ofFileAt: path)
    return (asset, FileSystem.status(of: path)?.size ?? 0, false)
  }

  func keep(_ wanted: Set<AssetID>) {}
  func discard() {}
}

/// Another diary may have something else for the same day, or under the same name. Where an entry is
/// known by its place there alone, one whose text shares nothing with what is here is that other
/// diary's: it comes as an entry of its own, and is known at its own place the next time.
extension DiaryImporter {
  /// Diaries that have something at one place. What more of them have there is compared with the
  /// last one.
  private static let mostDiaries = 50

  /// The entry here that one is a state of, `nil` when there is none; `read` gets its id, or that of
  /// a new one. `current` is what stands here at the place that it has there.
  func counterpart(
    of read: inout ReadEntry, _ mark: ImportMark, _ current: Entry?
  ) async throws(DiaryError) -> Entry? {
    guard mark.format.knowsByPlace else { return current }
    let first = read.entry.id
    var current = current
    for number in 1...Self.mostDiaries {
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

/// What an entry says, to tell whether another may be a later state of it.
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

  /// Whether most of the shorter text stands in the longer one. Titles count only where there is no
  /// text: they may be those of files, or of all entries of a journal. Where there are no words at
  /// all, a photo of the same name tells it.
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

  /// Single words are alike in all texts of a language.
  private static func pairs(_ words: [String]) -> Set<[String]> {
    Set(zip(words, words.dropFirst()).map { [$0, $1] })
  }
}

/// The target of a link in another program's text.
enum LinkTarget: Hashable, Sendable {
  case entry(ID<Entry>)
  /// The entry of that title, where the program names no other.
  case title(String)
  /// An entry that isn't in the import.
  case missing
}

/// The links from a text of another program to its entries, as links of this diary.
struct LinkedEntries {
  private(set) var targets: [LinkTarget] = []

  mutating func record(_ target: LinkTarget) { targets.append(target) }

  /// A text with this diary's links. `target` returns `nil` for links that lead elsewhere.
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

  /// The words of a link that a reader sees.
  static func label(of link: MarkdownImages.Image) -> String {
    guard link.words.isBlank else { return PlainMarkdown.words(link.words) }
    return switch link.target {
    case .address(let address): address.percentDecoded ?? address
    case .name(let name): name
    }
  }
}

/// The links of all entries of an import.
struct ImportedLinks {
  private var counts: [LinkTarget: Int] = [:]
  private var titles: Set<String> = []

  mutating func add(_ read: ReadEntry) {
    titles.insert(read.entry.title)
    for target in read.links { counts[target, default: 0] += 1 }
  }

  /// The number of links that lead to no entry, neither of `known` nor of the diary.
  func unresolved(
    among known: [ID<Entry>: Int], in service: DiaryService
  ) async throws(DiaryError) -> Int {
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

/// Diaries of other programs that no import reads, by what is surely theirs: a person is told so, rather
/// than given the photos in them for all that they hold.
enum KnownDiary {
  private static let headSize = 4096
  /// Of so many files of a kind one tells what the others are.
  private static let lookedAt = 20

  /// The program of a diary that is encrypted; `nil` for anything else.
  static func encryptingProgram(of tree: ImportTree) -> String? {
    let files = tree.allFiles()
    let isDiaro = files.contains { file in
      MarkdownFiles.ending(of: file) == "denc"
        || Path.split(file).name.lowercased() == "diarobackup.xml"
          && tree.head(of: file, headSize).first != UInt8(ascii: "<")
    }
    if isDiaro { return ImportFormat.diaro.title }
    // jrnl writes a token of Fernet, whose version and time make it begin so.
    let isJrnl = files.lazy.filter { ["", "txt", "jrnl"].contains(MarkdownFiles.ending(of: $0)) }
      .prefix(lookedAt).contains { file in
        let head = tree.head(of: file, headSize)
        return head.starts(with: "gAAAAA".utf8) && head.count > 100
          && head.allSatisfy { $0.isOfWord || "-_=\n".utf8.contains($0) }
      }
    return isJrnl ? ImportFormat.jrnl.title : nil
  }

  /// The name of the program; `nil` for anything else.
  static func program(of tree: ImportTree) -> String? {
    let files = tree.allFiles()
    let names = Set(files.map { Path.split($0).name.lowercased() })
    // Without the folder around it.
    if names.contains("diarobackup.xml") { return ImportFormat.diaro.title }
    if files.contains("index.html"), !tree.isFile, tree.folders().contains("Resources"),
      files.contains(where: { $0.hasPrefix("\(AppleJournalReader.folder)/") })
    {
      return ImportFormat.applejournal.title
    }
    return nil
  }

  /// Whether it is what Diarium exports to be looked at, which nothing reads.
  ///
  /// - Parameters:
  ///   - name: That of the file or archive itself.
  ///   - isTold: Whether a person says that it is Diarium's.
  static func isPageOfDiarium(_ tree: ImportTree, name: String, isTold: Bool) -> Bool {
    let pages: Set = ["html", "htm", "docx", "rtf"]
    func isPage(_ file: String) -> Bool { pages.contains(MarkdownFiles.ending(of: file)) }
    func isNamed(_ file: String) -> Bool {
      isTold || Path.name(file).lowercased().hasPrefix("diarium")
    }
    if isPage(name) { return isNamed(name) }
    return tree.allFiles().contains { isPage($0) && (isNamed($0) || isNamed(name)) }
  }
}

/// The photos and attachments of an import on their way into the diary, by the paths of their files.
struct ImportedFiles: Sendable {
  /// Photos whose headers are read by one start of a program; two such parts go side by side.
  private static let part = 128

  struct ImportedPhoto: Sendable {
    let photo: Photo
    /// Why it can't be shown.
    let problem: PictureProblem?
  }

  private(set) var photos: [String: Result<ImportedPhoto, PhotoError>] = [:]
  private(set) var attachments: [String: Result<Attachment, PhotoError>] = [:]

  /// All that are among the diary's assets now, or will be.
  var assets: Set<AssetID> {
    Set(photos.values.compactMap { try? $0.get().photo.asset })
      .union(attachments.values.compactMap { try? $0.get().asset })
  }

  /// Whether one couldn't be brought.
  var hasFailures: Bool {
    photos.values.contains { $0.isFailure } || attachments.values.contains { $0.isFailure }
  }

  /// Reads all files of a plan into a batch. `nil` when the task was cancelled.
  static func bring(
    _ plan: ImportPlan, to assets: any AssetBatch, of service: DiaryService,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportedFiles? {
    let paths = plan.photoFiles.sorted()
    let attached = plan.attachmentFiles.sorted { $0.key < $1.key }
    let isOwn = plan.hasOwnFiles
    let total = paths.count + attached.count
    let done = Mutex(0)
    let throttle = ProgressThrottle(progress)
    @Sendable func begin(_ count: Int) {
      let before = done.withLock { done in
        defer { done += count }
        return done
      }
      throttle.report(Progress(.bringing, before, of: total))
    }

    let parts = stride(from: 0, to: paths.count, by: part).map {
      Array(paths[$0..<min($0 + part, paths.count)])
    }
    let photos = await concurrentMap(parts, width: 2) { part in
      begin(part.count)
      let headers = await service.headers(ofPhotosAt: part)
      return await concurrentResults(Array(zip(part, headers))) {
        path, header async throws(DiaryError) in
        let added = try await service.addPhoto(at: path, header: header, to: assets, isOwn: isOwn)
        return ImportedPhoto(photo: added.photo, problem: added.problem)
      }
    }
    let attachments = await concurrentResults(attached) { path, type async throws(DiaryError) in
      begin(1)
      return try await service.addAttachment(at: path, type: type, to: assets, isOwn: isOwn)
    }
    // What failed then, failed for that.
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
    _ result: Result<File, DiaryError>
  ) throws(DiaryError) -> Result<File, PhotoError> {
    switch result {
    case .success(let file): return .success(file)
    case .failure(.photo(_, let failure)), .failure(.attachment(_, let failure)):
      return .failure(failure)
    // It is the diary that fails, and so does the import.
    case .failure(let error): throw error
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
