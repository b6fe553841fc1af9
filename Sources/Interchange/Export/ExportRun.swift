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
    case .markdown: try await write(&batches, as: MarkdownWriter.self, report)
    case .json: try await write(&batches, as: JSONDocument.self, report)
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
  /// How many of the next entries have their photos exported.
  private var ready = 0
  /// Entries whose photos are exported together, so that every processor has one.
  private static let ahead = 8

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
    if ready == 0 {
      let entries = Array(batch.prefix(Self.ahead))
      try await exportPhotos(of: entries, report)
      ready = entries.count
    }
    guard let entry = batch.popFirst() else { return nil }
    ready -= 1
    progress.entries += 1
    report(progress)
    return options.keepsLocation ? entry : entry.withoutPositions
  }

  private mutating func write<Writer: DiaryWriter & ~Copyable>(
    _ batches: inout EntryBatches.Iterator, as type: Writer.Type,
    _ report: @Sendable (ExportProgress) -> Void
  ) async throws(DiaryError) {
    var writer = try Writer(&tree, options: options)
    while let entry = try await next(of: &batches, report) {
      let files = photoFiles
      progress.bytes += try writer.add(entry, to: &tree) { asset in files[asset] ?? nil }
    }
    progress.bytes += try writer.finish(&tree)
  }

  // MARK: Photos

  /// A photo on its way to a file, which is open meanwhile.
  private final class Copy: Sendable {
    let photo: Photo
    let entry: String
    let source: String
    let path: ExportPath
    let file: OutputFile

    init(
      _ photo: Photo, of entry: Entry, from source: String, to path: ExportPath,
      _ file: consuming OutputFile
    ) {
      self.photo = photo
      self.entry = entry.displayTitle
      self.source = source
      self.path = path
      self.file = file
    }
  }

  /// Photos that are copied in one go.
  private static let mostCopies = 32

  /// Exports the photos of entries that haven't come up yet, several at a time. Those that have to
  /// be left out are named, in their order.
  private mutating func exportPhotos(
    of entries: [Entry], _ report: @Sendable (ExportProgress) -> Void
  ) async throws(DiaryError) {
    var copies: [Copy] = []
    for entry in entries {
      for photo in entry.photos where photoFiles[photo.asset] == nil {
        let name = SafeFileName.make(
          day: entry.date.day.description, from: Self.stem(of: photo.name))
        let path = tree.path(in: "photos", stem: name, fileExtension: photo.type.fileExtension)
        photoFiles[photo.asset] = path.name
        let content = ExportedFile.Content.photo(photo.asset, keepsLocation: options.keepsLocation)
        guard tree.add(ExportedFile(path: path, content: content)) else {
          progress.photos += 1
          continue
        }
        copies.append(
          Copy(
            photo, of: entry, from: service.file(of: photo), to: path,
            try tree.staging.folder.newFile(at: path)))
        if copies.count == Self.mostCopies {
          try await finish(copies, report)
          copies = []
        }
      }
    }
    try await finish(copies, report)
  }

  private mutating func finish(
    _ copies: [Copy], _ report: @Sendable (ExportProgress) -> Void
  ) async throws(DiaryError) {
    let (keepsLocation, remover) = (options.keepsLocation, locationRemover)
    let results = await concurrentMap(copies) { copy -> Result<ExportProblem.Fault?, DiaryError>? in
      do throws(DiaryError) {
        return .success(
          try await Self.write(copy, keepsLocation: keepsLocation, locationRemover: remover))
      } catch {
        return .failure(error)
      }
    }
    try checkCancellation()
    for (copy, result) in zip(copies, results.compactMap(\.self)) {
      if let fault = try result.get() {
        tree.remove(copy.path)
        try tree.staging.folder.remove(copy.path)
        photoFiles[copy.photo.asset] = .some(nil)
        problems.append(ExportProblem(photo: copy.photo.name, entry: copy.entry, fault: fault))
      } else {
        progress.bytes += copy.file.size
        progress.photos += 1
      }
      report(progress)
    }
  }

  private static func write(
    _ copy: Copy, keepsLocation: Bool, locationRemover: any LocationRemover
  ) async throws(DiaryError) -> ExportProblem.Fault? {
    if keepsLocation { return try copy.file.copy(from: copy.source) ? nil : .missing }
    guard let size = InputFile.size(of: copy.source) else { return .missing }
    do throws(PictureProblem) {
      try await locationRemover.copy(photoAt: copy.source, to: copy.file.descriptor)
      return copy.file.size > 0 ? nil : .locationNotRemoved(.damaged)
    } catch .missing {
      return .missing
    } catch {
      // A full disk fails every photo and is no fault of theirs.
      try copy.file.makeRoom(for: size)
      return .locationNotRemoved(error)
    }
  }

  // MARK: Names

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
