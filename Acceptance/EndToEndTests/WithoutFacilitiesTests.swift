import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// The program as it is on a system that has nothing of what Linux alone has.
@Suite("Without what Linux alone has") struct WithoutFacilitiesTests {
  private var photodiary: TestHome

  init() throws {
    photodiary = try TestHome()
    photodiary.environment[Facilities.variable] = Facilities.all.joined(separator: ",")
  }

  @Test func `a diary is written, read, exported, backed up and found in order`() throws {
    let id = try photodiary.output(
      "add", "one", "--photo", Checkout.photo("river-fog.jpg"), "--content", "words")
    try expectContains(photodiary.output("show", id), "words")
    try photodiary.output("edit", id, "--title", "two")
    try expectContains(photodiary.output("list"), "two")
    try photodiary.output("export", photodiary.folder.path("out"), "--format", "markdown")
    try photodiary.output("backup", photodiary.folder.path("backups"))
    try photodiary.output("verify")
  }

  @Test func `reports that calls aren't filtered, and what is missing`() throws {
    try photodiary.output("add", "one")
    let status = try photodiary("status")
    expectEqual(status.status, 0)
    expectContains(status.errorText, "system call filters")
    let report = try photodiary("--version", "--verbose").text
    expectContains(report, "does without")
    expectLacks(report, "\n  uses ")
    expect(Facilities.all.allSatisfy(report.contains))
  }

  @Test func `a name of nothing is refused in one line`() throws {
    var photodiary = photodiary
    photodiary.environment[Facilities.variable] = "memfd,fish"
    let result = try photodiary("list")
    expectNotEqual(result.status, 0)
    expectEqual(result.text, "")
    expectContains(result.errorText, "PHOTODIARY_WITHOUT names “fish”, which is none of inotify, ")
    expectEqual(result.errorText.split(separator: "\n").count, 1)
  }

  @Test func `a key is kept for no other program, and unlock says so`() throws {
    try photodiary.output("add", "one")
    let secret = try photodiary.folder.write("four words\nfour words\n", to: "secret")
    try photodiary.output("encrypt", "--passphrase-file", secret)
    let unlock = try photodiary("unlock", "--for", "1h", "--passphrase-file", secret)
    expectNotEqual(unlock.status, 0)
    expectContains(unlock.errorText, "keeps no key in memory")
    try expectContains(photodiary.failure("list"), "photodiary unlock")
    try expectContains(photodiary.output("list", "--passphrase-file", secret), "one")
  }
}
