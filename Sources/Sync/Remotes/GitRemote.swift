import DiaryCore
import Synchronization
import System

/// A remote that is a git repository. Uses git's plumbing commands and a local bare repository as a
/// cache.
///
/// Each device has separate branches, so pushes never conflict. One branch has its texts
/// (`GitListing`). The commits of another contain only the new photos. No device fetches those
/// commits: it fetches a photo as an object, which a list names. Photos don't stay in the cache,
/// and all of it can be fetched again.
package final class GitRemote: Remote {
  /// The largest file in bytes: GitHub accepts 100 MiB.
  package static let largestFile = 95_000_000

  private let url: String
  private let device: String
  private let cache: String
  private let environment: [String: String]
  private let limits: RemoteLimits
  private let work: RemoteWork
  private let secret: String?
  private let known = Mutex<GitListing?>(nil)
  /// True if ssh has to request protocol version 2 of the host, which allows fetching single
  /// objects.
  private let requestsProtocol = Mutex(false)

  /// - Parameters:
  ///   - device: this machine's name in the repository.
  ///   - cache: a folder that nothing else uses.
  package init(
    _ url: String, device: String, cache: String, limits: RemoteLimits = RemoteLimits(),
    environment: [String: String] = Environment.all, timeout: Int = 120
  ) {
    self.url = url
    self.device = device
    self.cache = cache
    self.limits = limits
    self.environment = environment
    let address = RemoteAddress.git(url)
    secret = address.secret
    work = RemoteWork(address, timeout: timeout * 1000)
  }

  package func prepare() async throws(RemoteError) {
    try await run { remote, git in
      if let path = Self.path(of: remote.url), FileSystem.statusNoFollow(of: path) == nil {
        try git.run(["--git-dir", path, "init", "--bare", "--quiet", "--template="])
      }
      _ = try remote.tips(git)
    }
  }

  package func list() async throws(RemoteError) -> RemoteListing {
    try await run { remote, git in
      try remote.read(git).listing
    }
  }

  package func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles {
    try await run { remote, git in
      try remote.limits.check(files)
      var arrivals = try ArrivalFolder(folder, files, arrived: arrived)
      let listing = try remote.lastListing(git)
      let fetch = GitFetch(git: git, url: remote.url)
      let named = files.keys.sorted().compactMap { name in listing.files[name].map { (name, $0) } }
      try fetch.give(named.filter { !$0.0.isAsset }, to: &arrivals)
      // Limit the disk space in use.
      for part in GitFetch.parts(of: named.filter { $0.0.isAsset }) {
        try fetch.give(photos: part, to: &arrivals, remote.requestsProtocol)
      }
      return arrivals.fetched
    }
  }

  package func put(
    _ files: [OutgoingFile], sent: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) {
    try await run { remote, git in
      guard !files.isEmpty else { return }
      try remote.push(files, removing: [], git)
      for file in files { sent(file.name) }
    }
  }

  /// Removes files from the branches. They stay in the history.
  package func remove(_ names: [RemoteName]) async throws(RemoteError) {
    try await run { remote, git in
      guard !names.isEmpty else { return }
      try remote.push([], removing: names, git)
    }
  }

  // MARK: Cache

  /// Runs `body` with the cache, which is created again if it is damaged.
  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (GitRemote, GitProgram) throws -> Value
  ) async throws(RemoteError) -> Value {
    try await work.run { [self] stop in
      let git = try GitProgram(
        cache: cache, environment: environment, timeout: work.timeout, hiding: secret, stop: stop)
      try checkPath()
      do {
        try makeCache(git)
        return try body(self, git)
      } catch RemoteFault.failed(let said) where Self.damage.contains(where: said.contains) {
        FileSystem.removeTree(cache)
        known.withLock { $0 = nil }
        try makeCache(git)
        return try body(self, git)
      }
    }
  }

  /// Parts of git's messages about a repository that a power failure damaged.
  private static let damage = [
    "corrupt", "is empty", "bad object", "unable to read", "not a git repository", "missing",
    "not a valid object", "inflate", "bad config", "not a tree object",
  ]

  private func makeCache(_ git: GitProgram) throws {
    // Remove the folders of a killed process.
    for name in (try? FileSystem.names(in: cache)) ?? [] where name.hasPrefix(Self.transferPrefix) {
      FileSystem.removeTree(Path.join(cache, name))
    }
    guard !FileSystem.exists(Path.join(cache, "HEAD")) else { return }
    try FileSystem.makeFolders(cache)
    try git.run(["init", "--bare", "--quiet", "--template="])
  }

  static let transferPrefix = "passing-"

  // MARK: Reading

  /// Lists the branches, and fetches those that have changed.
  func read(_ git: GitProgram) throws -> GitListing {
    let there = try tips(git)
    if let known = known.withLock({ $0 }), known.tips == there { return known }
    var here = try localTips(git)
    let changed = there.filter { here[$0.key] != $0.value }.keys.sorted()
    if !changed.isEmpty {
      let lines = changed.map { "+\(Self.branch($0)):\(Self.branch($0))\n" }.joined()
      let words = [
        "fetch", "--depth=1", "--no-tags", "--no-write-fetch-head", "--progress", "--stdin",
      ]
      try git.using(.cache, limit: Self.largestFetch).reaching(url).run(
        // A hostile branch may be small only while it is compressed.
        words + GitProgram.fetchArguments(url, compression: 1) + ["--", url], input: lines)
      here = try localTips(git)
      try keep(here, git)
    }
    let listing = try GitListing(
      of: here.filter { there[$0.key] != nil }, device: device, limits: limits, git)
    known.withLock { $0 = listing }
    return listing
  }

  /// Returns the last listing, or reads a new one.
  private func lastListing(_ git: GitProgram) throws -> GitListing {
    if let known = known.withLock({ $0 }) { return known }
    return try read(git)
  }

  private static let largestFetch = 4 << 30

  /// Returns the commits of the remote's branches, by device.
  private func tips(_ git: GitProgram) throws -> [String: String] {
    Self.tips(try git.reaching(url).run(["ls-remote", "--", url, Self.branch("*")]))
  }

  private func localTips(_ git: GitProgram) throws -> [String: String] {
    let format = "--format=%(objectname)\t%(refname)"
    return Self.tips(try git.run(["for-each-ref", format, Self.branch("")]))
  }

  /// Parses lines of a commit and its branch.
  private static func tips(_ text: String) -> [String: String] {
    var tips: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: "\t").map(String.init)
      guard words.count == 2, GitListing.isObject(words[0]), words[1].hasPrefix(branch(""))
      else { continue }
      let device = String(words[1].dropFirst(branch("").count))
      if RemoteName.isPart(device), device.utf8.count <= 100 { tips[device] = words[0] }
    }
    return tips
  }

  /// Makes these commits the cache's history limit, so that replaced objects can be dropped, and
  /// runs git's garbage collection when it is due.
  func keep(_ tips: [String: String], _ git: GitProgram) throws {
    let text = Set(tips.values).sorted().map { "\($0)\n" }.joined()
    try DurableFile.write(Array(text.utf8), to: Path.join(cache, "shallow"))
    try git.run(
      [
        "-c", "gc.auto=1000", "-c", "gc.autoPackLimit=20", "-c", "gc.autoDetach=false", "gc",
        "--auto", "--quiet", "--prune=now",
      ])
  }

  static func branch(_ device: String) -> String { "refs/heads/photodiary/\(device)" }

  /// Returns true if git reaches the URL by ssh.
  static func isSSH(_ url: String) -> Bool {
    url.hasPrefix("ssh://") || (!url.contains("://") && !url.hasPrefix("/"))
  }

  /// Returns the path of a repository on this machine, or `nil`.
  static func path(of url: String) -> String? {
    if url.hasPrefix("/") { return url }
    return url.hasPrefix("file://") ? String(url.dropFirst(7)) : nil
  }

  /// Rejects a file, which git would take for a bundle.
  private func checkPath() throws {
    guard let path = Self.path(of: url), FileSystem.status(of: path)?.isFolder == false else {
      return
    }
    throw RemoteFault.notAFolder
  }

  private func push(
    _ files: [OutgoingFile], removing names: [RemoteName], _ git: GitProgram
  ) throws {
    var listing = try lastListing(git)
    let push = try GitPush(url: url, device: device, files, git)
    // The loop repeats only if a copy of this device pushed from elsewhere.
    for attempt in 1... {
      guard let tip = try push.run(removing: names, from: listing, attempt: attempt) else {
        listing = try read(git)
        continue
      }
      var tips = listing.tips
      tips[device] = tip
      try git.run(["update-ref", Self.branch(device), tip])
      try keep(tips, git)
      let news = try GitListing(of: tips, device: device, limits: limits, git)
      known.withLock { $0 = news }
      return
    }
  }
}

