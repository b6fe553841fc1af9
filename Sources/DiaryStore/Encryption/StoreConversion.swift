import DiaryCore
import Synchronization
import System

/// Writes all of a store into an empty one beside it, where its files are encrypted, or aren't any
/// more, and compares both. Whoever does holds both stores' locks.
struct StoreConversion: Sendable {
  let source: StoreLayout
  let target: StoreLayout
  /// The photos and attachments that something names: the name of an encrypted one doesn't tell
  /// its type.
  let named: [AssetFile]
  let progress: @Sendable (Progress) -> Void

  func run() async throws(DiaryError) {
    for folder in [target.logs, target.assets] {
      try FileSystem.makeFolder(folder)
    }
    let reader = LogReader(layout: source)
    let logs = try reader.logs()
    let files = try assets()
    let counter = ConversionCount(of: logs.count + files.count, progress)
    for (name, end) in logs { try copy(log: name, size: end.size) }
    try await convert(files, counter)
    try copyRest(logs: Set(logs.map(\.name)), files: Set(files.map(\.path)))
    try FileSystem.syncAll(in: target.root)
    for (name, end) in logs {
      try compare(log: name, size: end.size)
      counter.add()
    }
    try StoreFormat.write(to: target)
    var index = try IndexRebuild(layout: target, horizon: ClockHorizon()).build(in: target.root)
    try index.commit(as: target.index)
    try FileSystem.syncAll(in: target.root)
  }

  /// Several at a time; the first that fails ends it.
  private func each<Value: Sendable>(
    _ values: [Value], _ body: @escaping @Sendable (Value) throws(DiaryError) -> Void
  ) async throws(DiaryError) {
    let results = await concurrentMap(values, width: 4) { value -> Result<Void, DiaryError> in
      Result { () throws(DiaryError) in try body(value) }
    }
    for result in results {
      guard let result else { throw cancelled }
      try result.get()
    }
  }

  private var cancelled: DiaryError { .store(path: source.root, .notConverted(.cancelled)) }

  private func damaged(_ path: String) -> DiaryError {
    .store(path: source.root, .notConverted(.damaged(source.relative(path))))
  }

  private func differs(_ path: String) -> DiaryError {
    .store(path: source.root, .notConverted(.differs(source.relative(path))))
  }

  // MARK: Logs

  /// In bytes, of what is read of a log at once.
  private static let pieceSize = 1 << 20

  private static func pieces(of size: Int) -> some Sequence<Range<Int>> {
    stride(from: 0, to: size, by: pieceSize).lazy.map { $0..<min($0 + pieceSize, size) }
  }

  private func copy(log name: String, size: Int) throws(DiaryError) {
    let (log, copy) = (source.log(name), target.log(name))
    try FileSystem.makeFolders(Path.parent(copy.path))
    var replacement = try LogReplacement(of: copy)
    for range in Self.pieces(of: size) {
      let (bytes, isWhole) = try log.copied(range)
      guard isWhole else { throw damaged(log.path) }
      try replacement.write(bytes)
    }
    try replacement.commit()
  }

  private func compare(log name: String, size: Int) throws(DiaryError) {
    let (log, copy) = (source.log(name), target.log(name))
    guard copy.end?.size == size else { throw differs(log.path) }
    for range in Self.pieces(of: size)
    where try log.copied(range).bytes != copy.copied(range).bytes { throw differs(log.path) }
  }

  // MARK: Photos and attachments

  private typealias File = (path: String, target: String)

  /// What is done with a photo, one after the other.
  private enum Step: CaseIterable { case copying, readingBack, comparing }

  /// How many photos one step is done with before the next is.
  private static let groupSize = 16

  /// Copies photos, and compares them with what the disk has of them. While some are copied, those
  /// before them are written to the disk, and those before these are read from there.
  private func convert(_ files: [File], _ counter: ConversionCount) async throws(DiaryError) {
    let starts = stride(from: 0, to: files.count, by: Self.groupSize)
    let groups = starts.map { files[$0..<min($0 + Self.groupSize, files.count)] }
    for turn in 0..<(groups.count + Step.allCases.count - 1) {
      var work: [(step: Step, file: File)] = []
      for (delay, step) in Step.allCases.enumerated() where groups.indices.contains(turn - delay) {
        work += groups[turn - delay].map { (step, $0) }
      }
      try await each(work) { work throws(DiaryError) in
        try take(work.step, with: work.file, counter)
      }
    }
  }

