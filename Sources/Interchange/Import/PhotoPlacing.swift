import DiaryCore

/// The photos and attachments of one entry as its text comes to them.
struct PhotoPlacing {
  /// In the order in which they are come to, each once.
  var drafts: [PhotoDraft] = []
  var attachments: [AttachmentDraft] = []
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
    case .remote: record(.remotePhoto(name))
    case .absolute, .climbsOut: record(.outsidePhoto(name))
    case .otherFile(let path): attach(path, called: path)
    }
    return nil
  }

  /// Attaches a file unless it is attached.
  mutating func attach(_ path: String, called name: String) {
    let file = "\(tree.root)/\(path)"
    guard !attachments.contains(where: { $0.path == file }) else { return }
    attachments.append(AttachmentDraft(path: file, name: name))
  }

  /// Adds a photo unless it is there. Returns what stands for it in the text.
  @discardableResult
  mutating func place(_ path: String, called name: String? = nil, caption: String = "") -> AssetID {
    if let asset = placed[path] { return asset }
    let asset = AssetID(standingFor: path)
    placed[path] = asset
    drafts.append(
      PhotoDraft(
        path: "\(tree.root)/\(path)", asset: asset, name: name ?? path,
        caption: caption.isBlank ? nil : caption, taken: nil))
    return asset
  }
}
