import DiaryCore
import System

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
