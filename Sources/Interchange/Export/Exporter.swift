import DiaryCore
import System
import Text

/// Exports entries and their photos to a folder that other programs can read, or to one encrypted
/// file with the same contents.
///
/// An export appears complete or not at all. A folder that holds an earlier export of the diary in
/// the same format is updated: files that the user added are kept, and so are files that the user
/// edited until the diary changes them too.
package struct Exporter: Sendable {
  let removeLocation: LocationRemover
  let helpers: ExportHelpers

  package init(
    removeLocation: @escaping LocationRemover, helpers: ExportHelpers = ExportHelpers()
  ) {
    self.removeLocation = removeLocation
    self.helpers = helpers
  }

  /// Exports a query's entries to a folder, which is created if needed, or to a file if `options`
  /// has a passphrase. The summary lists photos that can't be exported. Stops if the task is
  /// cancelled.
  ///
  /// - Throws: `DiaryError.export` if the folder can't be used for this export, the export fails or
  ///   is cancelled; otherwise the error of reading the diary.
  package func export(
    entries query: EntryQuery = EntryQuery(), of service: DiaryService, to folder: String,
    format: ExportFormat, options: ExportOptions = ExportOptions(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> ExportSummary {
    do {
      let query = try await Self.ordered(query, for: format, of: service)
      guard let passphrase = options.passphrase else {
        return try await exportFolder(query, of: service, to: folder, format, options, progress)
      }
      return try await exportSealed(
        query, of: service, to: folder, format, options, passphrase, progress)
    } catch let error as SystemError {
      throw DiaryError.export(path: folder, .failed(reason: error.fullMessage))
    } catch DiaryError.export(_, let failure) where failure != .fileExists {
      // Report the path as the user gave it.
      throw DiaryError.export(path: folder, failure)
    }
  }

  /// Reads the diary. The system's errors become the diary's, to distinguish them from those of the
  /// exported files.
  static func reading<Value>(_ read: @autoclosure () async throws -> Value) async throws -> Value {
    do { return try await read() } catch { throw DiaryError(error) }
  }

  private func exportFolder(
    _ query: EntryQuery, of service: DiaryService, to folder: String, _ format: ExportFormat,
    _ options: ExportOptions, _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ExportSummary {
    let status = await service.status()
    // Read separately, because the status is reported even if the author can't be read.
    let author = try await Self.reading(await service.existingAuthor())
    let id = author?.id ?? .unassigned
    let target = try ExportTarget(at: folder, store: status.path, author: id, format: format)
    return try await withFolder(target.parent) {
      let sink = try FolderSink(target)
      let tree = ExportTree(
        sink: sink, target: target.exists ? try Folder(at: target.path) : nil,
        earlier: target.earlier)
      var run = ExportRun(
        of: service, to: target.path, tree, author: author, format: format, options: options,
        by: self, report: progress)
      try await run.write(query)
      let (removed, kept) = try sink.publish(run.tree)
      return run.summary(removed: removed, kept: kept)
    }
  }

  private func exportSealed(
    _ query: EntryQuery, of service: DiaryService, to file: String, _ format: ExportFormat,
    _ options: ExportOptions, _ passphrase: Passphrase,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ExportSummary {
    let author = try await Self.reading(await service.existingAuthor())
    let target = try SealedTarget(at: file, store: await service.status().path)
    return try await withFolder(target.folder) {
      let sink = try SealedSink(target, passphrase: passphrase, time: service.time().seconds)
      var run = ExportRun(
        of: service, to: target.path, ExportTree(sink: sink), author: author, format: format,
        options: options, by: self, report: progress)
      try await run.write(query)
      try sink.publish()
      return run.summary()
    }
  }

  /// Creates a folder and its parents, and removes those it created if the work fails.
  private func withFolder(
    _ folder: String, _ work: () async throws -> ExportSummary
  ) async throws -> ExportSummary {
    let parents = try FileSystem.makeFolders(folder, mode: 0o777)
    do {
      return try await work()
    } catch {
      for parent in parents.reversed() { FileSystem.removeEmptyFolder(parent) }
      throw error
    }
  }

  /// Returns the query with its order changed where the format doesn't show it: oldest first, so
  /// that of two entries with one name the older one keeps it when a newer one is added. Formats
  /// read month by month are always in this order.
  private static func ordered(
    _ query: EntryQuery, for format: ExportFormat, of service: DiaryService
  ) async throws -> EntryQuery {
    let isWhole = query.limit == nil && query.offset == 0
    switch format {
    case .json: return query
    case .html, .pdf:
      // In ascending order, the newest entries are the last ones.
      let count = isWhole ? 0 : try await reading(await service.count(query.predicate))
      let left = max(0, count - query.offset)
      let limit = query.limit.map { min($0, left) }
      return EntryQuery(
        query.predicate, sort: .date, isAscending: true, offset: left - (limit ?? left),
        limit: isWhole ? nil : limit ?? left)
    case .markdown, .dayone, .jrnl:
      return isWhole ? EntryQuery(query.predicate, sort: .date, isAscending: true) : query
    }
  }
}

// MARK: - ExportSummary

/// The result of an export.
package struct ExportSummary: Hashable, Sendable {
  /// The folder that holds the export, with symbolic links resolved.
  package var folder: String
  package var entries: Int
  package var photos: Int
  /// The number of files that are new or replaced. The export's other files were up to date.
  package var written: Int
  /// The number of an earlier export's files that were removed because the diary no longer has
  /// their contents.
  package var removed: Int
  /// The paths of files that would have been removed but were edited by the user.
  package var kept: [String]
  /// The photos and attachments that were left out.
  package var problems: [ExportIssue]
  /// The number of photos that lost an embedded video or picture together with their position.
  package var partialPhotos: Int
  /// The reasons why photos on other machines couldn't be fetched, one line for each remote that
  /// failed.
  package var fetchErrors: [String] = []
}

/// A photo or an attachment that was left out of an export.
package struct ExportIssue: Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// The diary doesn't have the file or can't read it.
    case missing
    /// The file is on another machine and couldn't be fetched.
    case elsewhere
    /// The position couldn't be removed from the copy.
    case locationNotRemoved(PictureProblem)
  }

  /// The file's name. `entry` is the title of its entry.
  package var photo: String
  package var entry: String
  package var failure: Fault
}

extension ExportSummary {
  /// The path of a site's start page.
  package var sitePage: String { "\(folder)/\(SiteFrame.home.text)" }

  /// Notes on the export for the user, one line each and safe for a terminal: remotes that failed,
  /// embedded videos and pictures left out, and an earlier export's files that were removed or
  /// kept.
  package var notes: [String] { fetchErrors + partialLines + obsoleteLines }

  private var partialLines: [String] {
    guard partialPhotos > 0 else { return [] }
    let photos = CountText.photos(partialPhotos)
    return [
      localized(
        "\(photos) exported without the embedded video or images; use --keep-location to keep them"
      )
    ]
  }

  private var obsoleteLines: [String] {
    var lines = kept.map { path in
      localized(
        "\(path.printable) is no longer part of the export, but was kept because you edited it")
    }
    if removed > 0 {
      lines.append(localized("Removed \(CountText.files(removed)) no longer part of the export"))
    }
    return lines
  }
}

extension ExportIssue {
  /// The problem on one line, safe for a terminal.
  package var line: String {
    localized("The file \(photo) of “\(entry)” was left out: \(reason).").printable
  }

  private var reason: String {
    switch failure {
    case .elsewhere:
      localized("it's on another device and couldn't be downloaded. Sync, then export again")
    case .missing: localized("it's missing or unreadable. Run `photodiary verify`")
    case .locationNotRemoved(.unavailable):
      localized("its location couldn't be removed because photodiary-picture failed")
    case .locationNotRemoved:
      localized("its location couldn't be removed. Use --keep-location to export it anyway")
    }
  }
}

// MARK: - ExportRun

/// An export in progress. Writes entries and photos to the sink, which is published last.
struct ExportRun: ~Copyable {
  private let service: DiaryService
  /// The export's path for error messages.
  private let place: String
  private let format: ExportFormat
  private let options: ExportOptions
  private let exporter: Exporter
  /// The result of fetching photos and attachments from other machines.
  private var fetched = AssetFetchResult()
  /// The name of the diary's author.
  private let author: String

  private(set) var tree: ExportTree
  /// The exported path of each photo and attachment seen so far; `nil` if it was left out.
  private var files: [AssetFile: ExportPath?] = [:]
  private var problems: [ExportIssue] = []
  private var partialPhotos = 0
  /// Progress in entries. Its `secondaryCount` counts photos: those drawn, if the format draws
  /// them, otherwise photo files, including those unchanged from an earlier export.
  private var progress = Progress(.exporting, 0)
  private let report: @Sendable (Progress) -> Void

  init(
    of service: DiaryService, to place: String, _ tree: consuming ExportTree, author: Author?,
    format: ExportFormat, options: ExportOptions, by exporter: Exporter,
    report: @escaping @Sendable (Progress) -> Void
  ) {
    self.service = service
    self.place = place
    self.tree = tree
    self.format = format
    self.options = options
    self.exporter = exporter
    self.report = report
    self.author = author?.name ?? ""
  }

  mutating func write(_ query: EntryQuery) async throws {
    fetched = try await Exporter.reading(await service.fetchFiles(of: query, progress: report))
    try checkCancellation()
    progress.total = try await total(of: query)
    report(progress)
    // A snapshot: changes made during the export don't affect it.
    let entries = try await Exporter.reading(await service.batches(query))
    switch format {
    case .markdown: try await write(entries, as: MarkdownWriter.self)
    case .json: try await write(entries, as: JSONDocument.self)
    case .html: try await write(entries, as: Site.self)
    case .pdf: try await write(entries, as: Book.self)
    case .dayone: try await write(entries, as: DayOneWriter.self)
    case .jrnl: try await write(entries, as: JrnlWriter.self)
    }
    report(progress)
    try checkCancellation()
  }

  /// Returns the summary.
  ///
  /// - Parameters:
  ///   - removed: The number of an earlier export's files that were removed.
  ///   - kept: Those that were kept because the user edited them.
  func summary(removed: Int = 0, kept: [ExportPath] = []) -> ExportSummary {
    ExportSummary(
      folder: place, entries: progress.done, photos: progress.secondaryCount,
      written: tree.staged.count, removed: removed, kept: kept.map(\.text),
      problems: problems, partialPhotos: partialPhotos, fetchErrors: fetched.errors)
  }

  // MARK: Entries

  private var batch: ArraySlice<Entry> = []
  /// The number of entries at the front of `batch` whose photos are exported.
  private var ready = 0
  /// The number of entries whose photos are exported together, to keep all processors busy.
  private static let batchSize = 8

  private func total(of query: EntryQuery) async throws -> Int {
    let count = try await Exporter.reading(await service.count(query.predicate))
    return min(max(0, count - query.offset), query.limit ?? count)
  }

  /// Returns the next entry after exporting its photos, or `nil` at the end.
  private mutating func next<Writer: DiaryWriter & ~Copyable>(
    of batches: inout EntryBatches.Iterator, for writer: inout Writer
  ) async throws -> Entry? {
    if batch.isEmpty { batch = (await batches.next() ?? [])[...] }
    try checkCancellation()
    if ready == 0 {
      let entries = Array(batch.prefix(Self.batchSize))
      if Writer.copiesFiles { try await exportFiles(of: entries, for: &writer) }
      ready = entries.count
    }
    guard let entry = batch.popFirst() else { return nil }
    ready -= 1
    progress.done += 1
    report(progress)
    return options.keepsLocation ? entry : entry.withoutPositions
  }

  private mutating func write<Writer: DiaryWriter & ~Copyable>(
    _ entries: EntryBatches, as type: Writer.Type
  ) async throws {
    let context = ExportContext(
      entries: entries, author: author, site: options.site, keepsLocation: options.keepsLocation,
      source: { [service] in service.file(of: $0) },
      helpers: exporter.helpers, comments: try await ExportComments(of: service))
    var writer = try await Writer(context, &tree)
    var batches = entries.makeAsyncIterator()
    while let entry = try await next(of: &batches, for: &writer) {
      let files = files
      try await writer.add(entry, to: &tree) { file in
        (files[file] ?? nil)?.text
      }
      if !Writer.copiesFiles { progress.secondaryCount = writer.drawnPhotos }
    }
    try await writer.finish(&tree)
  }

  // MARK: Photos and attachments

  /// A photo or an attachment that is being copied to an open file.
  private final class Copy: Sendable {
    let original: NamedFile
    let isPhoto: Bool
    /// `true` if the position is removed.
    let losesPosition: Bool
    let entry: String
    let source: String
    /// The path in the tree; `nil` for a file that the writer packs.
    let path: ExportPath?
    let file: OpenFile

    init(
      _ original: NamedFile, isPhoto: Bool, losesPosition: Bool, of entry: Entry,
      from source: String, to path: ExportPath?, _ file: consuming OpenFile
    ) {
      self.original = original
      self.isPhoto = isPhoto
      self.losesPosition = losesPosition
      self.entry = entry.displayTitle
      self.source = source
      self.path = path
      self.file = file
    }
  }

  /// Exports the photos and attachments that earlier entries didn't have, several at a time.
  /// Records those that were left out, in their order.
  private mutating func exportFiles<Writer: DiaryWriter & ~Copyable>(
    of entries: [Entry], for writer: inout Writer
  ) async throws {
    var copies: [Copy] = []
    for entry in entries {
      let photos = entry.photos.map { (original: $0.named, isPhoto: true) }
      let attachments = entry.attachments.map { (original: $0.named, isPhoto: false) }
      for (original, isPhoto) in photos + attachments where files[original.file] == nil {
        let keepsLocation = await keepsLocation(of: original.file, isPhoto: isPhoto)
        let path = Writer.packsFiles ? nil : path(of: original, isPhoto: isPhoto, in: entry)
        files[original.file] = path ?? ExportPath(name: original.name)
        if let path {
          let content = ExportedFile.Content.photo(
            original.file.asset, keepsLocation: keepsLocation)
          guard tree.add(ExportedFile(path: path, content: content)) else {
            if isPhoto { progress.secondaryCount += 1 }
            continue
          }
        }
        let file = if let path { try tree.sink.newFile(at: path) } else { try tree.sink.scratch() }
        copies.append(
          Copy(
            original, isPhoto: isPhoto, losesPosition: !keepsLocation, of: entry,
            from: service.path(of: original.file), to: path, file))
        if copies.count == tree.sink.maxOpenFiles {
          try await finish(copies, for: &writer)
          copies = []
        }
      }
    }
    try await finish(copies, for: &writer)
  }

  /// Returns `true` if a file is copied unchanged. Photos among the attachments may contain a
  /// position too.
  private func keepsLocation(of file: AssetFile, isPhoto: Bool) async -> Bool {
    if options.keepsLocation { return true }
    if isPhoto { return false }
    // A file that only has a photo's name contains no position that could be found.
    guard file.type.isPhoto else { return true }
    return await service.headers(ofPhotosAt: [service.path(of: file)]).allSatisfy { $0 == nil }
  }

  private mutating func finish<Writer: DiaryWriter & ~Copyable>(
    _ copies: [Copy], for writer: inout Writer
  ) async throws {
    let (removeLocation, opener) = (exporter.removeLocation, service.assetOpener)
    let results = await concurrentResults(copies) { copy in
      try await Self.write(copy, opener, removeLocation)
    }
    try checkCancellation()
    for (copy, result) in zip(copies, results.compactMap(\.self)) {
      let outcome = try result.get()
      if outcome == .partial { partialPhotos += 1 }
      if case .omitted(var failure) = outcome {
        if failure == .missing, fetched.missing.contains(copy.original.file) {
          failure = .elsewhere
        }
        if let path = copy.path { try tree.discard(path) }
        files[copy.original.file] = .some(nil)
        problems.append(
          ExportIssue(photo: copy.original.name, entry: copy.entry, failure: failure))
      } else {
        if let path = copy.path {
          try tree.sink.keep(copy.file, at: path)
        } else {
          try writer.pack(copy.original.file, copy.file)
        }
        if copy.isPhoto { progress.secondaryCount += 1 }
      }
      report(progress)
    }
  }

  /// The result of a copy.
  private enum Outcome: Equatable {
    case whole
    /// Copied without a video or another picture that the file contained.
    case partial
    case omitted(ExportIssue.Fault)
  }

  private static func write(
    _ copy: Copy, _ opener: any AssetOpener, _ removeLocation: LocationRemover
  ) async throws -> Outcome {
    guard copy.losesPosition else {
      let isRead = try opener.read(copy.source) { bytes in
        try copy.file.write(bytes)
      }
      return isRead ? .whole : .omitted(.missing)
    }
    guard let size = InputFile.size(of: copy.source) else { return .omitted(.missing) }
    do {
      let isWhole = try await removeLocation(copy.source, copy.file.descriptor)
      guard copy.file.size > 0 else { return .omitted(.locationNotRemoved(.damaged)) }
      return isWhole ? .whole : .partial
    } catch PictureProblem.missing {
      return .omitted(.missing)
    } catch let error as PictureProblem {
      // A full disk makes every photo fail. Report that instead of blaming the photo.
      try copy.file.reserveSpace(for: Int(size))
      return .omitted(.locationNotRemoved(error))
    }
  }

  // MARK: Names

  /// Returns an unused path for a photo or an attachment.
  private mutating func path(
    of original: NamedFile, isPhoto: Bool, in entry: Entry
  ) -> ExportPath {
    let day = entry.date.day.description
    guard isPhoto else {
      let (stem, fileExtension) = Self.parts(of: original)
      return tree.path(
        in: "attachments", stem: SafeFileName.make(day: day, from: stem),
        fileExtension: fileExtension)
    }
    return tree.path(
      in: "photos", stem: SafeFileName.make(day: day, from: Self.stem(of: original.name)),
      fileExtension: original.file.type.fileExtension)
  }

  /// The longest suffix that counts as an extension, in bytes.
  private static let maxExtensionLength = 10

  /// Splits an attachment's name. The extension is the name's if it has a plain one, otherwise the
  /// one of its type.
  private static func parts(of original: NamedFile) -> (stem: String, fileExtension: String) {
    let name = original.name
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return (name, original.file.type.fileExtension)
    }
    let fileExtension = name[name.index(after: dot)...]
    let isPlain =
      (1...maxExtensionLength).contains(fileExtension.utf8.count)
      && fileExtension.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
      }
    guard isPlain else { return (name, original.file.type.fileExtension) }
    return (String(name[..<dot]), String(fileExtension))
  }

  /// Returns a photo's name without its extension, because the export uses the one of its type.
  private static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."),
      MediaType.photoExtensions.contains(name[name.index(after: dot)...].lowercased())
    else { return name }
    return String(name[..<dot])
  }

  private func checkCancellation() throws {
    if Task.isCancelled { throw DiaryError.export(path: place, .cancelled) }
  }
}
