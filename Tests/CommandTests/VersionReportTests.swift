import DiaryCore
import TestSupport
import Testing

@Suite("What --version --verbose says")
struct VersionReportTests {
  private let photodiary: TestHome

  init() async throws { photodiary = try TestHome() }

  @Test func `the program and the store's format have versions of their own`() async throws {
    let lines = try await photodiary.output("--version", "--verbose").split(separator: "\n")
    expectEqual(lines.first, "photodiary \(try Checkout.version)")
    try await photodiary.output("add", "one")
    let format = try await require(photodiary.json("status", "--format", "json")["format"]?.integer)
    expect(lines.contains { $0.hasPrefix("  store format ") && $0.contains("\(format), ") })
  }

  @Test func `what isn't there is said to be missing`() async throws {
    var photodiary = photodiary
    photodiary.environment["PATH"] = photodiary.folder.path
    let facts = facts(of: try await photodiary.output("--version", "--verbose"))
    for program in ["git", "rclone", "age", "ssh"] {
      expectEqual(facts[program], "not found")
    }
  }

  @Test func `the options may come in any order`() async throws {
    var photodiary = photodiary
    // No program is asked, that may answer too late.
    photodiary.environment["PATH"] = photodiary.folder.path
    let report = try await photodiary.output("--version", "--verbose")
    try await expectEqual(photodiary.output("--verbose", "--version"), report)
  }

  @Test func `it is Korean where the language is`() async throws {
    var photodiary = photodiary
    photodiary.environment["LC_ALL"] = "ko_KR.UTF-8"
    try await expectContains(photodiary.output("--version", "--verbose"), "저장소 형식")
  }

  /// What stands behind the names, which are a word or two.
  private func facts(of text: String) -> [String: String] {
    text.split(separator: "\n").dropFirst().reduce(into: [:]) { facts, line in
      let line = String(line.dropFirst(2))
      guard let gap = line.firstRange(of: "  ") else { return }
      facts[String(line[..<gap.lowerBound])] = String(line[gap.upperBound...].drop { $0 == " " })
    }
  }
}
