import Foundation
import TestSupport
import Testing

@testable import Sync

/// The errors of ssh, alone and within git.
@Suite(.enabled(if: RemoteKind.gitSSH.missing == nil, "ssh, sshd or git isn't installed"))
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
      SSHRemote(
        server.place(place), device: "a", options: server.options, environment: environment),
      GitRemote(
        server.url(place), device: "a", cache: folder.path("cache"),
        environment: environment.merging(["GIT_SSH_COMMAND": server.command]) { $1 }),
    ]
  }

  @Test func `reports unknown hosts and keys, and unreachable hosts`() async throws {
    for remote in remotes {
      try server.write(hostKey: "")
      try await expectEqual(fault { try await remote.list() }, .hostKeyUnknown)
      try server.write(hostKey: server.folder.text("stranger.pub"))
      try await expectEqual(fault { try await remote.list() }, .hostKeyChanged)
      try server.write(hostKey: server.folder.text("host.pub"))
      _ = try await remote.list()
    }
    // Unauthorized keys and keys with a passphrase are reported.
    for remote in remotes {
      for key in ["stranger", "locked"] {
        try server.use(key: key)
        try await expectFault("login") { try await remote.list() }
      }
      try server.use(key: "user")
      _ = try await remote.list()
    }
    let port = try LocalServer.freePort()
    let environment = Tool.environment(folder)
    func remote(_ host: String, port: Int?, timeout: Int = 60) -> SSHRemote {
      let place = RemoteAddress.SSHLocation(user: nil, host: host, port: port, path: "/x")
      return SSHRemote(
        place, device: "a", options: server.options, environment: environment, timeout: timeout)
    }
    try await expectFault("unreachable") { try await remote("127.0.0.1", port: port).list() }
    // Without a network the resolver reports a temporary failure.
    switch try await fault({ try await remote("no-such-host.invalid", port: nil).list() }) {
    case .noSuchHost, .noNetwork, .timedOut: break
    case let other: fail("\(other)")
    }
    let listener = try SilentListener()
    let silent = try await fault {
      try await remote("127.0.0.1", port: listener.port, timeout: 2).list()
    }
    expectEqual(silent, .timedOut(seconds: 2))
  }

  @Test func `a broken connection leaves no partial file`() async throws {
    let place = folder.path("plain")
    let remote = SSHRemote(
      server.place(place), device: "a", options: server.options,
      environment: Tool.environment(folder))
    try await remote.prepare()
    // The remains of interrupted transfers, by this device and another.
    for name in ["plain/.tmp-a-1/log/left", "plain/.tmp-b-1/left"] {
      try folder.write("x", to: name)
    }
    let path = try folder.write([UInt8](repeating: 1, count: 100_000), to: "photo")
    let files = try [
      outgoing("log/a/1.age", "one"), OutgoingFile(name("assets/aa/1.age"), .file(path: path)),
      OutgoingFile(name("assets/aa/2.age"), .file(path: folder.path("none"))),
    ]
    try await expectFault("local") { try await remote.put(files) }
    try await remote.put([outgoing("log/a/2.age", "two")])
    let isClean = try await eventually {
      try FileManager.default.contentsOfDirectory(atPath: place).allSatisfy {
        ["log", "assets", ".tmp-b-1"].contains($0)
      }
    }
    expect(isClean)
    for size in try await remote.list().files.values { expectContains([3, 100_000], size) }
  }

  @Test func `parses lists of files after any shell output`() {
    var start = ScriptStart("photodiary-1\n")
    expect(start.rest(of: Array("Welcome!\nphotodi".utf8)[...]).isEmpty)
    expect(!start.isFound)
    expectEqual(Array(start.rest(of: Array("ary-1\n-rw".utf8)[...])), Array("-rw".utf8))
    expectEqual(Array(start.rest(of: Array("photodiary-1\n".utf8)[...])).count, 13)
    for (line, path, size) in [
      ("-rw-r--r-- 1 0 0 12 Nov 23 12:00 ./log/a/1.age", "log/a/1.age", 12),
      (
        "-rw-r--r--   1 1000 1000   9999999999 Jan  1  1970 ./a (conflicted copy 1).age",
        "a (conflicted copy 1).age", 9_999_999_999
      ), ("drwxr-xr-x 1 0 0 12 Nov 23 12:00 ./log", nil, 0), ("total 12", nil, 0), ("", nil, 0),
      ("-rw-r--r-- 1 0 0 -1 Nov 23 12:00 ./a", nil, 0),
      ("-rw-r--r-- 1 0 0 1 Nov 23 12:00 /a", nil, 0),
    ] as [(String, String?, Int)] {
      let file = SSHScript.file(inLine: line)
      expectEqual(file?.path, path)
      expect((path == nil || file?.size == size))
    }
    // Scripts contain nothing that an intermediate shell would expand.
    for script in [SSHScript.list, SSHScript.get, SSHScript.put, SSHScript.remove] {
      expect(!script.contains { "'\\!\n".contains($0) })
    }
  }
}

extension SSHServer {
  /// A local folder as a remote over ssh.
  fileprivate func place(_ path: String) -> RemoteAddress.SSHLocation {
    RemoteAddress.SSHLocation(user: nil, host: "127.0.0.1", port: port, path: path)
  }
}

@Suite(.enabled(if: RemoteKind.rcloneFolder.missing == nil, "rclone isn't installed"))
struct RcloneRemoteTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func remote(_ name: String, _ path: String = "x") -> RcloneRemote {
    RcloneRemote(
      remote: name, path: path,
      environment: Tool.environment(folder).merging(
        ["RCLONE_CONFIG": folder.path("rclone.conf")]) { $1 })
  }

  @Test func `reports missing remotes, passwords and servers`() async throws {
    try folder.write("", to: "rclone.conf")
    try await expectFault("notConfigured") { try await remote("none").list() }
    // The password of an encrypted configuration isn't prompted for.
    let box = String(repeating: "AAAA", count: 27)
    try folder.write(
      "# Encrypted rclone configuration File\n\nRCLONE_ENCRYPT_V0:\n\(box)\n", to: "rclone.conf")
    try await expectFault("login") { try await remote("none").list() }
    do {
      let port = try LocalServer.freePort()
      try folder.write(
        "[dav]\ntype = webdav\nurl = http://127.0.0.1:\(port)\nvendor = other\n", to: "rclone.conf")
      try await expectFault("unreachable") { try await remote("dav").list() }
    }
  }

  @Test func `treats names with rclone syntax as plain names`() async throws {
    try folder.write("[disk]\ntype = alias\nremote = /\n", to: "rclone.conf")
    try folder.write("12;log/a/9.age", to: "place/a\n5;log\n")
    try folder.write("x", to: "place/# x.age")
    try folder.write("x", to: "place/log/a/1 (conflicted copy 1).age")
    let remote = remote("disk", folder.path("place"))
    let listing = try await remote.list()
    let copy = try require(listing.files.keys.first { $0.original != nil })
    let fetched = try await remote.get([copy: 1], into: folder.path("got"))
    expectEqual(fetched.arrived, [copy])
  }
}
