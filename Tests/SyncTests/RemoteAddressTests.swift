import DiaryCore
import System
import TestSupport
import Testing
import Text

@testable import Sync

@Suite struct RemoteAddressTests {
  private func address(_ text: String) throws -> RemoteAddress {
    try RemoteAddress(text, home: "/home/mina")
  }

  @Test func `parses folders, git, rclone and ssh`() throws {
    try expectEqual(address("/media/stick/diary"), .folder("/media/stick/diary"))
    try expectEqual(address("~/Sync/diary/"), .folder("/home/mina/Sync/diary"))
    try expectEqual(address("/a b/일기"), .folder("/a b/일기"))
    expectThrows(MessageError("“~/a”: HOME isn't set. Start the path with /.")) {
      try RemoteAddress("~/a", home: nil)
    }
    for text in [
      "/srv/diary.git", "git@host:diary.git", "host:diary.git", "git@github.com:mina/diary",
      "https://host/diary.git", "https://host/diary", "ssh://host/diary.git",
      "ssh://git@host:2222/d.git", "git://host/diary", "file:///srv/diary.git",
    ] {
      try expectEqual(address(text), .git(text))
      try expectEqual(address(text).text, text)
    }
    // Rclone and ssh have a host and a path.
    try expectEqual(address("rclone:drive:diary/all"), .rclone(remote: "drive", path: "diary/all"))
    try expectEqual(address("rclone:drive:"), .rclone(remote: "drive", path: ""))
    let place = RemoteAddress.SSHLocation(user: "mina", host: "nas", port: 2222, path: "/srv/diary")
    try expectEqual(address("ssh://mina@nas:2222/srv/diary/"), .ssh(place))
    let home = RemoteAddress.SSHLocation(user: nil, host: "fe80::1", port: nil, path: "diary")
    try expectEqual(address("ssh://[fe80::1]/~/diary"), .ssh(home))
    try expectEqual(address("ssh://[fe80::1]/~/diary").text, "ssh://[fe80::1]/~/diary")
    // Secrets in a URL are hidden.
    try expectEqual(address("https://mina:hunter2@host/d.git").displayText, "https://host/d.git")
    try expectEqual(address("https://ghp_token@host/d.git").displayText, "https://host/d.git")
    try expectEqual(address("https://a@b:c@host/d.git").displayText, "https://host/d.git")
    try expectEqual(address("ssh://git@host/d.git").displayText, "ssh://git@host/d.git")
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
  func `rejects other addresses with a reason`(text: String) throws {
    func shown() throws -> String {
      try require(expectThrows(MessageError.self) { try address(text) }).line
    }
    let line = try shown()
    expectLacks(line, "\n")
    expectLacks(line, "\u{1B}")
    expectSuffix(line, ".")
    try expectNotEqual(Language.korean.speaking { try shown() }, line)
  }
}

@Suite struct RemoteNameTests {
  @Test func `accepts only the diary's file names, and recognizes copies`() throws {
    for path in [
      "FORMAT.txt", "keys/1.age", "keys/1.recovery.age", "assets/ab/abcdef.age",
      "log/6f1c/0000000001-0000000009-abcdef01.jsonl.age",
    ] {
      try expectEqual(name(path).path, path)
      try expectNil(name(path).original)
    }
    for path in [
      "", "/", "/etc/passwd", "../a", "a/../b", "a//b", "a/", ".hidden", "a/.b", "-a", "a/-rf",
      "a b", "a:b", "C:\\a", "a\\b", "a\nb", "a\u{1B}[2J", "a\0b", "일기", "a/b/c/d/e/f",
      "a\u{202E}b", "~a", String(repeating: "a", count: 201), "a (conflicted copy 1)/b",
      "../a (conflicted copy 2026).age", "a (conflicted\ncopy).age", "a (x:conflicted copy).age",
      ".sync-conflict-20260102-030405-ABCDEFG",
    ] {
      expectNil(RemoteName(path))
    }
    for (path, original) in [
      ("log/a/1-2-x.jsonl.sync-conflict-20260102-030405-ABCDEFG.age", "log/a/1-2-x.jsonl.age"),
      ("keys/1.sync-conflict-20260102-030405.age", "keys/1.age"),
      ("keys/1 (Mina's conflicted copy 2026-01-02).age", "keys/1.age"),
      ("keys/1 (미나 conflicted copy 2026-01-02).age", "keys/1.age"),
      ("keys/1 (conflicted copy 2026-01-02 030405).age", "keys/1.age"),
      ("keys/1_conflict-20260102-030405.age", "keys/1.age"),
      ("FORMAT (1).txt", "FORMAT.txt"),
    ] as [(String, String)] {
      try expectEqual(name(path).original, name(original))
    }
  }
}

@Suite struct RemoteErrorTests {
  private func fault(_ text: String, hiding secret: String? = nil) -> RemoteFault {
    ProgramWords(Array(text.utf8), hiding: secret).fault(of: "git", .exited(128))
  }

