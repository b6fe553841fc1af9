import TestSupport
import Testing

@testable import Sync

private let missing = RemoteKind.rcloneFolder.missing

@Suite(.enabled(if: missing == nil, "rclone isn't installed"))
struct RcloneRemoteTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func remote(_ name: String, _ path: String = "x") -> RcloneRemote {
    RcloneRemote(
      remote: name, path: path,
      environment: Tool.environment(folder).merging(
        ["RCLONE_CONFIG": folder.path("rclone.conf")]) { $1 })
  }

  @Test func `a remote that rclone doesn't know is told`() async throws {
    try folder.write("", to: "rclone.conf")
    guard case .notConfigured = try await fault({ try await remote("none").list() }) else {
      fail("It knows it.")
      return
    }
  }

  @Test func `a password for the settings isn't asked for`() async throws {
    let box = String(repeating: "AAAA", count: 27)
    try folder.write(
      "# Encrypted rclone configuration File\n\nRCLONE_ENCRYPT_V0:\n\(box)\n", to: "rclone.conf")
    let told = try await fault { try await remote("none").list() }
    guard case .login = told else {
      fail("\(told)")
      return
    }
  }

  @Test func `a server that isn't there is told`() async throws {
    let port = try LocalServer.freePort()
    try folder.write(
      "[dav]\ntype = webdav\nurl = http://127.0.0.1:\(port)\nvendor = other\n", to: "rclone.conf")
    let told = try await fault { try await remote("dav").list() }
    guard case .unreachable = told else {
      fail("\(told)")
      return
    }
  }

  @Test func `names that rclone would take for something else are only names`() async throws {
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
