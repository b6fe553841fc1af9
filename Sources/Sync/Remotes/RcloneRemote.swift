import System

/// A remote in rclone's configuration: S3, Drive, WebDAV and others. Some services show incomplete
/// files.
package final class RcloneRemote: Remote {
  private let place: String
  private let path: String
  private let limits: RemoteLimits
  private let environment: [String: String]
  private let work: RemoteWork

  package init(
    remote: String, path: String, limits: RemoteLimits = RemoteLimits(),
    environment: [String: String] = Environment.all, timeout: Int = 300
  ) {
    place = "\(remote):\(path)"
    self.path = path
    self.limits = limits
    self.environment = environment
    work = RemoteWork(.rclone(remote: remote, path: path), timeout: timeout * 1000)
  }

  package func prepare() async throws(RemoteError) {
    try await work.run { [self] stop in
      try run(["mkdir", place], stop)
    }
  }

  package func list() async throws(RemoteError) -> RemoteListing {
    try await work.run { [self] stop in
      var listing = RemoteListing()
      var lines = ByteLines()
      let words = [
        "lsf", "--format", "sp", "--separator", ";", "--recursive", "--files-only", place,
      ]
      try run(words, stop) { bytes in
        try lines.take(bytes) { line in
          let words = line.split(separator: ";", maxSplits: 1).map(String.init)
          let size = words.first.flatMap { Int($0) } ?? -1
          let isFile = words.count == 2 && size >= 0
          try listing.add(isFile ? RemoteName(words[1]) : nil, size: size, self.limits)
        }
      }
      // rclone lists a file as a folder that contains the file.
      guard listing.files.count != 1 || listing.files.keys.first?.path != Path.name(path) else {
        throw RemoteFault.notAFolder
      }
      return listing
    }
  }

  package func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles {
    try await work.run { [self] stop in
      try limits.check(files)
      var arrivals = try ArrivalFolder(folder, files, arrived: arrived)
      guard !files.isEmpty else { return arrivals.fetched }
      let transfer = try TransferFolder(in: folder)
      let size = files.values.reduce(0, +)
      // Files may have grown since; don't transfer more than they had.
      let words = [
        "copy", place, Path.join(transfer.path, "files"), "--max-transfer", "\(size + 1 << 20)b",
      ]
      try run(words + Self.files(files.keys.sorted(), transfer), stop)
      for name in files.keys.sorted() {
        let path = Path.join(transfer.path, "files", name.path)
        guard let status = FileSystem.statusNoFollow(of: path), status.isRegularFile else {
          continue
        }
        if status.size == files[name] {
          try arrivals.keep(path, as: name)
        } else {
          arrivals.miss(name)
        }
      }
      return arrivals.fetched
    }
  }

  package func put(
    _ files: [OutgoingFile], sent: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) {
    try await work.run { [self] stop in
      guard !files.isEmpty else { return }
      let transfer = try TransferFolder(in: FileSystem.temporaryFolder)
      let folder = Path.join(transfer.path, "files")
      for file in files { try Self.stage(file, in: folder) }
      let words = ["copy", folder, place, "--copy-links", "--no-check-dest"]
      try run(words + Self.files(files.map(\.name), transfer), stop)
      for file in files { sent(file.name) }
    }
  }

  package func remove(_ names: [RemoteName]) async throws(RemoteError) {
    try await work.run { [self] stop in
      guard !names.isEmpty else { return }
      let transfer = try TransferFolder(in: FileSystem.temporaryFolder)
      try run(["delete", place] + Self.files(names, transfer), stop)
    }
  }

  /// Puts a file at its name's path below a folder, without copying it.
  private static func stage(_ file: OutgoingFile, in folder: String) throws {
    let path = Path.join(folder, file.name.path)
    FileSystem.makeFoldersIfPossible(Path.parent(path))
    switch file.source {
    case .bytes(let bytes):
      try OpenFile(path, .new).write(bytes)
    case .file(let source):
      do {
        try FileSystem.symbolicLink(to: Path.resolved(source), at: path)
      } catch {
        throw RemoteFault.local(path: path, reason: error.message)
      }
    }
  }

  /// Writes the list of names, and returns the arguments for it.
  private static func files(
    _ names: [RemoteName], _ transfer: borrowing TransferFolder
  ) throws -> [String] {
    let list = Path.join(transfer.path, "names")
    let text = names.map { "\($0.path)\n" }.joined()
    try OpenFile(list, .new).write(Array(text.utf8))
    return ["--files-from-raw", list, "--no-traverse"]
  }

  private static let options = [
    "--transfers", "8", "--ask-password=false", "--retries", "1", "--low-level-retries", "3",
    "--contimeout", "20s",
    "--timeout", "60s", "--stats", "5s", "--stats-one-line", "--stats-log-level", "NOTICE",
  ]

  private func run(
    _ words: [String], _ stop: RemoteStop, output: RemoteProgram.Sink = { _ in }
  ) throws {
    let end = try Self.run(
      words, environment: environment, timeout: work.timeout, stop, output: output)
    // Status 4: a file doesn't exist. A missing folder has other messages, and is an error.
    if end.isSuccess || (end.status == .exited(4) && end.errors.all(endWith: "object not found")) {
      return
    }
    throw end.errors.fault(of: "rclone", end.status)
  }

  /// Runs rclone. Its status may be a failure.
  static func run(
    _ words: [String], environment: [String: String], timeout: Int, _ stop: RemoteStop,
    output: RemoteProgram.Sink = { _ in }
  ) throws -> RemoteProgram.End {
    try RemoteProgram("rclone", environment: environment, timeout: timeout)
      .run(words + options, stop: stop, output: output)
  }
}
