import Foundation
import TestSupport
import Testing

@testable import Sync

/// A server of this machine alone, ended with the test.
final class LocalServer {
  let port: Int
  private let program: RunningProgram

  private init(_ name: String, waitsFor word: String, _ arguments: (Int) -> [String]) throws {
    let path = try #require(Tool.path(name))
    // Somebody else may have taken the port by then.
    for _ in 0..<20 {
      let port = try Self.freePort()
      let program = try RunningProgram(path, arguments(port))
      do {
        try program.waitForError(word)
        self.port = port
        self.program = program
        return
      } catch is RunningProgram.TimedOut {
        guard program.errorText.contains("in use") else {
          throw Failure(words: "\(name): \(program.errorText)")
        }
      }
    }
    throw Failure(words: "\(name): no free port")
  }

  struct Failure: Error { let words: String }

  /// The address of a repository of a git daemon.
  func url(_ name: String) -> String { "git://127.0.0.1:\(port)/\(name)" }

  static func gitDaemon(_ folder: String, takes: Bool = true) throws -> LocalServer {
    try LocalServer("git-daemon", waitsFor: "Ready to rumble") { port in
      [
        "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(folder)", "--export-all",
        "--verbose",
      ] + (takes ? ["--enable=receive-pack"] : []) + [folder]
    }
  }

  static func webDAV(_ folder: String) throws -> LocalServer {
    try LocalServer("rclone", waitsFor: "erver started on") { port in
      ["serve", "webdav", folder, "--addr", "127.0.0.1:\(port)", "--config", "/dev/null"]
    }
  }

  static func sshd(_ configuration: String) throws -> LocalServer {
    try LocalServer("sshd", waitsFor: "Server listening") { port in
      ["-D", "-e", "-f", configuration, "-p", "\(port)"]
    }
  }

  /// A port that nobody has now.
  static func freePort() throws -> Int {
    let listener = try SilentListener()
    return listener.port
  }
}

/// Takes connections and never says anything.
final class SilentListener {
  let port: Int
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && listen(descriptor, 5) == 0
          && getsockname(descriptor, pointer, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    try #require(isBound)
  }

  deinit { close(descriptor) }
}

/// An sshd as Debian sets it up, with a key made for the test.
final class SSHServer {
  let folder: TemporaryFolder
  private let server: LocalServer

  /// `path` is where its shell finds programs.
  init(path: String? = nil) throws {
    folder = try TemporaryFolder()
    for key in ["host", "user", "stranger"] {
      try Tool.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder.path(key)])
    }
    try Tool.run(
      "ssh-keygen", ["-q", "-t", "ed25519", "-N", "secret", "-f", folder.path("locked")])
    try folder.write(
      try folder.text("user.pub") + folder.text("locked.pub"), to: "authorized")
    // sshd wants it there when it is root's.
    if getuid() == 0 { mkdir("/run/sshd", 0o755) }
    try folder.write(
      """
      ListenAddress 127.0.0.1
      HostKey \(folder.path("host"))
      AuthorizedKeysFile \(folder.path("authorized"))
      StrictModes no
      UsePAM no
      PidFile none
      PasswordAuthentication yes
      KbdInteractiveAuthentication no
      \(path.map { "SetEnv PATH=\($0)" } ?? "")

      """, to: "sshd_config")
    server = try .sshd(folder.path("sshd_config"))
    try write(hostKey: folder.text("host.pub"))
    try use(key: "user")
  }

  /// The command that git is given.
  var command: String { "ssh -F \(folder.path("ssh_config"))" }

  var options: [String] { ["-F", folder.path("ssh_config")] }

  func url(_ path: String) -> String { "ssh://127.0.0.1:\(server.port)\(path)" }

  func place(_ path: String) -> RemoteAddress.SSHPlace {
    RemoteAddress.SSHPlace(user: nil, host: "127.0.0.1", port: server.port, path: path)
  }

  /// What the client takes for the host's key; nothing for none.
  func write(hostKey: String) throws {
    try folder.write(
      hostKey.isEmpty ? "" : "[127.0.0.1]:\(server.port) \(hostKey)", to: "known_hosts")
  }

  /// The key that the client has.
  func use(key: String) throws {
    try folder.write(
      """
      IdentityFile \(folder.path(key))
      IdentitiesOnly yes
      IdentityAgent none
      UserKnownHostsFile \(folder.path("known_hosts"))
      GlobalKnownHostsFile /dev/null

      """, to: "ssh_config")
  }
}