// MARK: -

/// The content of a remote's branches.
///
/// `photodiary/<device>` has the texts of a device at their paths. For each folder of photos, a
/// list in `.photos` names the photos in the device's other branches: a line with object, size and
/// name for each.
struct GitListing: Sendable {
  struct File: Hashable, Sendable {
    let object: String
    let size: Int
    /// The device whose branch has the file.
    let branch: String
  }

  /// The commits of the branches, by device.
  let tips: [String: String]
  private(set) var files: [RemoteName: File] = [:]
  private(set) var ignored = 0
  private let device: String
  private var seen = 0
  private let limits: RemoteLimits

  static let lists = ".photos/"
  private static let longestList = 8 << 20

  /// Returns this device's photos in a folder.
  func photosOfThisDevice(in folder: String) -> [GitEntry] {
    files.compactMap { name, file in
      guard file.branch == device, name.isAsset, Path.parent(name.path) == folder else {
        return nil
      }
      return GitEntry(path: name.path, object: file.object, size: file.size)
    }
  }

  var listing: RemoteListing { RemoteListing(files: files.mapValues(\.size), ignored: ignored) }

  /// Reads all branches, starting with this device's.
  init(of tips: [String: String], device: String, limits: RemoteLimits, _ git: GitProgram) throws {
    self.tips = tips
    self.device = device
    self.limits = limits
    for branch in [device] + tips.keys.filter({ $0 != device }).sorted() {
      guard let tip = tips[branch] else { continue }
      var lists: [String] = []
      var lines = ByteLines(end: 0)
      try git.run(["ls-tree", "-r", "-l", "-z", tip]) { bytes in
        try lines.take(bytes) { line in
          if let list = try add(treeLine: line, of: branch) { lists.append(list) }
        }
      }
      try read(lists, of: branch, git)
    }
  }