  private func kind(_ fault: RemoteFault) -> String { String("\(fault)".prefix { $0 != "(" }) }

  @Test func `translates program output into a short error`() {
    for (text, expected) in [
      (
        "ssh: Could not resolve hostname nas: Name or service not known\r\nfatal: Could not read from remote repository.",
        "noSuchHost"
      ), ("ssh: Could not resolve hostname nas: Temporary failure in name resolution", "noNetwork"),
      ("ssh: connect to host 10.0.0.1 port 22: Network is unreachable", "noNetwork"),
      ("ssh: connect to host nas port 22: Connection refused", "unreachable"),
      ("ssh: connect to host nas port 22: No route to host", "unreachable"),
      ("ssh: connect to host nas port 22: Connection timed out", "unreachable"),
      ("Timeout, server nas not responding.", "unreachable"),
      ("fatal: Could not read from remote repository.\n\nPlease make sure", "unreachable"),
      (
        "Connection to nas closed by remote host.\r\nfatal: Could not read from remote repository.",
        "unreachable"
      ),
      (
        "kex_exchange_identification: read: EOF\nfatal: Could not read from remote repository.",
        "unreachable"
      ),
      (
        "client_loop: send disconnect: Broken pipe\r\nfatal: Could not read from remote repository.",
        "unreachable"
      ),
      (
        "error: ssh died of signal 9\nfatal: Could not read from remote repository.",
        "unreachable"
      ),
      (
        "remote: The project you were looking for could not be found.\nfatal: Could not read from remote repository.",
        "missing"
      ),
      (
        "mina@nas: Permission denied (publickey,password).\r\nfatal: Could not read from remote repository.",
        "login"
      ),
      (
        "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
        "login"
      ),
      (
        "remote: Invalid username or password.\nfatal: Authentication failed for 'https://host/d.git/'",
        "login"
      ),
      ("fatal: unable to access 'https://host/d.git/': Could not resolve host: host", "noSuchHost"),
      (
        "fatal: unable to access 'https://host/': SSL certificate problem: self signed certificate",
        "certificate"
      ),
      (
        "fatal: unable to access 'https://host/': server certificate verification failed. CAfile: none",
        "certificate"
      ),
      (
        "fatal: unable to access 'https://host/': Failed to connect to host port 443: Connection refused",
        "unreachable"
      ),
      (
        "fatal: unable to access 'https://host/': The requested URL returned error: 403",
        "noPermission"
      ),
      (
        "remote: Repository not found.\nfatal: repository 'https://github.com/a/b/' not found",
        "missing"
      ), ("fatal: '/srv/none.git' does not appear to be a git repository", "missing"),
      ("fatal: remote error: access denied or repository not exported: /x", "missing"),
      ("fatal: detected dubious ownership in repository at '/media/stick/diary.git'", "otherOwner"),
      (
        "remote: fatal: write error: No space left on device\nerror: remote unpack failed: index-pack abnormal exit",
        "diskFull"
      ),
      (
        "error: remote unpack failed: unable to create temporary object directory\nremote: error: insufficient permission for adding an object to repository database ./objects",
        "noPermission"
      ), ("remote: error: GH006: Protected branch update failed", "refused"),
      ("tar: ./log: Cannot mkdir: Read-only file system", "readOnly"),
      ("2026/11/23 12:30:00 ERROR : a.age: Failed to copy: Insufficient Storage: 507", "diskFull"),
      (
        "2026/11/23 12:30:00 Failed to create file system for \"x:\": didn't find section in config file",
        "notConfigured"
      ),
      (
        "2026/11/23 12:30:00 Failed to lsf with 2 errors: last error was: error in ListJSON: directory not found",
        "missing"
      ), ("2026/11/23 12:30:00 Failed: dial tcp: lookup nas: no such host", "noSuchHost"),
      (
        "2026/11/23 12:30:00 Failed: dial tcp 127.0.0.1:1: connect: connection refused",
        "unreachable"
      ),
      ("2026/11/23 12:30:00 Failed: x509: certificate signed by unknown authority", "certificate"),
      (
        "2026/11/23 12:30:00 ERROR : couldn't fetch token: invalid_grant: maybe token expired",
        "login"
      ),
      ("something else went wrong\nfatal: early EOF", "failed"), ("", "failed"),
    ] as [(String, String)] {
      expectEqual(kind(fault(text)), expected)
    }
    // The error is one printable line of a long output.
    let text = """
      Counting objects:  10% (1/10)\rCounting objects: 100% (10/10), done.
      hint: try again
      fatal: odd \u{1B}[31mthing\u{7} \(String(repeating: "x", count: 500))
      and more
      """
    guard case .failed(let message) = fault(text) else {
      fail("It is something else.")
      return
    }
    expectPrefix(message, "fatal: odd ")
    expectEqual(message.count, 160)
    expectLacks(message.unicodeScalars, "\u{1B}")
    expectEqual(
      fault("fatal: unable to access 'https://me:pw@host/'", hiding: "me:pw"),
      .failed("fatal: unable to access 'https://…@host/'"))
    // Each is one line with the remote's name, in both languages.
    for fault in Self.all {
      let error = RemoteError("git@host:di\u{1B}ary.git", fault)
      let (english, korean) = (error.line, Language.korean.speaking { error.line })
      expectPrefix(english, "git@host:di␛ary.git")
      expectPrefix(korean, "git@host:di␛ary.git")
      expectNotEqual(english, korean)
      expectLacks(english, "()")
      expect(english.count < 260 && english.hasSuffix(".") || english.contains("apt install"))
    }
  }

