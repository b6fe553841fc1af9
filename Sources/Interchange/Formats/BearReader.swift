import DiaryCore
import System

/// Reads TextBundles, as Bear and other editors export them: folders that contain the text, the
/// assets and the description of one note. A TextPack is a zipped TextBundle, and a Bear backup
/// (`.bear2bk`) is a zip of all notes.
///
/// Source of the format: textbundle.org/spec.
struct BearReader: EntryFileReader {
  private static let texts: Set = ["text.md", "text.markdown", "text.txt"]
  private static let info = "info.json"

  var entryFiles: EntryFiles
  /// The files of each bundle, by the bundle's folder.
  private let bundles: [String: [String]]
  private var seen = RepeatCounter()

  static func recognizes(_ tree: ImportTree) -> Bool { !bundles(in: tree).isEmpty }

  /// Returns the folders that contain both a text and its description.
  private static func bundles(in tree: ImportTree) -> Set<String> {
    guard !tree.isFile else { return [] }
    let files = tree.allFiles()
    let described = files.lazy.filter { Path.split($0).name == info }.map { Path.split($0).folder }
      .filter { folder in
        let name = folder.isEmpty ? tree.name : folder
        if MarkdownFiles.fileExtension(of: name) == "textbundle" { return true }
        let head = String(decoding: tree.head(of: path(info, in: folder)), as: UTF8.self)
        return ["\"net.daringfireball.markdown\"", "\"creatorIdentifier\""].contains {
          head.contains($0)
        }
      }
    let folders = Set(described)
    return Set(
      files.lazy.filter { texts.contains(Path.split($0).name) }.map { Path.split($0).folder }
        .filter(folders.contains))
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let folders = Self.bundles(in: tree)
    var bundles: [String: [String]] = [:]
    var bundled: Set<String> = []
    for file in tree.allFiles() {
      var folder = Path.split(file).folder
      while !folder.isEmpty, !folders.contains(folder) { folder = Path.split(folder).folder }
      guard folders.contains(folder) else { continue }
      bundles[folder, default: []].append(file)
      bundled.insert(file)
    }
    self.bundles = bundles
    // A backup has files about itself and its tags next to the notes.
    let backups = Set(folders.map { Path.split($0).folder })
    entryFiles = EntryFiles(
      tree, defaults,
      isEntry: { file in
        let (folder, name) = Path.split(file)
        return bundled.contains(file)
          ? folders.contains(folder) && Self.texts.contains(name) : MarkdownFiles.isMarkdown(file)
      },
      isPart: { file in
        let (folder, name) = Path.split(file)
        return name == Self.info && folders.contains(folder)
          || ["tags.json", "backup.json"].contains(name) && backups.contains(folder)
      })
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let (folder, name) = Path.split(file)
    guard let bundle = bundles[folder], Self.texts.contains(name) else {
      return try MarkdownReader.items(of: file, at: place, in: &entryFiles)
    }
    let info = (try? entryFiles.object(in: Self.path(Self.info, in: folder)).value) ?? .null
    let note = BearNote(info["net.shinyfrog.bear"] ?? .null)
    if note.isTrashed { return [.note(ImportNote(place, .trashedAtSource))] }
    if note.isEncrypted { throw EntryFieldError.encrypted }
    var (source, problems) = try MarkdownReader.source(of: file, in: entryFiles)
    let bundleName = MarkdownFiles.stem(of: folder.isEmpty ? entryFiles.tree.name : folder)
    let id = note.id ?? bundleName
    source.words = RepeatCounter.identity(.string(id), count: seen.add(id))
    note.addMetadata(to: &source, bundleName: bundleName, entryFiles.defaults.localOffset)
    let read = try MarkdownEntry.read(source, in: &entryFiles)
    var placing = read.placing
    // Include every asset, even if the text only links to it or doesn't mention it.
    for asset in bundle.sorted() where asset != file && Path.split(asset).folder != folder {
      placing.markdown(entryFiles.lookup.photo(at: "/\(asset)", from: ""), named: asset)
    }
    return try ForeignEntry(entry: read.entry, placing: placing).items(at: place, after: problems)
  }
}

