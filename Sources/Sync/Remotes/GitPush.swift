import Crypto
import Synchronization
import System

/// Commits files to this device's branches, and pushes the branches.
final class GitPush {
  private let url: String
  private let device: String
  private let git: GitProgram
  private let transfer: TransferFolder
  private let place: GitPhotoBranch.Place
  private var texts: [GitEntry] = []
  private var photos: [GitEntry] = []
  private var arePhotosThere = false
  /// True if the remote has another commit on the photo branch than this machine.
  private var isPhotoBranchOutdated = false

  private static let mostAttempts = 5
  /// The bytes of texts and of photos from which a local repository keeps a push as one pack, which
  /// it serves without repacking. Smaller ones would result in too many packs.
  private static let (largeTexts, largePhotos) = (1 << 20, 16 << 20)

  /// A local file to turn into an object.
  private struct Staged {
    let name: String
    let path: String
    let size: Int
  }

  /// Writes the objects of the files.
  init(url: String, device: String, _ files: [OutgoingFile], _ git: GitProgram) throws {
    (self.url, self.device, self.git) = (url, device, git)
    transfer = try TransferFolder(in: git.cache)
    place = GitPhotoBranch.Place(path: Path.join(git.cache, "photos-branch"))
    var staged: [Staged] = []
    var outgoing: [(file: OutgoingFile, size: Int)] = []
    for file in files {
      let size = try OutgoingBytes(file).size
      guard size <= GitRemote.largestFile else {
        throw RemoteFault.tooLargeToUpload(
          name: file.name.path, size: size, limit: GitRemote.largestFile)
      }
      if file.name.isAsset {
        outgoing.append((file, size))
      } else {
        let path = try path(of: file, staged.count)
        staged.append(Staged(name: file.name.path, path: path, size: size))
      }
    }
    texts = try entries(staged)
    photos = try photoEntries(outgoing)
  }

  /// Commits on top of the branch in `listing`, and pushes. Returns the new commit of the text
  /// branch; `nil` if the remote has another one by now.
  func run(removing names: [RemoteName], from listing: GitListing, attempt: Int) throws -> String? {
    let tip = listing.tips[device]
    let index = Path.join(transfer.path, "index")
    FileSystem.unlink(index)
    if let tip { try git.using(.cache, index: index).run(["read-tree", tip]) }
    var changes = texts.map(\.indexLine)
    let (photosGone, textsGone) = (names.filter(\.isAsset), names.filter { !$0.isAsset })
    changes += textsGone.map { GitEntry.removal(of: $0.path) }
    changes += try lists(photosGone, listing)
    let commit = try self.commit(try tree(changes, index: index), parent: tip)
    // Photos first, so that the lists only name existing ones.
    if !photos.isEmpty, !arePhotosThere {
      var branch = try GitPhotoBranch(place, device, isNew: isPhotoBranchOutdated)
      let commit = try photoCommit(on: branch)
      isPhotoBranchOutdated = try !push(
        "\(commit):\(branch.reference)", keepsPack: Self.size(of: photos) >= Self.largePhotos,
        attempt: attempt)
      if isPhotoBranchOutdated { return nil }
      arePhotosThere = true
      branch.commit = commit
      try branch.keep(at: place, git)
    }
    let isPushed = try push(
      "\(commit):\(GitRemote.branch(device))",
      keepsPack: Self.size(of: texts) >= Self.largeTexts, attempt: attempt)
    return isPushed ? commit : nil
  }

  private static func size(of entries: [GitEntry]) -> Int { entries.reduce(0) { $0 + $1.size } }

  /// Pushes a commit to a branch. Returns false if the remote has another commit there.
  private func push(_ reference: String, keepsPack: Bool, attempt: Int) throws -> Bool {
    let end = try git.using(.reading(transfer.path)).push(reference, to: url, keepsPack: keepsPack)
    if end.isSuccess { return true }
    let isBehind = Self.behind.contains { end.text.contains($0) || end.errors.contains($0) }
    if isBehind, attempt < Self.mostAttempts { return false }
    // The reason for a refused branch is in the output.
    if let place = end.text.firstRange(of: "[remote rejected]") {
      let message = end.text[place.lowerBound...].prefix { !$0.isNewline }
      throw ProgramWords(Array(message.utf8), hiding: nil).fault(of: "git", end.status)
    }
    // The repository was readable before: now it can't be written.
    let fault = end.errors.fault(of: "git", end.status)
    if case .missing(let said) = fault { throw RemoteFault.readOnly(said) }
    throw fault
  }

  /// Messages of git if a branch isn't at the expected commit.
  private static let behind = [
    "fetch first", "non-fast-forward", "failed to update ref", "cannot lock ref",
    // The remote lost the branch.
    "shallow update not allowed",
  ]

  // MARK: Objects

  /// Returns the path of a file with the bytes.
  private func path(of file: OutgoingFile, _ number: Int) throws -> String {
    switch file.source {
    case .file(let path): return path
    case .bytes(let bytes):
      let path = Path.join(transfer.path, "text-\(number)")
      try OpenFile(path, .new).write(bytes)
      return path
    }
  }

  private func entries(_ files: [Staged]) throws -> [GitEntry] {
    guard !files.isEmpty else { return [] }
    let input = files.map { "\(GitProgram.quoted($0.path))\n" }.joined()
    let names = try git.run(
      ["hash-object", "-w", "--no-filters", "--stdin-paths"], input: input
    ).split(separator: "\n").map(String.init)
    guard names.count == files.count else { throw RemoteFault.failed("git hash-object") }
    return zip(names, files).map { GitEntry(path: $1.name, object: $0, size: $1.size) }
  }

