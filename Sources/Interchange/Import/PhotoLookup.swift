import DiaryCore
import System

/// Finds the photos that a text names, only among the files of an import.
struct PhotoLookup {
  /// The result of looking up a name.
  enum Result {
    /// The path of a photo in the tree.
    case found(String)
    case missing
    /// A symbolic link, which isn't followed.
    case link
    /// A file that isn't read: on another computer, at an absolute path, or outside the tree.
    case remote, absolute, climbsOut
    /// The path of an existing file whose name isn't a photo's.
    case otherFile(String)
  }

  private let tree: ImportTree
  /// The paths by their lower-case form; strings compare by canonical equivalence. Empty if the
  /// import is a single file: the files around it are looked up one by one.
  private var files: [String: String] = [:]
  /// The paths by their lower-case file names.
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

  /// Resolves an address as in Markdown and HTML: relative to the folder of the file that contains
  /// it, with `%20` for a space.
  /// - Parameter folder: The folder in the tree; empty for the top.
  mutating func photo(at address: String, from folder: String) -> Result {
    var result = Result.missing
    // Some Windows programs write paths with backslashes.
    let slashed = address.contains("\\") ? address.replacing("\\", with: "/") : nil
    let texts = [address, address.percentDecoded, slashed].compactMap(\.self)
    for text in texts {
      result = resolved(text, from: folder)
      if case .missing = result { continue }
      return recordUse(of: result)
    }
    let isLink = texts.contains { Self.joined(folder, $0).map(tree.isLink) ?? false }
    return isLink ? .link : result
  }

  /// Returns the path of the file at an address, a photo or not; `nil` if there is none.
  mutating func file(at address: String, from folder: String) -> String? {
    switch photo(at: address, from: folder) {
    case .found(let path), .otherFile(let path): path
    default: nil
    }
  }

  /// Finds the photo with this name, or whose path ends with it, in the folder nearest to `folder`.
  mutating func photo(named name: String, near folder: String) -> Result {
    recordUse(of: nearest(name, folder))
  }

  private mutating func recordUse(of result: Result) -> Result {
    switch result {
    case .found(let path), .otherFile(let path): used.insert(path)
    default: break
    }
    return result
  }

  private func resolved(_ address: String, from folder: String) -> Result {
    if address.hasScheme { return .remote }
    // A site's root is the top of the tree or the folder of its static files.
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
    /// Returns the number of steps between the file's folder and `folder`.
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

  /// Returns the path of an address relative to a folder, or `nil` if it's outside the tree.
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
  /// `true` if an address has a scheme (`https:`, `data:`) or begins with `//`.
  var hasScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return hasPrefix("//") }
    let scheme = utf8[..<colon]
    return scheme.count > 1 && scheme.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
      || hasPrefix("//")
  }

  /// The text with its percent-encoded bytes decoded; `nil` if there are none or the result isn't
  /// UTF-8.
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

/// The photos and attachments of one entry, collected while its text is converted.
struct PhotoPlacing {
  /// The photos in the order of their first use, without duplicates.
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

  /// Returns the Markdown for a photo that was looked up, or `nil` after noting why it can't be
  /// imported. A file that isn't a photo is attached, and the link to it stays.
  @discardableResult
  mutating func markdown(
    _ result: PhotoLookup.Result, named name: String, caption: String = ""
  ) -> String? {
    switch result {
    case .found(let path):
      let caption = Self.caption(caption, of: path)
      return "![\(caption)](photo:\(place(path, caption: caption)))"
    case .missing: record(.missingPhoto(name))
    case .link: record(.linkedPhoto(name))
    case .remote where name.hasPrefix("data:"): return markdown(inAddress: name, caption: caption)
    case .remote: record(.remotePhoto(name))
    case .absolute, .climbsOut: record(.outsidePhoto(name))
    case .otherFile(let path): attach(path, named: path)
    }
    return nil
  }

  /// Returns a photo's caption. It is empty if the image's text is only the file's name, which many
  /// programs use by default.
  static func caption(_ text: String, of path: String) -> String {
    let name = Path.name(path)
    return [name, MarkdownFiles.stem(of: name)].contains(String(text.trimmed)) ? "" : text
  }