  /// Adds `100644 blob <object> <size>\t<path>`. Returns the object of a list, or `nil`.
  private mutating func add(treeLine line: String, of branch: String) throws -> String? {
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

  private mutating func read(_ lists: [String], of branch: String, _ git: GitProgram) throws {
    guard !lists.isEmpty else { return }
    var objects = GitObjects()
    var lines = ByteLines()
    let input = lists.joined(separator: "\n") + "\n"
    try git.run(["cat-file", "--batch"], input: input) { bytes in
      try objects.take(bytes) { _, _ in
        lines = ByteLines()
      } piece: { piece in
        try lines.take(piece) { line in
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
  ) throws {
    try count()
    guard let name = RemoteName(path) else {
      ignored += 1
      return
    }
    // For a device's log its own branch takes precedence.
    if files[name] == nil || path.hasPrefix("log/\(branch)/") {
      files[name] = File(object: object, size: size, branch: branch)
    }
  }

  private mutating func count() throws {
    seen += 1
    guard seen <= limits.names else { throw RemoteFault.tooManyFiles(limits.names) }
  }

  /// Returns true for an object name in SHA-1 or SHA-256.
  static func isObject(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}

// MARK: -

/// A file in a git tree.
struct GitEntry {
  let path: String
  let object: String
  let size: Int

  /// The line for `git update-index --index-info`.
  var indexLine: String { "100644 \(object)\t\(path)\n" }

  static func removal(of path: String) -> String {
    "0 \(String(repeating: "0", count: 40))\t\(path)\n"
  }
}

// MARK: -

/// The branch to which this device pushes photos. Its photos aren't on this machine, so git would
/// miss them if the cache contained the branch. A file stores its name and last commit instead.
struct GitPhotoBranch {
  struct Place { let path: String }

  let reference: String
  /// The last commit, and its text in git's format.
  var commit: String?
  let text: String?

  /// Reads the stored branch, or makes a new one if there is none or `isNew`.
  init(_ place: Place, _ device: String, isNew: Bool) throws {
    if !isNew, let file = try? OpenFile(place.path, .readOnly),
      let bytes = try? file.readToEnd(atMost: 1 << 16)
    {
      let parts = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", maxSplits: 2, omittingEmptySubsequences: false
      ).map(String.init)
      if parts.count == 3, GitListing.isObject(parts[1]) {
        (reference, commit, text) = (parts[0], parts[1], parts[2])
        return
      }
    }
    let number = String(UInt32.random(in: .min ... .max), radix: 16)
    reference = "refs/heads/photodiary-photos/\(device)-\(number)"
    commit = nil
    text = nil
  }

  /// Stores the branch's name and last commit.
  func keep(at place: Place, _ git: GitProgram) throws {
    guard let commit else { return }
    let text = try git.run(["cat-file", "commit", commit])
    try DurableFile.write(
      Array("\(reference)\n\(commit)\n\(text)".utf8), to: place.path)
  }
}