  /// Writes the objects of photos outside of the cache.
  private func photoEntries(_ files: [(file: OutgoingFile, size: Int)]) throws -> [GitEntry] {
    guard !files.isEmpty else { return [] }
    let write =
      try git.usesSHA256() ? GitPack<SHA256>.write : GitPack<Insecure.SHA1>.write
    return try zip(write(files, transfer.path, git.stop), files).map {
      GitEntry(path: $1.file.name.path, object: $0, size: $1.size)
    }
  }

  private func tree(_ changes: [String], index: String) throws -> String {
    let git = git.using(.reading(transfer.path), index: index)
    if !changes.isEmpty { try git.run(["update-index", "--index-info"], input: changes.joined()) }
    return try git.object(["write-tree"])
  }

  private func commit(_ tree: String, parent: String?) throws -> String {
    try git.commit(tree, parent: parent, "photodiary")
  }

  /// Writes a commit that contains only the new photos.
  private func photoCommit(on branch: GitPhotoBranch) throws -> String {
    if let text = branch.text {
      try git.run(["hash-object", "-t", "commit", "-w", "--stdin"], input: text)
    }
    let index = Path.join(transfer.path, "photo-index")
    FileSystem.unlink(index)
    return try commit(try tree(photos.map(\.indexLine), index: index), parent: branch.commit)
  }

  /// Returns the index lines for the lists of photos.
  private func lists(_ gone: [RemoteName], _ listing: GitListing) throws -> [String] {
    let changed = Set(photos.map(\.path) + gone.map(\.path))
    var files: [Staged] = []
    for folder in Set(changed.map { Path.parent($0) }).sorted() {
      let kept = listing.photosOfThisDevice(in: folder).filter { !changed.contains($0.path) }
      let new = photos.filter { Path.parent($0.path) == folder }
      let lines = (kept + new).map { "\($0.object) \($0.size) \($0.path)\n" }
      let path = Path.join(transfer.path, "list-\(files.count)")
      FileSystem.unlink(path)
      try OpenFile(path, .new).write(Array(lines.sorted().joined().utf8))
      files.append(Staged(name: GitListing.lists + folder, path: path, size: 0))
    }
    return try entries(files).map(\.indexLine)
  }
}

// MARK: -

/// Fetches files from a repository into a folder.
struct GitFetch {
  let git: GitProgram
  let url: String

  typealias Named = (name: RemoteName, file: GitListing.File)

  private static let largestPart = 512 << 20

  /// Splits files into groups that limit the disk space in use.
  static func parts(of files: [Named]) -> [[Named]] {
    var parts: [[Named]] = []
    var size = largestPart
    for file in files {
      size += file.file.size
      if size > largestPart {
        parts.append([])
        size = file.file.size
      }
      parts[parts.count - 1].append(file)
    }
    return parts
  }

  /// Passes files to `arrivals` whose objects are in the cache or in a separate folder.
  func give(
    _ files: [Named], from objects: GitProgram.Objects = .cache, to arrivals: inout ArrivalFolder
  ) throws {
    guard !files.isEmpty else { return }
    let input = files.map { "\($0.file.object)\n" }.joined()
    var reader = GitObjects()
    try git.using(objects).run(["cat-file", "--batch"], input: input) {
      bytes in
      try reader.take(bytes) { place, size in
        guard files.indices.contains(place) else { return }
        try arrivals.begin(files[place].name.path, size: size)
      } piece: { piece in
        if piece.isEmpty { try arrivals.end() } else { try arrivals.take(piece) }
      }
    }
  }

  /// Fetches photos by their objects, which don't stay on this machine.
  func give(
    photos: [Named], to arrivals: inout ArrivalFolder, _ requestsProtocol: borrowing Mutex<Bool>
  ) throws {
    let transfer = try TransferFolder(in: git.cache)
    var wanted = photos
    while !wanted.isEmpty {
      let end = try fetch(
        wanted, to: transfer.path, requestsProtocol: requestsProtocol.withLock { $0 })
      if end.isSuccess { break }
      if end.errors.contains("unadvertised object"), !requestsProtocol.withLock({ $0 }),
        GitRemote.isSSH(url)
      {
        requestsProtocol.withLock { $0 = true }
        continue
      }
      // A missing object mustn't prevent the others from being fetched.
      let gone = wanted.filter { end.errors.contains("not our ref \($0.file.object)") }
      guard !gone.isEmpty else { throw end.errors.fault(of: "git", end.status) }
      wanted.removeAll { file in gone.contains { $0.file.object == file.file.object } }
    }
    try give(wanted, from: .reading(transfer.path), to: &arrivals)
  }

  private func fetch(
    _ photos: [Named], to folder: String, requestsProtocol: Bool
  ) throws -> RemoteProgram.End {
    var words = [
      "fetch", "--depth=1", "--no-tags", "--no-write-fetch-head", "--progress", "--stdin",
    ]
    if requestsProtocol { words.append("--upload-pack=GIT_PROTOCOL=version=2 git-upload-pack") }
    let size = photos.reduce(0) { $0 + $1.file.size }
    return try git.using(.writing(folder), limit: size + size / 8 + (1 << 20)).reaching(url).tryRun(
      words + GitProgram.fetchArguments(url, compression: 0) + ["--", url],
      input: Set(photos.map { "\($0.file.object)\n" }).joined())
  }
}

/// A temporary folder for files in transit, removed on `deinit`.
struct TransferFolder: ~Copyable {
  let path: String

  init(in folder: String) throws {
    do {
      path = try FileSystem.makeTemporaryFolder(Path.join(folder, GitRemote.transferPrefix))
    } catch {
      throw RemoteFault.local(path: folder, reason: error.message)
    }
  }

  deinit { FileSystem.removeTree(path) }
}