  static let all: [RemoteFault] = [
    .stopped, .noNetwork("a"), .noSuchHost("a"), .unreachable("a"), .timedOut(seconds: 60),
    .certificate("a"), .hostKeyChanged, .hostKeyUnknown, .login("a"), .missing(""), .notAFolder,
    .blocked(name: "log"), .occupied(name: "log"), .noPermission("a"), .otherOwner("a"),
    .readOnly("a"), .diskFull("a"),
    .refused("a"), .tooManyFiles(5), .tooLarge(name: "a", size: 5),
    .tooLargeToUpload(name: "a", size: 100_000_000, limit: 95_000_000),
    .notInstalled(program: "rclone"), .notConfigured("a"), .local(path: "/a", reason: "b"),
    .failed(""),
  ]
}

@Suite struct SendingPortionTests {
  @Test func `sends larger portions on faster connections`() {
    var portion = SendingPortion()
    let least = portion.size
    portion.note(.seconds(1))
    expectEqual(portion.size, 2 * least)
    for _ in 0..<10 { portion.note(.seconds(1)) }
    expectEqual(portion.size, 4 * least)
    for _ in 0..<10 { portion.note(.seconds(60)) }
    expectEqual(portion.size, least)
    // A large file is sent alone, small ones in groups.
    do {
      let portion = SendingPortion()
      expect(portion.holds(files: 0, bytes: 0))
      expect(!portion.holds(files: 1, bytes: portion.size))
      expect(portion.holds(files: 63, bytes: 63))
      expect(!portion.holds(files: 64, bytes: 64))
    }
  }
}
