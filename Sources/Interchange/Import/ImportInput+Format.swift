import DiaryCore
import System

// What a path is: by what stands there, and by what it holds.
extension ImportInput {
  enum Kind { case file, archive, folder, stream }

  static func kind(of path: String) throws(DiaryError) -> Kind {
    do throws(ErrorNumber) {
      switch try FileStatus(at: path).kind {
      case .folder: return .folder
      case .file:
        let descriptor = try Descriptor.open(path, .readOnly)
        defer { descriptor.close() }
        return ArchiveKind.isArchive(descriptor) ? .archive : .file
      // A pipe is read once and opened once: it can only be what needs no look ahead.
      case .link, .other: return .stream
      }
    } catch {
      throw .input(
        name: path, error == .noSuchFile ? .missing : .unreadable(reason: error.words))
    }
  }

  /// What files are, or whether they are what a person says; `nil` for nothing that is known. Of
  /// photos every folder may hold some.
  static func format(
    of tree: ImportTree, _ kind: Kind, _ told: ImportFormat?
  ) -> ImportFormat? {
    guard let told else { return format(of: tree, kind) }
    let isSo =
      if let reader = told.reader { reader.canRead(tree) } else {
        tree.isFile || told == .photos || ownFile(in: tree) != nil
      }
    return isSo ? told : nil
  }

  private static func format(of tree: ImportTree, _ kind: Kind) -> ImportFormat? {
    if kind == .stream { return .jsonl }
    for (format, type) in ImportFormat.readers where type.recognizes(tree) { return format }
    if kind == .file {
      return tree.files().first.map { JSONHead.isJSON(tree.head(of: $0)[...]) } ?? false
        ? .jsonl : nil
    }
    guard let ownFile = ownFile(in: tree) else {
      return kind == .folder || holdsPhotos(tree.root) ? .photos : nil
    }
    // Beside photos, JSON may be anything that is told of them.
    return saysEntries(ownFile, in: tree) || !holdsPhotos(tree.root) ? .json : .photos
  }

  /// Throws where something is the diary of a program that no import reads, or little of it could be
  /// read: photos alone would be taken for all that was there.
  static func refuseUnread(_ tree: ImportTree, name: String) throws(DiaryError) {
    let walk = tree.isFile ? nil : try? PhotoFolderWalk(tree.root) { _ in }
    let photos = walk?.files ?? []
    if let program = KnownDiary.encryptingProgram(of: tree) {
      throw .input(name: name, .encryptedDiary(program))
    }
    if let program = KnownDiary.program(of: tree) {
      throw .input(name: name, .foreignDiary(program, photos: photos.count))
    }
    guard let walk, !walk.others.isEmpty else { return }
    let archives = archives(in: tree)
    if photos.isEmpty, archives.count > 1 { throw .input(name: name, .severalArchives(archives)) }
    let names = SidecarNames(walk.others)
    let others = PassedOverFiles(
      walk.others, below: tree.root, sidecars: Set(photos.compactMap { names.file(of: $0.path) }))
    guard !others.isEmpty, photos.isEmpty || others.texts.count > photos.count else { return }
    let unread = others.texts + others.films + others.others.keys.sorted()
    let told = Array(unread.prefix(mostTold))
    throw .input(
      name: name,
      .unreadFiles(told, more: unread.count - told.count, photos: photos.count))
  }

  /// Files of a kind that an error names.
  private static var mostTold: Int { 5 }

  /// The archives beside the other files of a folder.
  static func archives(in tree: ImportTree) -> [String] {
    // Of photos there may be very many, and none is opened for this.
    tree.files().filter { !MediaType.isPhoto(named: $0) && tree.isArchive($0) }
  }

  /// The one file of entries in a folder, as exports write it.
  static func ownFile(in tree: ImportTree) -> String? {
    let files = tree.files().filter { name in
      let ending = name.lowercased()
      guard ending.hasSuffix(".json") || ending.hasSuffix(".jsonl") else { return false }
      let head = tree.head(of: name)
      return !head.isEmpty && JSONHead.isJSON(head[...])
    }
    if files.count <= 1 { return files.first }
    if files.contains(JSONDocument.name) { return JSONDocument.name }
    let entries = files.filter { saysEntries($0, in: tree) }
    return entries.count == 1 ? entries.first : nil
  }

  /// Whether a file of JSON is called as an export calls it, begins with an entry, which has a date, or
  /// is a diary with none. An album of Google Photos has a date that is no text.
  private static func saysEntries(_ file: String, in tree: ImportTree) -> Bool {
    let head = String(decoding: tree.head(of: file).filter { $0 > 0x20 }, as: UTF8.self)
    return file == JSONDocument.name || head.hasPrefix("[]") || head.contains("\"date\":\"")
  }

  static func holdsPhotos(_ folder: String) -> Bool {
    (try? PhotoFolderWalk(folder) { _ in }).map { !$0.files.isEmpty } ?? false
  }
}
