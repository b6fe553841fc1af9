import MemoryRemote
import TestSupport
import Testing

@testable import Sync

/// The remotes that keep the contract, each as a person would have it.
enum RemoteKind: String, CaseIterable, CustomTestStringConvertible {
  case memory, folder, gitPath, gitDaemon, gitSSH, rcloneFolder, rcloneWebDAV, ssh, sshBusyBox

  var testDescription: String { rawValue }

  private var programs: [String] {
    switch self {
    case .memory, .folder: []
    case .gitPath: ["git"]
    case .gitDaemon: ["git", "git-daemon"]
    case .gitSSH: ["git", "ssh", "sshd"]
    case .rcloneFolder, .rcloneWebDAV: ["rclone"]
    case .ssh: ["ssh", "sshd"]
    case .sshBusyBox: ["ssh", "sshd", "busybox"]
    }
  }

  /// A program that it needs and that isn't here.
  var missing: String? { programs.first { Tool.path($0) == nil } }

  static let installed = allCases.filter { $0.missing == nil }
}

/// A place of a kind, and the servers that it needs, gone with the test.
final class RemoteUnderTest {
  let kind: RemoteKind
  let folder: TemporaryFolder
  /// The folder or repository that it is.
  let place: String
  private let memory = MemoryHost()
  private(set) var ssh: SSHServer?
  private var server: LocalServer?

  init(_ kind: RemoteKind) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    place = folder.path(Self.isGit(kind) ? "served/diary.git" : "served/diary")
    try folder.write("", to: "served/none")
    switch kind {
    case .gitDaemon: server = try .gitDaemon(folder.path("served"))
    case .gitSSH, .ssh: ssh = try SSHServer()
    case .sshBusyBox: ssh = try SSHServer(path: Tool.busyBox(in: folder))
    case .rcloneWebDAV: server = try .webDAV(folder.path("served"))
    case .memory, .folder, .gitPath, .rcloneFolder: break
    }
    if Self.isGit(kind) {
      try Tool.git(["init", "--bare", "--quiet", place])
      try Tool.git(["-C", place, "config", "receive.denyNonFastForwards", "true"])
    }
  }

  private static func isGit(_ kind: RemoteKind) -> Bool {
    [.gitPath, .gitDaemon, .gitSSH].contains(kind)
  }

  var isGit: Bool { Self.isGit(kind) }

  /// The remote as a device has it.
  func remote(
    device: String = "a", limits: RemoteLimits = RemoteLimits(), at other: String? = nil
  ) throws -> any Remote {
    let place = other ?? place
    switch kind {
    case .memory: return MemoryRemote(memory, generator: SeededGenerator(seed: 1), limits: limits)
    case .folder: return FolderRemote(place, limits: limits)
    case .gitPath: return git(place, device, limits)
    case .gitDaemon:
      let server = try #require(server)
      return git(server.url(name(of: place)), device, limits)
    case .gitSSH: return git(try #require(ssh).url(place), device, limits)
    case .rcloneFolder:
      try folder.write("[disk]\ntype = alias\nremote = /\n", to: "rclone.conf")
      return rclone("disk", place, limits)
    case .rcloneWebDAV:
      let url = "http://127.0.0.1:\(try #require(server).port)"
      try folder.write("[dav]\ntype = webdav\nurl = \(url)\nvendor = other\n", to: "rclone.conf")
      return rclone("dav", name(of: place), limits)
    case .ssh, .sshBusyBox:
      let ssh = try #require(ssh)
      return SSHRemote(
        ssh.place(place), options: ssh.options, limits: limits,
        environment: Tool.environment(folder))
    }
  }

  private func name(of place: String) -> String {
    String(place.split(separator: "/").last ?? "")
  }

  private func git(_ url: String, _ device: String, _ limits: RemoteLimits) -> GitRemote {
    var environment = Tool.environment(folder)
    if let ssh { environment["GIT_SSH_COMMAND"] = ssh.command }
    return GitRemote(
      url, device: device, cache: folder.path("cache-\(device)"), limits: limits,
      environment: environment)
  }

  private func rclone(_ remote: String, _ path: String, _ limits: RemoteLimits) -> RcloneRemote {
    RcloneRemote(
      remote: remote, path: path, limits: limits,
      environment: Tool.environment(folder).merging(
        ["RCLONE_CONFIG": folder.path("rclone.conf")]) { $1 })
  }
}

/// A name that is one.
func name(_ path: String) throws -> RemoteName { try #require(RemoteName(path)) }

/// A file of bytes to put.
func outgoing(_ path: String, _ text: String) throws -> OutgoingFile {
  OutgoingFile(try name(path), .bytes(Array(text.utf8)))
}
