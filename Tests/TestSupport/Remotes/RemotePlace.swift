import Glibc

/// A place for one kind of remote, with its servers, removed on deinit.
package final class RemotePlace {
  package let kind: RemoteKind
  package let folder: TemporaryFolder
  /// The folder or repository; an S3 server has no files.
  package let path: String
  /// The environment for programs that access it.
  package private(set) var environment: [String: String]
  private var ssh: SSHServer?
  private var server: LocalServer?

  package init(_ kind: RemoteKind) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    let served = folder.path("served")
    mkdir(served, 0o755)
    path = served + (kind.isGit ? "/diary.git" : "/diary")
    environment = ["GIT_CONFIG_SYSTEM": "/dev/null", "RCLONE_CONFIG": folder.path("rclone.conf")]
    switch kind {
    case .gitDaemon: server = try .gitDaemon(served)
    case .gitSSH, .ssh: ssh = try SSHServer()
    case .sshBusyBox: ssh = try SSHServer(path: Tool.busyBox(in: folder))
    case .rcloneFolder: try configure("type = alias", "remote = /")
    case .rcloneWebDAV:
      let server = try LocalServer.webDAV(served)
      self.server = server
      try configure("type = webdav", "vendor = other", "url = http://127.0.0.1:\(server.port)")
    case .rcloneSFTP:
      let server = try LocalServer.sftp(served, cache: folder.path("cache"))
      self.server = server
      try configure(
        "type = sftp", "host = 127.0.0.1", "port = \(server.port)", "user = me",
        "pass = \(Tool.run("rclone", ["obscure", "secret"]).text)")
    case .rcloneS3:
      let server = try LocalServer.s3()
      self.server = server
      try configure(
        "type = s3", "provider = Other", "access_key_id = me", "secret_access_key = secret",
        "endpoint = http://127.0.0.1:\(server.port)")
    case .memory, .folder, .gitPath, .gitFile: break
    }
    if let ssh {
      let programs = try folder.write(ssh.script, to: "programs/ssh")
      try makeExecutable(programs)
      let others = TestEnvironment.with()["PATH"] ?? ""
      environment["PATH"] = folder.path("programs") + ":" + others
    }
    if kind.isGit {
      try Tool.git(["init", "--bare", "--quiet", path])
      try Tool.git(["-C", path, "config", "receive.denyNonFastForwards", "true"])
    }
  }

  private func configure(_ lines: String...) throws {
    try folder.write((["[server]"] + lines).map { "\($0)\n" }.joined(), to: "rclone.conf")
  }

  /// The address of this place, or of another one on the same server.
  package func address(of other: String? = nil) throws -> String {
    let path = other ?? path
    let name = String(path.split(separator: "/").last ?? "")
    return switch kind {
    case .memory: "/memory"
    case .folder, .gitPath: path
    case .gitFile: "file://" + path
    case .gitDaemon: "git://127.0.0.1:\(server?.port ?? 0)/\(name)"
    case .gitSSH, .ssh, .sshBusyBox: ssh?.url(path) ?? ""
    case .rcloneFolder: "rclone:server:" + path
    case .rcloneWebDAV, .rcloneSFTP, .rcloneS3: "rclone:server:" + name
    }
  }

  /// Returns the files of the host, or all objects of a repository.
  package func contents() throws -> [(name: String, bytes: [UInt8])] {
    if kind.isGit { return try objects() }
    var top = path
    if kind == .rcloneS3 {
      top = folder.path("copied")
      try Tool.run(
        "rclone", ["copy", "server:diary", top],
        environment: ["RCLONE_CONFIG": folder.path("rclone.conf")])
    }
    let names = try Tool.run("find", [top, "-type", "f", "-printf", "%P\\0"]).output
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    return try names.sorted().map { ($0, try folder.read("\(top)/\($0)")) }
  }

  private func objects() throws -> [(name: String, bytes: [UInt8])] {
    let output = try Tool.run(
      "git", ["-C", path, "cat-file", "--batch", "--batch-all-objects", "--unordered"]
    ).output
    var objects: [(name: String, bytes: [UInt8])] = []
    var rest = output[...]
    while let end = rest.firstIndex(of: 0x0A) {
      // Each header has id, type and size; the contents and a line break follow.
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard words.count == 3, let size = Int(words[2]), rest.endIndex > end + size + 1 else {
        throw Tool.Failure(description: "cat-file: \(words)")
      }
      objects.append(("\(words[1]) \(words[0])", Array(rest[(end + 1)...(end + size)])))
      rest = rest[(end + size + 2)...]
    }
    return objects
  }
}

/// The kinds of remotes under test.
package enum RemoteKind: String, CaseIterable, Sendable {
  /// Limited to this process.
  case memory
  case folder, gitPath, gitFile, gitDaemon, gitSSH, ssh, sshBusyBox
  case rcloneFolder, rcloneWebDAV, rcloneSFTP, rcloneS3

  package var isGit: Bool { [.gitPath, .gitFile, .gitDaemon, .gitSSH].contains(self) }

  private var programs: [String] {
    switch self {
    case .memory, .folder: []
    case .gitPath, .gitFile: ["git"]
    case .gitDaemon: ["git", "git-daemon"]
    case .gitSSH: ["git", "ssh", "sshd"]
    case .rcloneFolder, .rcloneWebDAV, .rcloneSFTP, .rcloneS3: ["rclone"]
    case .ssh: ["ssh", "sshd"]
    case .sshBusyBox: ["ssh", "sshd", "busybox"]
    }
  }

  /// The missing requirement, or `nil`.
  package var missing: String? {
    if let program = programs.first(where: { Tool.path($0) == nil }) {
      return "\(program) isn't installed"
    }
    return self == .rcloneS3 && !LocalServer.hasS3 ? "make deps hasn't installed its server" : nil
  }

  package static let installed = allCases.filter { $0.missing == nil }

  /// The kinds that other programs can access.
  package static let real = installed.filter { $0 != .memory }
}