  private func take(
    _ step: Step, with file: File, _ counter: ConversionCount
  ) throws(DiaryError) {
    switch step {
    case .copying: try copy(file.path, to: file.target)
    case .readingBack: try OpenFile.reading(file.target).readBack()
    case .comparing:
      try compare(file.path, with: file.target)
      counter.add()
    }
  }

  /// Where each is and goes to. An encrypted one that nothing names is known by its bytes alone.
  private func assets() throws(DiaryError) -> [File] {
    let found = try AssetFolder(layout: source).files().filter { path, asset in
      asset.map { AssetFolder.isPlace(source.relative(path), of: $0) } ?? false
        && !StoreIssue.isTemporary(source.relative(path))
        && FileSystem.ownStatus(of: path)?.isRegularFile == true
    }
    guard source.isEncrypted else {
      return found.compactMap { path, asset in
        asset.map { asset in
          let type = MediaType(ofFileNamed: Path.name(path))
          return (path, target.path(of: AssetFile(asset: asset, type: type)))
        }
      }
    }
    let known = Dictionary(named.map { (source.path(of: $0), $0) }) { first, _ in first }
    var files: [File] = []
    for (path, _) in found {
      let file: AssetFile
      if let named = known[path] { file = named } else { file = try unnamed(path) }
      files.append((path, target.path(of: file)))
    }
    return files
  }

  private func unnamed(_ path: String) throws(DiaryError) -> AssetFile {
    do throws(DiaryError) {
      let asset = try AssetFolder(layout: source).asset(ofFileAt: path)
      return AssetFile(asset: asset, type: MediaType("application/octet-stream"))
    } catch {
      throw damaged(path)
    }
  }

  /// Not synced by itself: one sync waits for all.
  private func copy(_ path: String, to goal: String) throws(DiaryError) {
    if Task.isCancelled { throw cancelled }
    try FileSystem.makeFolders(Path.parent(goal))
    let file = try OpenFile(goal, .new)
    var seal = try StoreSeal(of: target)
    do throws(DiaryError) {
      try source.forEachPiece(of: path) { piece throws(DiaryError) in
        try seal.write(piece) { bytes throws(DiaryError) in try file.write(bytes) }
      }
    } catch .store(path, .damaged) {
      throw damaged(path)
    }
    try seal.finish { bytes throws(DiaryError) in try file.write(bytes) }
    file.descriptor.beginWriteBack()
  }

  private func compare(_ path: String, with goal: String) throws(DiaryError) {
    if Task.isCancelled { throw cancelled }
    if source.isEncrypted, target.isEncrypted {
      let clear = try AssetFolder(layout: source).asset(ofFileAt: path)
      guard try AssetFolder(layout: target).asset(ofFileAt: goal) == clear else {
        throw differs(path)
      }
      return
    }
    let (plain, layout, sealed) =
      target.isEncrypted ? (path, target, goal) : (goal, source, path)
    let clear = try MappedFile(plain)
    var place = 0
    var isSame = true
    try layout.forEachPiece(of: sealed) { piece in
      let end = place + piece.count
      isSame =
        isSame && end <= clear.count
        && UnsafeRawBufferPointer(rebasing: clear.bytes[place..<end]).isEqual(to: piece)
      place = end
    }
    guard isSame, place == clear.count else { throw differs(path) }
  }

  // MARK: What else there is

  private func copyRest(logs: Set<String>, files: Set<String>) throws(DiaryError) {
    if FileSystem.exists(source.owner) {
      let owner = try source.map(source.owner)
      try target.write(Array(owner.bytes), to: target.owner)
    }
    if FileSystem.exists(source.restoredMark) { try keep(source.restoredMark, as: "restored.json") }
    try setAside(logs, files)
    for folder in [source.logs, source.assets] { try keepHidden(in: folder) }
    // What people, or other programs, have put there is none of ours, and stays as it is.
    for name in try FileSystem.names(in: source.root)
    where !StoreLayout.names.contains(name) && !name.hasPrefix(DurableFile.temporaryPrefix) {
      try keep(source.file(name), as: name)
    }
  }