  /// Returns the Markdown for a picture in a `data:image/png;base64,…` address. Pictures that
  /// aren't photos, such as drawings, are omitted.
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
    let name = ExtractedFile.name(original: "", type: type, digest: digest)
    let asset = place(fileAt: file.path, knownAs: digest, named: name, caption: caption)
    return "![\(caption)](photo:\(asset))"
  }

  /// Attaches a file of the tree unless it's already attached.
  mutating func attach(_ path: String, named name: String) {
    attach(fileAt: "\(tree.root)/\(path)", named: name)
  }

  /// Attaches a file outside the tree unless it's already attached.
  mutating func attach(fileAt path: String, named name: String) {
    guard !attachments.contains(where: { $0.path == path }) else { return }
    attachments.append(AttachmentDraft(path: path, name: name))
  }

  /// Adds a photo of the tree unless it was added before. Returns the asset ID for use in the text.
  @discardableResult
  mutating func place(_ path: String, named name: String? = nil, caption: String = "") -> AssetID {
    place(
      fileAt: "\(tree.root)/\(path)", knownAs: path, named: name ?? path, caption: caption)
  }

  /// Adds a photo outside the tree. `key` identifies the photo within the entry and is the same in
  /// each import.
  @discardableResult
  mutating func place(
    fileAt path: String, knownAs key: String, named name: String, caption: String = ""
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

/// The photos and attachments of a diary's entries, including those in the trash, used to skip
/// files imported before.
struct KnownPhotos: Sendable {
  /// Properties of a photo that are known without reading the complete file.
  private struct Signature: Hashable {
    /// The time when the photo was taken, or its name.
    let label: String
    let width: Int?
    let height: Int?
  }

  private(set) var assets: Set<AssetID> = []
  /// The photos of entries outside the trash.
  private var current: Set<AssetID> = []
  private var signatures: Set<Signature> = []
  /// The sizes of attachments, in bytes.
  private var sizes: Set<Int> = []
  /// `true` if the size of an attachment is unknown.
  private var hasUnknownSize = false

  init(of service: DiaryService) async throws {
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

  /// Returns `true` if the asset is only used by entries in the trash.
  func isInTrash(_ asset: AssetID) -> Bool { assets.contains(asset) && !current.contains(asset) }

  /// Returns the attachment with a file's bytes, or `nil` if there is none. The file is read only
  /// if an attachment may have its size.
  func attachment(at path: String, size: Int, in service: DiaryService) async -> AssetID? {
    guard hasUnknownSize || sizes.contains(size),
      let asset = try? await service.asset(ofFileAt: path), assets.contains(asset)
    else { return nil }
    return asset
  }

  /// Returns the known photo with a file's bytes, or `nil` if there is none. The file is read only
  /// if a known photo has the same signature; other duplicates are found when the file is stored.
  func asset(
    like photo: FoundPhoto, _ facts: PhotoFacts, in service: DiaryService
  ) async -> AssetID? {
    // A photo without a date in its bytes may have been imported with the date of a sidecar file,
    // with one in its name, or without a date.
    let labels =
      facts.taken.map { [$0] }
      ?? [photo.name, photo.date.description, FileNameDate.mediaDate(named: photo.name)?.taken]
      .compactMap(\.self)
    let isLike = labels.contains { label in
      signatures.contains(Signature(label: label, width: facts.width, height: facts.height))
    }
    guard isLike, let asset = try? await service.asset(ofFileAt: photo.path), assets.contains(asset)
    else { return nil }
    return asset
  }
}

/// Finds the photos in a folder and its subfolders, by their extensions or first bytes, and lists
/// the other files. Doesn't enter hidden folders or follow links, so that the walk is finite and
/// stays in the folder.
struct PhotoFolderWalk {
  /// A file whose name or first bytes are those of a photo.
  struct File: Hashable, Sendable {
    let path: String
    /// The modification time in seconds since 1970.
    let modified: Int64
    /// The size in bytes.
    let size: Int64
  }

  private static let deepest = 64

  private let skipped: Set<String>
  private(set) var files: [File] = []
  /// The paths of all other files.
  private(set) var others: [String] = []
  private(set) var refused: [PhotoIssue] = []

  /// Walks a folder.
  /// - Parameters:
  ///   - passedOver: The names of top-level folders that are skipped.
  ///   - found: Called with the number of photos found so far.
  /// - Throws: `DiaryError.input` if the folder itself can't be read.
  init(_ folder: String, skipping skipped: Set<String> = [], found: (Int) -> Void) throws {
    self.skipped = skipped
    var path = folder
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    // Follow a link only here, where the user named it.
    do {
      let opened = try Descriptor.open(path, [.readOnly, .folder])
      walk(opened, path == "/" ? "" : path, depth: 0, found)
    } catch {
      throw DiaryError.input(
        name: path, error == .noSuchFile ? .missing : .unreadable(reason: error.message))
    }
    files.sort { $0.path < $1.path }
  }

  /// Walks a folder and closes its descriptor.
  private mutating func walk(
    _ descriptor: Descriptor, _ path: String, depth: Int, _ found: (Int) -> Void
  ) {
    guard var stream = try? FolderStream(taking: descriptor) else { return }
    var folders: [String] = []
    while !Task.isCancelled, let name = try? stream.next() {
      guard !name.hasPrefix("."), let status = try? descriptor.status(of: name) else { continue }
      switch status.kind {
      case .folder where depth == 0 && skipped.contains(name): break
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
      do {
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
  /// Returns `true` if a file's name or first bytes are those of a photo. Videos and recordings,
  /// and the thumbnails that cameras store next to videos, are recognized by name.
  package static func isPhoto(named name: String, in folder: Descriptor) -> Bool {
    if isPhoto(named: name) { return true }
    guard !MediaType(ofFileNamed: name).isMedia, MarkdownFiles.fileExtension(of: name) != "thm",
      let file = try? Descriptor.open(name, in: folder, [.readOnly, .noFollow, .nonBlocking])
    else { return false }
    defer { file.close() }
    return (try? file.bytes(headerSize, at: 0)).map(isPhoto(header:)) ?? false
  }
}
