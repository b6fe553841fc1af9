import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// The program on a system without Linux's facilities.
@Suite("Without the facilities of Linux") struct WithoutFacilitiesTests {
  private var photodiary: TestHome

  init() throws {
    photodiary = try TestHome()
    photodiary.environment[Facilities.variable] = Facilities.all.joined(separator: ",")
  }

  @Test func `a diary is written, read, exported, backed up and verified`() throws {
    let id = try photodiary.output(
      "add", "one", "--photo", Checkout.photo("river-fog.jpg"), "--content", "words")
    try expectContains(photodiary.output("show", id), "words")
    try photodiary.output("edit", id, "--title", "two")
    try expectContains(photodiary.output("list"), "two")
    try photodiary.output("export", photodiary.folder.path("out"), "--format", "markdown")
    try photodiary.output("backup", photodiary.folder.path("backups"))
    try photodiary.output("verify")
  }

  @Test func `reports missing filters and facilities`() throws {
    try photodiary.output("add", "one")
    let status = try photodiary("status")
    expectEqual(status.status, 0)
    expectContains(status.errorText, "system call filters")
    let report = try photodiary("--version", "--verbose").text
    expectContains(report, "disabled")
    expectLacks(report, "\n  enabled ")
    expect(Facilities.all.allSatisfy(report.contains))
  }

  @Test func `an unknown facility is refused in one line`() throws {
    var photodiary = photodiary
    photodiary.environment[Facilities.variable] = "memfd,fish"
    let result = try photodiary("list")
    expectNotEqual(result.status, 0)
    expectEqual(result.text, "")
    expectContains(
      result.errorText, "Unknown name “fish” in PHOTODIARY_WITHOUT. Use one of: inotify, ")
    expectEqual(result.errorText.split(separator: "\n").count, 1)
  }

  @Test func `unlock reports that keys can't be kept in memory`() throws {
    try photodiary.output("add", "one")
    let secret = try photodiary.folder.write("four words\nfour words\n", to: "secret")
    try photodiary.output("encrypt", "--passphrase-file", secret)
    let unlock = try photodiary("unlock", "--for", "1h", "--passphrase-file", secret)
    expectNotEqual(unlock.status, 0)
    expectContains(unlock.errorText, "can't keep the key in memory")
    try expectContains(photodiary.failure("list"), "photodiary unlock")
    try expectContains(photodiary.output("list", "--passphrase-file", secret), "one")
  }
}
