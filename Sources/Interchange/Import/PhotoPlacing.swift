import DiaryCore

/// The photos and attachments of one entry as its text comes to them.
struct PhotoPlacing {
  /// In the order in which they are come to, each once.
  var drafts: [PhotoDraft] = []
  var attachments: [AttachmentDraft] = []
  var links = LinkedEntries()
  private(set) var problems: [ImportIssue] = []
  private let tree: ImportTree
  private var placed: [String: AssetID] = [:]

  init(_ tree: ImportTree) { self.tree = tree }

  var isEmpty: Bool { drafts.isEmpty && attachments.isEmpty }

  mutating func record(_ problem: ImportIssue) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// The Markdown for a photo that was looked for; `nil` when it isn't one that can come, and a note
  /// says why. A file that is none becomes an attachment, and the link to it stays.
  @discardableResult
  mutating func markdown(
    _ result: PhotoLookup.Result, called name: String, caption: String = ""
  ) -> String? {
    switch result {
    case .found(let path): return "![\(caption)](photo:\(place(path, caption: caption)))"
    case .missing: record(.missingPhoto(name))
    case .link: record(.linkedPhoto(name))
    case .remote where name.hasPrefix("data:"): return markdown(inAddress: name, caption: caption)
    case .remote: record(.remotePhoto(name))
    case .absolute, .climbsOut: record(.outsidePhoto(name))
    case .otherFile(let path): attach(path, called: path)
    }
    return nil
  }

  /// The Markdown for a picture that stands in its own address, `data:image/png;base64,…`. Drawings are for
  /// pages alone and leave nothing.
  private mutating func markdown(inAddress address: String, caption: String) -> String? {
    let head = address.prefix { $0 != "," }
    let words = head.dropFirst(5).split(separator: ";").map { $0.lowercased() }
    let type = MediaType(words.first ?? "")
    guard type.isPhoto, words.last == "base64" else { return nil }
    guard let extracted = tree.extracted, let file = try? ExtractedFile(in: extracted),
      (try? file.write(base64: address.utf8.dropFirst(head.utf8.count + 1))) != nil,
      let digest = (try? file.finish()).flatMap(\.self)
    else {
      record(.brokenFile(type.description))
      return nil
    }
    let name = ExtractedFile.name(told: "", type: type, digest: digest)
    let asset = place(fileAt: file.path, knownAs: digest, called: name, caption: caption)
    return "![\(caption)](photo:\(asset))"
  }

  /// Attaches a file unless it is attached.
  mutating func attach(_ path: String, called name: String) {
    attach(fileAt: "\(tree.root)/\(path)", called: name)
  }

  /// The same for a file that lies elsewhere.
  mutating func attach(fileAt path: String, called name: String) {
    guard !attachments.contains(where: { $0.path == path }) else { return }
    attachments.append(AttachmentDraft(path: path, name: name))
  }

  /// Adds a photo unless it is there. Returns what stands for it in the text.
  @discardableResult
  mutating func place(_ path: String, called name: String? = nil, caption: String = "") -> AssetID {
    place(
      fileAt: "\(tree.root)/\(path)", knownAs: path, called: name ?? path, caption: caption)
  }

  /// The same for a file that lies elsewhere. `key` is the same in each import, and no other photo's.
  @discardableResult
  mutating func place(
    fileAt path: String, knownAs key: String, called name: String, caption: String = ""
  ) -> AssetID {
    if let asset = placed[key] { return asset }
    let asset = AssetID(standingFor: key)
    placed[key] = asset
    drafts.append(
      PhotoDraft(
        path: path, asset: asset, name: name, caption: caption.isBlank ? nil : caption, taken: nil))
    return asset
  }
}
