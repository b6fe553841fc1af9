/// What a page of Apple's Journal says, by the classes of its elements.
struct AppleJournalPage {
  /// A tile of the grid above the text: a photo, a map, a state of mind.
  struct Asset {
    /// `photo`, `livePhoto`, `video`, `stateOfMind`, `multiPinMap`, `contact`…
    let kind: String
    var addresses: [String] = []
    var words = ""
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
  private static let assetMark = "assetType_"

  init(_ html: String) throws(EntryFieldError) {
    var open: [Region] = []
    var text = HTMLMarkdown { _, _ in nil }
    try MarkupPieces.read(html) { piece in
      switch piece {
      case .begin(_, let attributes):
        let classes = attributes["class"]?.split(separator: " ").map(String.init) ?? []
        let own = classes.lazy.compactMap { Self.regions[$0] }.first
        if own == .asset {
          let kind = classes.lazy.filter { $0.hasPrefix(Self.assetMark) }.first
          assets.append(Asset(kind: String((kind ?? "").dropFirst(Self.assetMark.count))))
        }
        open.append(own ?? open.last ?? .none)
        if open.last == .asset, let address = attributes["src"], !assets.isEmpty {
          assets[assets.count - 1].addresses.append(address)
        }
      case .text(let words): add(words, open.last ?? .none)
      case .end: break
      }
      if open.last == .body { text.receive(piece) }
      if case .end = piece { _ = open.popLast() }
    }
    body = text.finished()
  }

  private mutating func add(_ words: String, _ region: Region) {
    switch region {
    case .header: header += words
    case .title: title += words
    case .prompt: prompt += words
    case .asset where !assets.isEmpty: assets[assets.count - 1].words += words
    case .none, .body, .asset: break
    }
  }
}
