import Localization
import System
import TestSupport
import Testing

@testable import Sync

/// What programs say, and what is told of it.
@Suite struct RemoteErrorTests {
  private func fault(_ text: String, hiding secret: String? = nil) -> RemoteFault {
    ProgramWords(Array(text.utf8), hiding: secret).fault(of: "git", .exited(128))
  }

  private func kind(_ fault: RemoteFault) -> String {
    String("\(fault)".prefix { $0 != "(" })
  }

  @Test(arguments: [
    (
      "ssh: Could not resolve hostname nas: Name or service not known\r\nfatal: Could not read from remote repository.",
      "noSuchHost"
    ),
    ("ssh: Could not resolve hostname nas: Temporary failure in name resolution", "noNetwork"),
    ("ssh: connect to host 10.0.0.1 port 22: Network is unreachable", "noNetwork"),
    ("ssh: connect to host nas port 22: Connection refused", "unreachable"),
    ("ssh: connect to host nas port 22: No route to host", "unreachable"),
    ("ssh: connect to host nas port 22: Connection timed out", "unreachable"),
    ("Timeout, server nas not responding.", "unreachable"),
    (
      "mina@nas: Permission denied (publickey,password).\r\nfatal: Could not read from remote repository.",
      "login"
    ),
    ("fatal: could not read Username for 'https://github.com': terminal prompts disabled", "login"),
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
    ),
    ("fatal: '/srv/none.git' does not appear to be a git repository", "missing"),
    ("fatal: remote error: access denied or repository not exported: /x", "missing"),
    ("fatal: detected dubious ownership in repository at '/media/stick/diary.git'", "otherOwner"),
    (
      "remote: fatal: write error: No space left on device\nerror: remote unpack failed: index-pack abnormal exit",
      "diskFull"
    ),
    (
      "error: remote unpack failed: unable to create temporary object directory\nremote: error: insufficient permission for adding an object to repository database ./objects",
      "noPermission"
    ),
    ("remote: error: GH006: Protected branch update failed", "refused"),
    ("tar: ./log: Cannot mkdir: Read-only file system", "readOnly"),
    ("2026/11/23 12:30:00 ERROR : a.age: Failed to copy: Insufficient Storage: 507", "diskFull"),
    (
      "2026/11/23 12:30:00 Failed to create file system for \"x:\": didn't find section in config file",
      "notConfigured"
    ),
    (
      "2026/11/23 12:30:00 Failed to lsf with 2 errors: last error was: error in ListJSON: directory not found",
      "missing"
    ),
    ("2026/11/23 12:30:00 Failed: dial tcp: lookup nas: no such host", "noSuchHost"),
    (
      "2026/11/23 12:30:00 Failed: dial tcp 127.0.0.1:1: connect: connection refused", "unreachable"
    ),
    ("2026/11/23 12:30:00 Failed: x509: certificate signed by unknown authority", "certificate"),
    (
      "2026/11/23 12:30:00 ERROR : couldn't fetch token: invalid_grant: maybe token expired",
      "login"
    ),
    ("something else went wrong\nfatal: early EOF", "failed"), ("", "failed"),
  ])
  func `what programs say is understood`(text: String, expected: String) {
    expectEqual(kind(fault(text)), expected)
  }

  @Test func `of much that is said one line is told, printable and short`() {
    let text = """
      Counting objects:  10% (1/10)\rCounting objects: 100% (10/10), done.
      hint: try again
      fatal: odd \u{1B}[31mthing\u{7} \(String(repeating: "x", count: 500))
      and more
      """
    guard case .failed(let said) = fault(text) else {
      fail("It is something else.")
      return
    }
    expectPrefix(said, "fatal: odd ")
    expectEqual(said.count, 160)
    expectLacks(said.unicodeScalars, "\u{1B}")
    expectEqual(
      fault("fatal: unable to access 'https://me:pw@host/'", hiding: "me:pw"),
      .failed("fatal: unable to access 'https://…@host/'"))
  }

  static let all: [RemoteFault] = [
    .stopped, .noNetwork("a"), .noSuchHost("a"), .unreachable("a"), .silent(seconds: 60),
    .certificate("a"), .hostKeyChanged, .hostKeyUnknown, .login("a"), .missing(""), .isFile,
    .blocked(name: "log"),
    .noPermission("a"), .otherOwner("a"), .readOnly("a"), .diskFull("a"), .refused("a"),
    .tooManyFiles(5), .tooLarge(name: "a", size: 5),
    .tooLargeToPut(name: "a", size: 100_000_000, limit: 95_000_000),
    .notInstalled(program: "rclone"), .notConfigured("a"), .local(path: "/a", reason: "b"),
    .failed(""),
  ]

  @Test(arguments: all)
  func `each is one line that names the remote, in both languages`(fault: RemoteFault) {
    let error = RemoteError("git@host:di\u{1B}ary.git", fault)
    let (english, korean) = (error.line, Language.korean.speaking { error.line })
    expectPrefix(english, "git@host:di␛ary.git")
    expectPrefix(korean, "git@host:di␛ary.git")
    expectNotEqual(english, korean)
    expectLacks(english, "()")
    expect(english.count < 260 && english.hasSuffix(".") || english.contains("apt install"))
  }
}
