import DiaryCore
import System

/// Finds the photos that a text names, among the files of an import and nowhere else.
struct PhotoLookup {
  /// What came of a name.
  enum Result {
    /// The path of a file in the tree.
    case found(String)
    case missing
    /// A symbolic link, which isn't followed.
    case link
    /// It lies on another computer, or begins at the root of this one, or climbs out of the tree.
    case remote, absolute, climbsOut
    /// It is no photo by its name, but a file that is there.
    case otherFile(String)
  }

  private let tree: ImportTree
  /// The files by their paths without regard to case and normal form. Of a single file that is
  /// imported, those around it aren't known, and are looked for one by one.
  private var files: [String: String] = [:]
  /// The paths by their names alone.
  private var named: [String: [String]] = [:]
  private(set) var used: Set<String> = []

  init(_ tree: ImportTree, files paths: [String]) {
    self.tree = tree
    guard !tree.isFile else { return }
    for path in paths {
      files[Path.readable(path).lowercased()] = path
      named[Path.name(path).lowercased(), default: []].append(path)
    }
  }

  /// What an address in a file means, as Markdown and HTML have it: relative to the file's folder,
  /// with `%20` for a space. `folder` is that of the file in the tree, empty at its top.
  mutating func photo(at address: String, from folder: String) -> Result {
    var result = Result.missing
    // Some programs on Windows write its paths as they are.
    let slashed = address.contains("\\") ? address.replacing("\\", with: "/") : nil
    let texts = [address, address.percentDecoded, slashed].compactMap(\.self)
    for text in texts {
      result = resolved(text, from: folder)
      if case .missing = result { continue }
      return took(result)
    }
    let isLink = texts.contains { Self.joined(folder, $0).map(tree.isLink) ?? false }
    return isLink ? .link : result
  }

  /// The file that an address in another one leads to, a photo or not.
  mutating func file(at address: String, from folder: String) -> String? {
    switch photo(at: address, from: folder) {
    case .found(let path), .otherFile(let path): path
    default: nil
    }
  }

  /// The photo of that name, or whose path ends with those names, that lies nearest to a folder.
  mutating func photo(called name: String, near folder: String) -> Result {
    took(nearest(name, folder))
  }

  private mutating func took(_ result: Result) -> Result {
    switch result {
    case .found(let path), .otherFile(let path): used.insert(path)
    default: break
    }
    return result
  }

  private func resolved(_ address: String, from folder: String) -> Result {
    if address.hasScheme { return .remote }
    // Where the root of a site is the top of the tree, or the folder of what it shows as it is.
    if address.utf8.first == UInt8(ascii: "/") {
      for top in ["", "static"] {
        if let path = Self.joined(top, address), let file = file(path) { return kind(of: file) }
      }
      return .absolute
    }
    guard let path = Self.joined(folder, address) else { return .climbsOut }
    if let file = file(path) { return kind(of: file) }
    if let top = Self.joined("", address), let file = file(top) { return kind(of: file) }
    return address.utf8.contains(UInt8(ascii: "/")) ? .missing : nearest(address, folder)
  }

  private func file(_ path: String) -> String? {
    guard tree.isFile else { return files[path.lowercased()] }
    return tree.status(of: path).map { _ in path }
  }

  private func kind(of file: String) -> Result {
    MediaType.isPhoto(named: file) ? .found(file) : .otherFile(file)
  }

  private func nearest(_ name: String, _ folder: String) -> Result {
    let key = name.lowercased()
    let end = Path.split(key).name
    let here = folder.split(separator: "/")
    /// How many folders lie between.
    func distance(_ path: String) -> Int {
      let there = path.split(separator: "/").dropLast()
      let common = zip(here, there).prefix { $0 == $1 }.count
      return here.count + there.count - 2 * common
    }
    let candidates = (named[end] ?? []).filter { path in
      let path = Path.readable(path).lowercased()
      return path == key || path.hasSuffix("/" + key)
    }
    let best = candidates.min {
      (distance($0), $0.utf8.count, $0) < (distance($1), $1.utf8.count, $1)
    }
    return best.map { kind(of: $0) } ?? .missing
  }

  /// The path that an address leads to from a folder; `nil` when it climbs out of the tree.
  private static func joined(_ folder: String, _ address: String) -> String? {
    var parts = folder.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    for part in address.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) {
      switch part {
      case ".": continue
      case "..": guard parts.popLast() != nil else { return nil }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}

extension String {
  /// Whether an address says how it is to be got: `https:`, `data:`, `//`.
  var hasScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return hasPrefix("//") }
    let scheme = utf8[..<colon]
    return scheme.count > 1 && scheme.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
      || hasPrefix("//")
  }

