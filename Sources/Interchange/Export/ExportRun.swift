import Crypto
import DiaryCore

/// One export on its way: entries and photos go to the staging folder, which is published last.
struct ExportRun: ~Copyable {
  private let service: DiaryService
  private let target: ExportTarget
  private let publisher: ExportPublisher
  private let format: ExportFormat
  private let options: ExportOptions
  private let locationRemover: any LocationRemover

  private var tree: ExportTree
  /// The file of each photo that has come up; `nil` when it was left out.
  private var photoFiles: [AssetID: String?] = [:]
  private var problems: [ExportProblem] = []
  private var progress = ExportProgress()

  init(
    to target: ExportTarget, of service: DiaryService, author: AuthorID, format: ExportFormat,
    options: ExportOptions, locationRemover: any LocationRemover
  ) throws(DiaryError) {
    self.service = service
    self.target = target
    self.format = format
    self.options = options
    self.locationRemover = locationRemover
    publisher = ExportPublisher(
      target: target, manifest: ExportManifest(author: author, format: format))
    tree = ExportTree(
      staging: try publisher.makeStaging(),
      target: target.exists ? try Folder(at: target.path) : nil, earlier: target.earlier)
  }

  mutating func write(
    _ query: EntryQuery, progress report: @Sendable (ExportProgress) -> Void
  ) async throws(DiaryError) {
    progress.totalEntries = try await total(of: query)
    report(progress)
    // All as they are now, whatever others change meanwhile.
    var batches = try await service.batches(query).makeAsyncIterator()
    switch format {
    case .markdown:
      while let entry = try await next(of: &batches, report) { try writeMarkdown(entry) }
    case .json:
      var document = try JSONDocument(in: tree.staging.folder)
      while let entry = try await next(of: &batches, report) {
        try document.add(entry) { asset in photoFiles[asset] ?? nil }
      }
      let (digest, size) = try document.finish()
      progress.bytes += size
      let path = ExportPath(name: JSONDocument.name)
      if !tree.add(ExportedFile(path: path, content: .text(digest))) {
        try tree.staging.folder.remove(path)
      }
    }
    report(progress)
    try checkCancellation()
  }

  consuming func publish() throws(DiaryError) -> ExportSummary {
    var summary = ExportSummary(
      folder: target.path, entries: progress.entries, photos: progress.photos,
      written: tree.staged.count, removed: 0, problems: problems)
    summary.removed = try publisher.publish(tree)
    return summary
  }

  // MARK: Entries

  private var batch: ArraySlice<Entry> = []

  private func total(of query: EntryQuery) async throws(DiaryError) -> Int {
    let count = max(0, try await service.count(query.predicate) - query.offset)
    return min(count, query.limit ?? count)
  }

  /// The next entry, its photos exported; `nil` at the end.
  private mutating func next(
    of batches: inout EntryBatches.Iterator, _ report: @Sendable (ExportProgress) -> Void
  ) async throws(DiaryError) -> Entry? {
    if batch.isEmpty { batch = (await batches.next() ?? [])[...] }
    try checkCancellation()
    guard let entry = batch.popFirst() else { return nil }
    for photo in entry.photos where photoFiles[photo.asset] == nil {
      try checkCancellation()
      photoFiles[photo.asset] = .some(try await export(photo, of: entry))
      report(progress)
    }
    progress.entries += 1
    report(progress)
    return options.keepsLocation ? entry : entry.withoutPositions
  }

  private mutating func writeMarkdown(_ entry: Entry) throws(DiaryError) {
    let text = MarkdownDocument.write(entry) { asset in photoFiles[asset] ?? nil }
    let day = entry.date.day.description
    let path = tree.path(
      in: String(day.dropLast("-mm-dd".count)), stem: Self.name(day, entry.title),
      fileExtension: "md")
    let digest = AssetID(digest: SHA256.hash(data: text))
    guard tree.add(ExportedFile(path: path, content: .text(digest))) else { return }
    try tree.staging.folder.newFile(at: path).write(text)
    progress.bytes += Int64(text.count)
  }

  // MARK: Photos

  /// Returns the name of the photo's file, `nil` if it had to be left out.
  private mutating func export(
    _ photo: Photo, of entry: Entry
  ) async throws(DiaryError) -> String? {
    let source = service.file(of: photo)
    let name = Self.name(entry.date.day.description, Self.stem(of: photo.name))
    let path = tree.path(in: "photos", stem: name, fileExtension: photo.type.fileExtension)
    let content = ExportedFile.Content.photo(photo.asset, keepsLocation: options.keepsLocation)
    if tree.add(ExportedFile(path: path, content: content)) {
      let file = try tree.staging.folder.newFile(at: path)
      if let fault = try await copy(source, to: file) {
        tree.removeLast()
        try tree.staging.folder.remove(path)
        problems.append(ExportProblem(photo: photo.name, entry: entry.displayTitle, fault: fault))
        return nil
      }
      progress.bytes += file.size
    }
    progress.photos += 1
    return path.name
  }

  private func copy(
    _ source: String, to file: borrowing OutputFile
  ) async throws(DiaryError) -> ExportProblem.Fault? {
    if options.keepsLocation { return try file.copy(from: source) ? nil : .missing }
    guard let size = InputFile.size(of: source) else { return .missing }
    do throws(PictureProblem) {
      try await locationRemover.copy(photoAt: source, to: file.descriptor)
      return file.size > 0 ? nil : .locationNotRemoved(.damaged)
    } catch .missing {
      return .missing
    } catch {
      // A full disk fails every photo and is no fault of theirs.
      try file.makeRoom(for: size)
      return .locationNotRemoved(error)
    }
  }

  // MARK: Names

  private static func name(_ day: String, _ text: String) -> String {
    let name = SafeFileName.make(from: text)
    return name.isEmpty ? day : "\(day) \(name)"
  }

  /// A photo's name without its extension: the export gives it the one of its type.
  private static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."),
      MediaType.photoExtensions.contains(name[name.index(after: dot)...].lowercased())
    else { return name }
    return String(name[..<dot])
  }

  private func checkCancellation() throws(DiaryError) {
    if Task.isCancelled { throw .export(path: target.path, .cancelled) }
  }
}
