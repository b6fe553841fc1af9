import Localization
import TestSupport
import Testing

@testable import Sync

@Suite struct RemoteAddressTests {
  private func address(_ text: String) throws -> RemoteAddress {
    try RemoteAddress(text, home: "/home/mina")
  }

  @Test func `folders are paths`() throws {
    try expectEqual(address("/media/stick/diary"), .folder("/media/stick/diary"))
    try expectEqual(address("~/Sync/diary/"), .folder("/home/mina/Sync/diary"))
    try expectEqual(address("/a b/일기"), .folder("/a b/일기"))
    expectThrows(RemoteAddressError.noHome("~/a")) { try RemoteAddress("~/a", home: nil) }
  }

  @Test(arguments: [
    "/srv/diary.git", "git@host:diary.git", "host:diary.git", "git@github.com:mina/diary",
    "https://host/diary.git", "https://host/diary", "ssh://host/diary.git",
    "ssh://git@host:2222/d.git",
    "git://host/diary", "file:///srv/diary.git",
  ])
  func `git takes paths and URLs`(text: String) throws {
    try expectEqual(address(text), .git(text))
    try expectEqual(address(text).text, text)
  }

  @Test func `rclone and ssh have a place and a path`() throws {
    try expectEqual(address("rclone:drive:diary/all"), .rclone(remote: "drive", path: "diary/all"))
    try expectEqual(address("rclone:drive:"), .rclone(remote: "drive", path: ""))
    let place = RemoteAddress.SSHPlace(user: "mina", host: "nas", port: 2222, path: "/srv/diary")
    try expectEqual(address("ssh://mina@nas:2222/srv/diary/"), .ssh(place))
    let home = RemoteAddress.SSHPlace(user: nil, host: "fe80::1", port: nil, path: "diary")
    try expectEqual(address("ssh://[fe80::1]/~/diary"), .ssh(home))
    try expectEqual(address("ssh://[fe80::1]/~/diary").text, "ssh://[fe80::1]/~/diary")
  }

  @Test(arguments: [
    "", "-", "--upload-pack=x", "diary", "./diary", "ext::sh -c x", "ext::sh -c x.git", "fd::3",
    "-oProxyCommand=x:a.git", "x@-oProxyCommand=x:a.git", "-x@host:a.git", "host:-a.git",
    "ssh://-oProxyCommand=x/a.git", "ssh://-l@host/a", "ssh://host", "ssh://host/",
    "ssh://host/it's",
    "ssh://host/a\\b", "ssh://ho st/a", "ssh://host:0/a", "ssh://host:x/a", "ssh://a@b@host/a",
    "ssh://host/~/-a", "rclone:", "rclone:x", "rclone::local:/x", "rclone:a,b=c:/x", "rclone:-x:/a",
    "https://", "https:///a", "https://-x/a", "ftp://host/a", "s3://bucket", "git@host:", "/a\nb",
    "/a\u{1B}]0;x", " /a", "host:diary", "file://host/a.git", "a/b:c.git",
  ])
  func `what is none is refused with a reason`(text: String) throws {
    let error = expectThrows(RemoteAddressError.self) { try address(text) }
    let line = try require(error).line
    expectLacks(line, "\n")
    expectLacks(line, "\u{1B}")
    expectSuffix(line, ".")
    expectNotEqual(Language.korean.speaking { error?.line }, line)
  }

  @Test func `what is secret in a URL isn't shown`() throws {
    try expectEqual(address("https://mina:hunter2@host/d.git").shown, "https://host/d.git")
    try expectEqual(address("https://ghp_token@host/d.git").shown, "https://host/d.git")
    try expectEqual(address("https://a@b:c@host/d.git").shown, "https://host/d.git")
    try expectEqual(address("ssh://git@host/d.git").shown, "ssh://git@host/d.git")
  }
}
