import DiaryCore
import System

/// What a person named to be imported: opened, unpacked if it is an archive, and known for what it
/// is. What was unpacked goes with this value.
package final class ImportInput: Sendable {
  package let format: ImportFormat
  /// The file of entries or the folder of photos, as it is to be read.
  package let path: String
  /// What our own entries are read from.
  private let source: ImportSource
  /// What of an archive wasn't unpacked.
  package let notes: [ImportNote]
  /// As the person named it.
  let name: String
  let tree: ImportTree
  /// Where files may be put that an import needs meanwhile.
  let workingFolder: String
  private let archive: UnpackedArchive?
  /// Whether its content can be read once, and nobody has looked at it.
  private let isUnseen: Bool

  /// Finds out what a path is, unless told. A folder or an archive that holds nothing that is known
  /// but one archive stands for that one, as does an export for Day One.
  ///
  /// - Parameters:
  ///   - place: The folder below which archives are unpacked.
  ///   - progress: Is given the bytes that were read of one.
  /// - Returns: `nil` when the task was cancelled.
  /// - Throws: `DiaryError.input` when it can't be read or is nothing that is known.
  package static func open(
    _ path: String, as told: ImportFormat? = nil, hints: ImportHints = ImportHints(),
    unpackingBelow place: String, limits: ArchiveLimits = ArchiveLimits(),
    progress: (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportInput? {
    var kind = try kind(of: path)
    var archive: UnpackedArchive?
    if kind == .archive {
      archive = try await UnpackedArchive(path, below: place, limits: limits, progress: progress)
      if archive == nil { return nil }
    }
    var tree: ImportTree
    if kind == .file || kind == .stream {
      tree = ImportTree(file: Path.resolved(path))
    } else {
      tree = ImportTree(folder: archive?.path ?? path, of: archive == nil ? nil : path)
    }
    tree.hints = hints
    let extracted = ExtractedFiles(below: place)
    tree.extracted = extracted
    var notes = archive?.notes ?? []
    var format = Self.format(of: tree, kind, told)
    // Its reader names all that no entry shows.
    let archives = tree.isFile || format == .markdown ? [] : archives(in: tree)
    if archives.count == 1, format == nil || format == .photos && !holdsPhotos(tree.root) {
      notes += PassedOver.notes(of: tree.files().filter { $0 != archives[0] })
      archive = try await UnpackedArchive(
        "\(tree.root)/\(archives[0])", called: "\(path)/\(archives[0])", below: place,
        limits: archive?.limitsLeft ?? limits, progress: progress)
      guard let archive else { return nil }
      kind = .archive
      notes += archive.notes
      tree = ImportTree(folder: archive.path, of: archives[0])
      tree.hints = hints
      tree.extracted = extracted
      format = Self.format(of: tree, kind, told)
    } else {
      notes += archives.map { ImportNote(.file($0), .archive) }
    }
    if kind == .folder { notes += tree.links().map { ImportNote(.file($0), .member(.link)) } }
    if format == nil || told == nil && format == .photos, told == nil || told == .diarium,
      KnownDiary.isPageOfDiarium(tree, name: path, isTold: told != nil)
    {
      throw .input(name: path, .pagesOfDiarium)
    }
    if told == nil, format == .photos || format == nil, kind != .stream {
      try refuseUnread(tree, name: path)
    }
    guard let format else {
      if let failure = archive?.failure { throw .input(name: path, .archive(failure)) }
      throw .input(name: path, told.map { .notOfFormat($0.rawValue) } ?? .unknownFormat)
    }
    return ImportInput(path, tree, kind, format, notes, archive, workingFolder: place)
  }

  /// Our own entries in something that is open already, to be read once.
  package init(_ source: ImportSource, workingFolder: String) {
    format = .jsonl
    (path, name) = (source.name, source.name)
    self.source = source
    self.workingFolder = workingFolder
    tree = ImportTree(file: source.name)
    notes = []
    archive = nil
    isUnseen = true
  }

  private init(
    _ name: String, _ tree: ImportTree, _ kind: Kind, _ format: ImportFormat,
    _ notes: [ImportNote], _ archive: UnpackedArchive?, workingFolder: String
  ) {
    self.name = name
    self.tree = tree
    self.format = format
    self.notes = notes
    self.archive = archive
    self.workingFolder = workingFolder
    path =
      switch kind {
      case .file, .stream: format.isOwn || format == .photos ? name : tree.root
      case .folder where format == .photos: name
      case .folder, .archive:
        format.isOwn ? "\(tree.root)/\(Self.ownFile(in: tree) ?? "")" : tree.root
      }
    source = .file(path)
    isUnseen = kind == .stream
  }

  /// Reads its entries from their beginning; `nil` where it has none.
  func reader(_ defaults: EntryDraft.Defaults) -> (any DiaryReader)? {
    format.isOwn
      ? JSONReader(
        source, folder: tree.isFile ? nil : tree.root, isKnown: !isUnseen, defaults: defaults)
      : format.reader?.init(tree, defaults: defaults)
  }

  /// Whether its files were unpacked, or taken out of others, and are nobody else's.
  package var isUnpacked: Bool { archive != nil || format == .evernote }
}