  /// With the bytes that `%20` and the like stand for; `nil` where there are none, or they are no
  /// text.
  var percentDecoded: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return nil }
    let bytes = Array(utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexadecimalValue(of: bytes[index + 1]),
        let low = hexadecimalValue(of: bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}

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

/// The photos and attachments that stand in entries of a diary, those in the trash too, by which an import
/// knows what it needn't bring again.
struct KnownPhotos: Sendable {
  /// What is seen of a photo without reading all of it.
  private struct Signature: Hashable {
    /// When it was taken, else its name.
    let label: String
    let width: Int?
    let height: Int?
  }

  private(set) var assets: Set<AssetID> = []
  /// Those that entries outside the trash have.
  private var current: Set<AssetID> = []
  private var signatures: Set<Signature> = []
  /// Of attachments, in bytes.
  private var sizes: Set<Int> = []
  /// Whether some attachment's size isn't known.
  private var hasUnknownSize = false

  init(of service: DiaryService) async throws(DiaryError) {
    var query = EntryQuery(.withFiles)
    query.includesHidden = true
    for await entries in try await service.batches(query) {
      for entry in entries { record(entry) }
    }
    current = assets
    for entry in try await service.trash() { record(entry) }
  }

  private mutating func record(_ entry: Entry) {
    for photo in entry.photos {
      assets.insert(photo.asset)
      signatures.insert(
        Signature(label: photo.taken ?? photo.name, width: photo.width, height: photo.height))
    }
    for attachment in entry.attachments {
      assets.insert(attachment.asset)
      if let size = attachment.size { sizes.insert(size) } else { hasUnknownSize = true }
    }
  }

  mutating func insert(_ asset: AssetID) { assets.insert(asset) }

  /// Whether only entries in the trash have it.
  func isInTrash(_ asset: AssetID) -> Bool { assets.contains(asset) && !current.contains(asset) }

  /// The attachment that a file's bytes are; `nil` if they are none. Only one as large as some is read.
  func attachment(at path: String, size: Int, in service: DiaryService) async -> AssetID? {
    guard hasUnknownSize || sizes.contains(size),
      let asset = try? await service.asset(ofFileAt: path), assets.contains(asset)
    else { return nil }
    return asset
  }

  /// The one of them that a file's bytes are; `nil` if they are none. Only those are read that look
  /// like one: another copy of them is known when it is stored.
  func asset(
    like photo: FoundPhoto, _ facts: PhotoFacts, in service: DiaryService
  ) async -> AssetID? {
    // One that its bytes don't date may have come with the date of a file beside it, or of its name, or
    // without.
    let labels =
      facts.taken.map { [$0] }
      ?? [photo.name, photo.date.description, NameDate.ofMedia(named: photo.name)?.taken]
      .compactMap(\.self)
    let isLike = labels.contains { label in
      signatures.contains(Signature(label: label, width: facts.width, height: facts.height))
    }
    guard isLike, let asset = try? await service.asset(ofFileAt: photo.path), assets.contains(asset)
    else { return nil }
    return asset
  }
}

/// Finds the photos below a folder, by the ends of their names or their first bytes, and what lies beside
/// them. It goes into no hidden folder and along no link, so that it stays inside and comes to an end.
struct PhotoFolderWalk {
  /// A file with a photo's name, or one that begins like a photo.
  struct File: Hashable, Sendable {
    let path: String
    /// Seconds since 1970.
    let modified: Int64
    /// Bytes.
    let size: Int64
  }

  private static let deepest = 64

  private let passedOver: Set<String>
  private(set) var files: [File] = []
  /// The paths of all other files.
  private(set) var others: [String] = []
  private(set) var refused: [PhotoIssue] = []

  /// Throws `DiaryError.input` when the folder itself can't be looked into.
  /// `passedOver` are names of folders at its top that it doesn't go into.
  init(
    _ folder: String, passingOver passedOver: Set<String> = [], found: (Int) -> Void
  ) throws(DiaryError) {
    self.passedOver = passedOver
    var path = folder
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    // The folder that a person names may be a link; those below it are others' ways out.
    do throws(ErrorNumber) {
      let opened = try Descriptor.open(path, [.readOnly, .folder])
      walk(opened, path == "/" ? "" : path, depth: 0, found)
    } catch {
      throw .input(
        name: path, error == .noSuchFile ? .missing : .unreadable(reason: error.words))
    }
    files.sort { $0.path < $1.path }
  }

  /// Takes the descriptor over.
  private mutating func walk(
    _ descriptor: Descriptor, _ path: String, depth: Int, _ found: (Int) -> Void
  ) {
    guard var stream = try? FolderStream(taking: descriptor) else { return }
    var folders: [String] = []
    while !Task.isCancelled, let name = try? stream.next() {
      guard !name.hasPrefix("."), let status = try? descriptor.status(of: name) else { continue }
      switch status.kind {
      case .folder where depth == 0 && passedOver.contains(name): break
      case .folder: folders.append(name)
      case .file where MediaType.isPhoto(named: name, in: descriptor):
        files.append(
          File(
            path: "\(path)/\(name)", modified: Int64(status.modified.seconds),
            size: Int64(status.size)))
        if files.count % 64 == 0 { found(files.count) }
      case .file: others.append("\(path)/\(name)")
      case .link, .other: break
      }
    }
    for name in folders.sorted() where !Task.isCancelled {
      let child = "\(path)/\(name)"
      guard depth < Self.deepest else {
        refuse(child, .tooDeep)
        continue
      }
      do throws(ErrorNumber) {
        walk(try descriptor.openFolder(name), child, depth: depth + 1, found)
      } catch {
        if error != .noSuchFile { refuse(child, .unreadableFolder) }
      }
    }
  }

  private mutating func refuse(_ path: String, _ reason: PhotoIssue.Reason) {
    refused.append(PhotoIssue(path: path, reason))
  }
}

extension MediaType {
  /// `true` if a file in a folder is called like a photo or begins like one. Films and recordings are known by
  /// their names, and so are the thumbnails that cameras put beside films.
  package static func isPhoto(named name: String, in folder: Descriptor) -> Bool {
    if isPhoto(named: name) { return true }
    guard !MediaType(ofFileNamed: name).isMedia, MarkdownFiles.ending(of: name) != "thm",
      let file = try? Descriptor.open(name, in: folder, [.readOnly, .noFollow, .nonBlocking])
    else { return false }
    defer { file.close() }
    return (try? file.bytes(headerSize, at: 0)).map(isPhoto(header:)) ?? false
  }
}
