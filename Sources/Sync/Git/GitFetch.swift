import Synchronization
import System

/// Brings files out of a repository into a folder.
struct GitFetch {
  let git: GitProgram
  let url: String

  typealias Named = (name: RemoteName, file: GitListing.File)

  private static let largestPart = 512 << 20

  /// Files in groups that fit a disk.
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

  /// Gives files whose objects are in the cache, or in a folder beside it.
  func give(
    _ files: [Named], from objects: GitProgram.Objects = .cache, to arrivals: inout ArrivalFolder
  ) throws(RemoteFault) {
    guard !files.isEmpty else { return }
    let input = files.map { "\($0.file.object)\n" }.joined()
    var reader = GitObjects()
    try git.using(objects).run(["cat-file", "--batch"], input: input) {
      bytes throws(RemoteFault) in
      try reader.take(bytes) { place, size throws(RemoteFault) in
        guard files.indices.contains(place) else { return }
        try arrivals.begin(files[place].name.path, size: size)
      } piece: { piece throws(RemoteFault) in
        if piece.isEmpty { try arrivals.end() } else { try arrivals.take(piece) }
      }
    }
  }

  /// Fetches photos by their objects, which don't stay here.
  func give(
    photos: [Named], to arrivals: inout ArrivalFolder, _ tellsProtocol: borrowing Mutex<Bool>
  ) throws(RemoteFault) {
    let passing = try PassingFolder(in: git.cache)
    var wanted = photos
    while !wanted.isEmpty {
      let end = try fetch(wanted, to: passing.path, tellsProtocol: tellsProtocol.withLock { $0 })
      if end.isSuccess { break }
      if end.errors.contains("unadvertised object"), !tellsProtocol.withLock({ $0 }),
        GitRemote.isSSH(url)
      {
        tellsProtocol.withLock { $0 = true }
        continue
      }
      // One that is gone, or never was, mustn't keep the others from coming.
      let gone = wanted.filter { end.errors.contains("not our ref \($0.file.object)") }
      guard !gone.isEmpty else { throw end.errors.fault(of: "git", end.status) }
      wanted.removeAll { file in gone.contains { $0.file.object == file.file.object } }
    }
    try give(wanted, from: .reading(passing.path), to: &arrivals)
  }

  private func fetch(
    _ photos: [Named], to folder: String, tellsProtocol: Bool
  ) throws(RemoteFault) -> RemoteProgram.End {
    var words = [
      "fetch", "--depth=1", "--no-tags", "--no-write-fetch-head", "--progress", "--stdin",
    ]
    if tellsProtocol { words.append("--upload-pack=GIT_PROTOCOL=version=2 git-upload-pack") }
    let size = photos.reduce(0) { $0 + $1.file.size }
    return try git.using(.writing(folder), limit: size + size / 8 + (1 << 20)).reaching(url).tryRun(
      words + GitProgram.fetchWords(url, compression: 0) + ["--", url],
      input: Set(photos.map { "\($0.file.object)\n" }).joined())
  }
}

/// A folder for what is on its way, removed with this value.
struct PassingFolder: ~Copyable {
  let path: String

  init(in folder: String) throws(RemoteFault) {
    do throws(ErrorNumber) {
      path = try FileSystem.makeTemporaryFolder(Path.join(folder, GitRemote.passing))
    } catch {
      throw .local(path: folder, reason: error.words)
    }
  }

  deinit { FileSystem.removeTree(path) }
}
