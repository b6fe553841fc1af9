import DiaryCore
import System

/// Reads exports of Apple's Journal app: one HTML page for each entry in `Entries`, and the photos,
/// videos and recordings of all entries in `Resources`.
struct AppleJournalReader: EntryFileReader {
  private static let sampleSize = 20
  static let folder = "Entries"

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    guard !tree.isFile, tree.folders().contains(folder) else { return false }
    let pages = tree.files(in: folder).lazy.filter { isPage($0) }
    return pages.prefix(sampleSize).contains { page in
      let text = String(decoding: tree.head(of: "\(folder)/\(page)", 1 << 16), as: UTF8.self)
      return text.contains("pageHeader") || text.contains("bodyText")
    }
  }

  private static func isPage(_ file: String) -> Bool {
    ["html", "htm"].contains(MarkdownFiles.fileExtension(of: file))
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(
      tree, defaults,
      isEntry: { Path.split($0).folder == Self.folder && Self.isPage($0) },
      isPart: { $0 == "index.html" || MarkdownFiles.fileExtension(of: $0) == "css" })
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let html = String(decoding: try entryFiles.text(of: file), as: UTF8.self)
    return try AppleJournalEntry.read(AppleJournalPage(html), at: file, in: &entryFiles)
      .items(at: place)
  }
}

// MARK: - AppleJournalPage

/// A page of an Apple Journal export, parsed by the classes of its elements.
struct AppleJournalPage {
  /// A tile of the grid above the text: a photo, a map, a state of mind.
  struct Asset {
    /// The tile's kind: `photo`, `livePhoto`, `video`, `stateOfMind`, `multiPinMap`, `contact`…
    let kind: String
    var addresses: [String] = []
    var text = ""
  }

  private enum Region { case none, header, title, prompt, body, asset }

  private(set) var header = ""
  private(set) var title = ""
  private(set) var prompt = ""
  private(set) var body = ""
  private(set) var assets: [Asset] = []

  private static let regions: [String: Region] = [
    "pageHeader": .header, "title": .title, "reflectionPrompt": .prompt, "bodyText": .body,
    "gridItem": .asset,
  ]
  private static let assetPrefix = "assetType_"

  init(_ html: String) throws {
    var open: [Region] = []
    var text = HTMLMarkdown { _, _ in nil }
    try MarkupPieces.read(html) { piece in
      switch piece {
      case .begin(_, let attributes):
        let classes = attributes["class"]?.split(separator: " ").map(String.init) ?? []
        let region = classes.lazy.compactMap { Self.regions[$0] }.first
        if region == .asset {
          let kind = classes.lazy.filter { $0.hasPrefix(Self.assetPrefix) }.first
          assets.append(Asset(kind: String((kind ?? "").dropFirst(Self.assetPrefix.count))))
        }
        open.append(region ?? open.last ?? .none)
        if open.last == .asset, let address = attributes["src"], !assets.isEmpty {
          assets[assets.count - 1].addresses.append(address)
        }
      case .text(let text): add(text, open.last ?? .none)
      case .end: break
      }
      if open.last == .body { text.receive(piece) }
      if case .end = piece { _ = open.popLast() }
    }
    body = text.finished()
  }

  private mutating func add(_ text: String, _ region: Region) {
    switch region {
    case .header: header += text
    case .title: title += text
    case .prompt: prompt += text
    case .asset where !assets.isEmpty: assets[assets.count - 1].text += text
    case .none, .body, .asset: break
    }
  }
}

// MARK: - AppleJournalEntry

/// Converts a page of an Apple Journal export to an entry. A page has a date without a time, and no
/// ID except its file name.
enum AppleJournalEntry {
  /// Kinds of tiles whose files the user added. The app generates the pictures of all other tiles.
  private static let userMediaKinds: Set = ["photo", "livePhoto", "video", "audio"]

  static func read(
    _ page: AppleJournalPage, at path: String, in files: inout EntryFiles
  ) throws -> ForeignEntry {
    let defaults = files.defaults
    var placing = PhotoPlacing(files.tree)
    let name = MarkdownFiles.stem(of: Path.split(path).name)
    var date = (PathDate(name).date ?? PartialDate(page.header, ignoresWords: true))
      .map { $0.date(localOffset: defaults.localOffset) }
    if date == nil {
      placing.record(.fileDate)
      date = files.tree.date(of: path, localOffset: defaults.localOffset)
    }
    guard let date else { throw EntryFieldError.noDate }

    let folder = Path.split(path).folder
    var carried: [JSONMember] = []
    var details = EntryDetails()
    for asset in page.assets {
      if userMediaKinds.contains(asset.kind) {
        for address in asset.addresses {
          placing.markdown(files.lookup.photo(at: address, from: folder), named: address)
        }
      }
      let text = Self.singleLine(asset.text)
      guard !text.isEmpty else { continue }
      switch asset.kind {
      case "stateOfMind" where details.mood == nil: details.mood = text
      case "genericMap" where details.place == nil, "multiPinMap" where details.place == nil:
        details.place = text
      default: carried.append(JSONMember(asset.kind, .string(text)))
      }
    }
    let prompt = Self.singleLine(page.prompt)
    let parts = [prompt.isEmpty ? "" : "> " + PlainMarkdown.escaped(prompt), page.body]
    let fields = EntryFields(
      date: date, title: Self.singleLine(page.title),
      content: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"), journal: "",
      details: details)
    let entry = Entry(
      .applejournal, [.string(name)], fields, author: defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000), carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// Returns the text on one line, with each run of white space replaced by one space.
  private static func singleLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