  /// Keeps what is set aside, and what can't be read where it stands.
  private func setAside(_ logs: Set<String>, _ files: Set<String>) throws(DiaryError) {
    for name in try FileSystem.files(below: source.quarantine) {
      try setAside(Path.join(source.quarantine, name), as: name)
    }
    for name in try FileSystem.files(below: source.journals) {
      try setAside(Path.join(source.journals, name), as: "journals/" + name)
    }
    for name in try FileSystem.files(below: source.logs) {
      let isPiece = source.isEncrypted && LogPiece(Path.name(name)) != nil
      if logs.contains(name) || isPiece || StoreIssue.isTemporary(name) { continue }
      try setAside(Path.join(source.logs, name), as: "log/" + name)
    }
    for name in try FileSystem.files(below: source.assets) {
      let path = Path.join(source.assets, name)
      if files.contains(path) || StoreIssue.isTemporary(name) { continue }
      try setAside(path, as: "assets/" + name)
    }
  }

  /// What other programs have hidden among the files is none of ours, and stays as it is.
  private func keepHidden(in folder: String) throws(DiaryError) {
    for name in try FileSystem.names(in: folder) {
      let path = Path.join(folder, name)
      if name.hasPrefix(".") {
        let isOurs =
          name.hasPrefix(DurableFile.temporaryPrefix) || name == StoreLayout.unfinishedAppendName
          || SparePiece.Place(name) != nil
        if !isOurs { try keep(path, as: source.relative(path)) }
      } else if FileSystem.ownStatus(of: path)?.isFolder == true {
        try keepHidden(in: path)
      }
    }
  }

  private static let ending = ".age"

  /// Sealed, with an ending that says so. What can't be opened stays as it is, with the keys.
  private func setAside(_ path: String, as name: String) throws(DiaryError) {
    let place = Path.join(target.quarantine, name)
    if target.isEncrypted, source.isEncrypted {
      // What can't be opened stays as it is.
      do throws(DiaryError) { return try copy(path, to: place) } catch {
        FileSystem.unlink(place)
        return try keep(path, as: "set-aside/" + name)
      }
    }
    if target.isEncrypted { return try copy(path, to: place + Self.ending) }
    if name.hasSuffix(Self.ending) {
      let clear = String(place.dropLast(Self.ending.count))
      do throws(DiaryError) { return try copy(path, to: clear) } catch { FileSystem.unlink(clear) }
      for key in try FileSystem.files(below: source.keys) {
        let copy = "set-aside/keys/" + key
        if !FileSystem.exists(target.file(copy)) {
          try keep(Path.join(source.keys, key), as: copy)
        }
      }
    }
    try keep(path, as: "set-aside/" + name)
  }

  /// Keeps a file or a folder as it is.
  private func keep(_ path: String, as name: String) throws(DiaryError) {
    let place = target.file(name)
    switch FileSystem.ownStatus(of: path)?.kind {
    case .file:
      try FileSystem.makeFolders(Path.parent(place))
      if (try? FileSystem.link(path, as: place)) != nil { return }
      switch FileCopying.copy(try OpenFile.reading(path), to: place) {
      case .success: return
      case .failure(.source(let error)), .failure(.target(let error)): throw error
      }
    case .folder:
      try FileSystem.makeFolders(place)
      for inner in try FileSystem.names(in: path) {
        try keep(Path.join(path, inner), as: Path.join(name, inner))
      }
    case .link: try? FileSystem.symbolicLink(to: Path.target(ofLink: path) ?? path, at: place)
    // A pipe or a socket holds nothing.
    case .other, nil: break
    }
  }
}

/// How many files were written, and found to be the same.
private final class ConversionCount: Sendable {
  private let total: Int
  private let progress: @Sendable (Progress) -> Void
  private let done = Atomic(0)

  init(of total: Int, _ progress: @escaping @Sendable (Progress) -> Void) {
    (self.total, self.progress) = (total, progress)
  }

  func add() {
    progress(Progress(.copying, done.add(1, ordering: .relaxed).newValue, of: total))
  }
}
