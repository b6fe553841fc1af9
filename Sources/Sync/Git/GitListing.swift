import System

/// What the branches of a remote hold.
///
/// `photodiary/<device>` has the texts that a device has put there, at their paths, and below
/// `.photos`, for each folder of photos, a list of those that are in its other branches: a line of
/// object, size and name for each.
struct GitListing: Sendable {
  struct File: Hashable, Sendable {
    let object: String
    let size: Int
    /// The device in whose branch it stands.
    let branch: String
  }

  /// The commits of the branches, by their devices.
  let tips: [String: String]
  private(set) var files: [RemoteName: File] = [:]
  private(set) var ignored = 0
  private let device: String
  private var seen = 0
  private let limits: RemoteLimits

  static let lists = ".photos/"
  private static let longestList = 8 << 20

  /// The photos of this device in a folder.
  func ownPhotos(in folder: String) -> [GitEntry] {
    files.compactMap { name, file in
      guard file.branch == device, name.isAsset, Path.parent(name.path) == folder else {
        return nil
      }
      return GitEntry(path: name.path, object: file.object, size: file.size)
    }
  }

  var listing: RemoteListing { RemoteListing(files: files.mapValues(\.size), ignored: ignored) }

  /// Reads all branches, that of this device first.
  init(
    of tips: [String: String], device: String, limits: RemoteLimits, _ git: GitProgram
  ) throws(RemoteFault) {
    self.tips = tips
    self.device = device
    self.limits = limits
    for branch in [device] + tips.keys.filter({ $0 != device }).sorted() {
      guard let tip = tips[branch] else { continue }
      var lists: [String] = []
      var lines = ByteLines(end: 0)
      try git.run(["ls-tree", "-r", "-l", "-z", tip]) { bytes throws(RemoteFault) in
        try lines.take(bytes) { line throws(RemoteFault) in
          if let list = try add(treeLine: line, of: branch) { lists.append(list) }
        }
      }
      try read(lists, of: branch, git)
    }
  }

  /// `100644 blob <object> <size>\t<path>`. Returns the object of a list.
  private mutating func add(
    treeLine line: String, of branch: String
  ) throws(RemoteFault) -> String? {
    let parts = line.split(separator: "\t", maxSplits: 1)
    let words = parts.first?.split(separator: " ") ?? []
    guard parts.count == 2, words.count == 4, words[0].hasPrefix("100"), let size = Int(words[3])
    else {
      try count()
      ignored += 1
      return nil
    }
    if parts[1].hasPrefix(Self.lists), size <= Self.longestList { return String(words[2]) }
    try add(String(parts[1]), String(words[2]), size, branch)
    return nil
  }

  private mutating func read(
    _ lists: [String], of branch: String, _ git: GitProgram
  ) throws(RemoteFault) {
    guard !lists.isEmpty else { return }
    var objects = GitObjects()
    var lines = ByteLines()
    let input = lists.joined(separator: "\n") + "\n"
    try git.run(["cat-file", "--batch"], input: input) { bytes throws(RemoteFault) in
      try objects.take(bytes) { _, _ throws(RemoteFault) in
        lines = ByteLines()
      } piece: { piece throws(RemoteFault) in
        try lines.take(piece) { line throws(RemoteFault) in
          let words = line.split(separator: " ", maxSplits: 2).map(String.init)
          guard words.count == 3, Self.isObject(words[0]), let size = Int(words[1]), size >= 0,
            RemoteName(words[2])?.isAsset == true
          else {
            ignored += 1
            return
          }
          try add(words[2], words[0], size, branch)
        }
      }
    }
  }

  private mutating func add(
    _ path: String, _ object: String, _ size: Int, _ branch: String
  ) throws(RemoteFault) {
    try count()
    guard let name = RemoteName(path) else {
      ignored += 1
      return
    }
    // A device's own word about its own log comes before what others say.
    if files[name] == nil || path.hasPrefix("log/\(branch)/") {
      files[name] = File(object: object, size: size, branch: branch)
    }
  }

  private mutating func count() throws(RemoteFault) {
    seen += 1
    guard seen <= limits.names else { throw .tooManyFiles(limits.names) }
  }

  /// Whether it is the name of an object, in SHA-1 or SHA-256.
  static func isObject(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
