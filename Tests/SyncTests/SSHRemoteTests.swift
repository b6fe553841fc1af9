import Foundation
import TestSupport
import Testing

@testable import Sync

private let missing = RemoteKind.gitSSH.missing

/// What ssh says of a host, by itself and in git.
@Suite(.enabled(if: missing == nil, "ssh, sshd or git isn't installed"))
struct SSHRemoteTests {
  private let folder: TemporaryFolder
  private let server: SSHServer
  private let remotes: [any Remote]

  init() throws {
    folder = try TemporaryFolder()
    server = try SSHServer()
    let place = folder.path("diary.git")
    try Tool.git(["init", "--bare", "--quiet", place])
    let environment = Tool.environment(folder)
    remotes = [
      SSHRemote(server.place(place), options: server.options, environment: environment),
      GitRemote(
        server.url(place), device: "a", cache: folder.path("cache"),
        environment: environment.merging(["GIT_SSH_COMMAND": server.command]) { $1 }),
    ]
  }

  @Test func `a host whose key is unknown or has changed is told`() async throws {
    for remote in remotes {
      try server.write(hostKey: "")
      try await expectEqual(fault { try await remote.list() }, .hostKeyUnknown)
      try server.write(hostKey: server.folder.text("stranger.pub"))
      try await expectEqual(fault { try await remote.list() }, .hostKeyChanged)
      try server.write(hostKey: server.folder.text("host.pub"))
      _ = try await remote.list()
    }
  }

  @Test func `a key that isn't known there, or would need a passphrase, is told`() async throws {
    for remote in remotes {
      for key in ["stranger", "locked"] {
        try server.use(key: key)
        guard case .login = try await fault({ try await remote.list() }) else {
          fail("\(key) let it in.")
          return
        }
      }
      try server.use(key: "user")
      _ = try await remote.list()
    }
  }

  @Test func `hosts that aren't there are told`() async throws {
    let port = try LocalServer.freePort()
    let environment = Tool.environment(folder)
    func remote(_ host: String, port: Int?, patience: Int = 60) -> SSHRemote {
      let place = RemoteAddress.SSHPlace(user: nil, host: host, port: port, path: "/x")
      return SSHRemote(place, options: server.options, environment: environment, patience: patience)
    }
    guard case .unreachable = try await fault({ try await remote("127.0.0.1", port: port).list() })
    else {
      fail("It was reached.")
      return
    }
    // Without a network the resolver says that it can't tell for now.
    switch try await fault({ try await remote("no-such-host.invalid", port: nil).list() }) {
    case .noSuchHost, .noNetwork, .silent: break
    case let other: fail("\(other)")
    }
    let listener = try SilentListener()
    let silent = try await fault {
      try await remote("127.0.0.1", port: listener.port, patience: 2).list()
    }
    expectEqual(silent, .silent(seconds: 2))
  }

  @Test func `a broken connection leaves nothing half`() async throws {
    let place = folder.path("plain")
    let remote = SSHRemote(
      server.place(place), options: server.options, environment: Tool.environment(folder))
    try await remote.prepare()
    let path = try folder.write([UInt8](repeating: 1, count: 100_000), to: "photo")
    let files = try [
      outgoing("log/a/1.age", "one"), OutgoingFile(name("assets/aa/1.age"), .file(path: path)),
      OutgoingFile(name("assets/aa/2.age"), .file(path: folder.path("none"))),
    ]
    guard case .local = try await fault({ try await remote.put(files) }) else {
      fail("It was sent.")
      return
    }
    let isClean = try await eventually {
      try FileManager.default.contentsOfDirectory(atPath: place).allSatisfy {
        $0 == "log" || $0 == "assets"
      }
    }
    expect(isClean)
    for size in try await remote.list().files.values { expectContains([3, 100_000], size) }
  }

  @Test func `what the host's shell prints at its start is passed over`() {
    var start = ScriptStart("photodiary-1\n")
    expect(start.rest(of: Array("Welcome!\nphotodi".utf8)[...]).isEmpty)
    expect(!start.isFound)
    expectEqual(Array(start.rest(of: Array("ary-1\n-rw".utf8)[...])), Array("-rw".utf8))
    expectEqual(Array(start.rest(of: Array("photodiary-1\n".utf8)[...])).count, 13)
  }

  @Test(arguments: [
    ("-rw-r--r-- 1 0 0 12 Nov 23 12:00 ./log/a/1.age", "log/a/1.age", 12),
    (
      "-rw-r--r--   1 1000 1000   9999999999 Jan  1  1970 ./a (conflicted copy 1).age",
      "a (conflicted copy 1).age", 9_999_999_999
    ),
    ("drwxr-xr-x 1 0 0 12 Nov 23 12:00 ./log", nil, 0), ("total 12", nil, 0), ("", nil, 0),
    ("-rw-r--r-- 1 0 0 -1 Nov 23 12:00 ./a", nil, 0),
    ("-rw-r--r-- 1 0 0 1 Nov 23 12:00 /a", nil, 0),
  ])
  func `lines of ls are read`(line: String, path: String?, size: Int) {
    let file = SSHScript.file(inLine: line)
    expectEqual(file?.path, path)
    expect((path == nil || file?.size == size))
  }

  @Test func `no script has what a shell in between would read`() {
    for script in [SSHScript.list, SSHScript.get, SSHScript.put, SSHScript.remove] {
      expect(!script.contains { "'\\!\n".contains($0) })
    }
  }
}

extension SSHServer {
  /// A folder of this machine, as a remote by ssh has it.
  fileprivate func place(_ path: String) -> RemoteAddress.SSHPlace {
    RemoteAddress.SSHPlace(user: nil, host: "127.0.0.1", port: port, path: path)
  }
}
