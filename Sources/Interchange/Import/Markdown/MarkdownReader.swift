import DiaryCore
import Glibc

/// Reads a folder of Markdown files, an entry each: an export of this program, of Journey, a vault
/// of Obsidian, the posts of a site made by Hugo or Jekyll, or plain files with dates in their names.
struct MarkdownReader: ForeignReader {
  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private var zones = TimeZones()
  private var lookup: PhotoLookup
  private var files: ArraySlice<String>
  private var others: [String]
  private var pending: [ReadItem] = []

  static func recognises(_ tree: ImportTree) -> Bool {
    let files = tree.allFiles()
    guard tree.isFile else { return MarkdownFiles.areDiary(files, in: tree) }
    return files.contains {
      MarkdownFiles.isMarkdown($0) || MarkdownFiles.isJourney($0, in: tree)
    }
  }

  static func canRead(_ tree: ImportTree) -> Bool {
    tree.allFiles().contains { MarkdownFiles.isMarkdown($0) } || recognises(tree)
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    let all = tree.allFiles()
    let entries = all.filter {
      MarkdownFiles.isMarkdown($0) || MarkdownFiles.isJourney($0, in: tree)
    }
    let isEntry = Set(entries)
    files = entries[...]
    others = all.filter { !isEntry.contains($0) }
    lookup = PhotoLookup(tree, files: all)
  }

  mutating func next() throws(DiaryError) -> ReadItem? {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      guard let file = files.popFirst() else {
        guard !others.isEmpty else { return nil }
        pending = notesOfOthers()
        others = []
        continue
      }
      read(file)
    }
  }

  private mutating func read(_ file: String) {
    let place = ImportPlace.file(file)
    do throws(EntryFault) {
      let text = try bytes(of: file)
      var source: MarkdownEntry.Source
      var problems: [ImportProblem] = []
      do throws(FrontMatterFault) {
        source = try Self.source(file, text)
      } catch {
        problems.append(.frontMatter(error))
        source = MarkdownEntry.Source(path: file, body: Self.plain(text[...]))
      }
      let isOwn = ExportedEntry.wrote(source.members)
      var read: ReadEntry
      if isOwn {
        let exported = try ExportedEntry(source, in: tree, defaults: defaults, lookup: &lookup)
        read = ReadEntry(place: place, entry: exported.entry, photos: exported.photos)
        read.attachments = exported.attachments
        problems += exported.problems
      } else {
        let foreign = try MarkdownEntry(
          source, in: tree, defaults: defaults, zones: &zones, lookup: &lookup)
        read = ReadEntry(place: place, entry: foreign.entry, photos: foreign.photos)
        read.attachments = foreign.attachments
        problems += foreign.problems
      }
      read.isOwn = isOwn
      pending = [.entry(read)]
      pending += problems.map { .note(ImportNote(place, $0)) }
    } catch {
      pending = [.note(ImportNote(place, .refused(error)))]
    }
  }

  private func bytes(of file: String) throws(EntryFault) -> [UInt8] {
    let descriptor = tree.open(file)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    return try TextFile.read(descriptor)
  }

  private static func source(
    _ file: String, _ text: [UInt8]
  ) throws(FrontMatterFault) -> MarkdownEntry.Source {
    if !MarkdownFiles.isMarkdown(file), let json = try? JSONParser.parse(text) {
      return MarkdownEntry.Source(
        path: file, members: (json.members ?? []).filter { $0.name != "text" },
        body: json["text"]?.string ?? "")
    }
    guard let matter = try FrontMatterText.read(text) else {
      return MarkdownEntry.Source(path: file, body: plain(text[...]))
    }
    let isOwn = ExportedEntry.wrote(matter.members)
    return MarkdownEntry.Source(
      path: file, members: matter.members,
      body: isOwn ? String(decoding: matter.body, as: UTF8.self) : plain(matter.body, of: text),
      toml: matter.toml)
  }

  /// A text without the empty lines around it. One of a file whose first line ends as Windows ends
  /// lines has such ends throughout.
  private static func plain(_ body: ArraySlice<UInt8>, of file: [UInt8]? = nil) -> String {
    let whole = file ?? Array(body)
    var bytes = body
    if let end = whole.firstIndex(of: 0x0A), end > 0, whole[end - 1] == 0x0D {
      var lines: [UInt8] = []
      lines.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte == 0x0A, lines.last == 0x0D { lines.removeLast() }
        lines.append(byte)
      }
      bytes = lines[...]
    }
    bytes = bytes.drop { $0 == 0x0A || $0 == 0x0D }
    while let last = bytes.last, [0x0A, 0x0D, 0x20, 0x09].contains(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What of the folder no entry shows, counted by the endings of its names.
  private func notesOfOthers() -> [ReadItem] {
    var counts: [String: Int] = [:]
    for file in others where !lookup.used.contains(file) {
      let ending = MarkdownFiles.ending(of: file)
      counts[ending.isEmpty ? FolderPath.split(file).name : "*." + ending, default: 0] += 1
    }
    return counts.sorted { $0.key < $1.key }.map { name, count in
      .note(ImportNote(.file(name), .otherFiles(count)))
    }
  }
}