// MARK: - BearNote

/// The description of a note in a Bear bundle, and the tags in its text. Bundles by other programs
/// have neither.
struct BearNote {
  private let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  var id: String? { json["uniqueIdentifier"]?.string }
  var isTrashed: Bool { isSet("trashed") }
  var isEncrypted: Bool { isSet("encrypted") || json["encryptedData"]?.string != nil }

  /// Returns whether a value is set. Bear writes 0 and 1.
  private func isSet(_ name: String) -> Bool {
    json[name]?.integer == 1 || json[name]?.bool == true
  }

  /// Adds the note's metadata to its text. `bundleName` is the path of its bundle without the
  /// extension.
  func addMetadata(
    to source: inout MarkdownEntry.Source, bundleName: String, _ localOffset: (Int64) -> Int
  ) {
    func add(_ name: String, _ value: JSONValue) {
      // The note's front matter takes precedence.
      guard !source.members.contains(where: { $0.name == name }) else { return }
      source.members.append(JSONMember(name, value))
    }
    for (name, key) in [("created", "creationDate"), ("modified", "modificationDate")] {
      guard let value = json[key], let time = ForeignInstant(value, unitsPerSecond: 1) else {
        continue
      }
      add(name, .string(time.date(localOffset: localOffset).description))
    }
    if isSet("pinned") { add("pinned", .bool(true)) }
    if isSet("archived") { add("archived", .bool(true)) }
    source.format = .bear
    // Bear names a bundle after the note's first line, which the diary shows anyway.
    source.name = id == nil ? bundleName : ""
    source.body = Self.cleaned(source.body)
    let tags = id == nil ? [] : Self.tags(in: source.body)
    if !tags.isEmpty { add("keywords", .array(tags.map { .string($0) })) }
  }

  /// Removes the comments that contain picture widths, and an empty heading at the start.
  private static func cleaned(_ text: String) -> String {
    let text = text.replacing(/<!-- ?\{[^\n{}]{0,200}\} ?-->/, with: "")
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return lines[0].trimmed == "#" ? lines.dropFirst().joined() : text
  }

  /// Returns the tags in a text, in order of appearance: `#walk`, `#trips/Busan`, `#two words#`.
  static func tags(in text: String) -> [String] {
    var fence = CodeFence()
    var found: [String] = []
    var known: Set<String> = []
    for line in text.split(separator: "\n") where !fence.holds(line.utf8) {
      var rest = line[...]
      while let hash = rest.firstIndex(of: "#") {
        let isStart = hash == line.startIndex || line[line.index(before: hash)].isWhitespace
        rest = rest[rest.index(after: hash)...]
        guard isStart, let tag = tag(rest) else { continue }
        if known.insert(String(tag)).inserted { found.append(String(tag)) }
        rest = rest[tag.endIndex...]
      }
    }
    return found
  }

  /// The maximum length of a tag, in characters.
  private static let maxTagLength = 100

  /// Returns the tag at the start of `rest`, the text after a `#`.
  private static func tag(_ rest: Substring) -> Substring? {
    let rest = rest.prefix(maxTagLength)
    let word = rest.prefix { character in
      character.isLetter || character.isNumber || character.isEmojiLike
        || "/-_&+@".contains(character)
    }
    guard let first = word.first, first != "/", !word.allSatisfy(\.isNumber) else { return nil }
    // A second `#` directly after a character ends a tag that contains spaces.
    if let close = rest.firstIndex(of: "#"), rest[..<close].contains(" "),
      !rest[rest.index(before: close)].isWhitespace,
      rest[rest.index(after: close)...].first.map({ !$0.isLetter && !$0.isNumber }) ?? true
    {
      return rest[..<close]
    }
    return word
  }
}

extension Character {
  fileprivate var isEmojiLike: Bool {
    unicodeScalars.contains { $0.properties.isEmojiPresentation }
  }
}
