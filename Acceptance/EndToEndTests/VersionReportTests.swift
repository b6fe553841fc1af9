import AcceptanceSupport
import TestSupport
import Testing

@Suite("What --version --verbose says")
struct VersionReportTests {
  private let photodiary: TestHome

  init() throws { photodiary = try TestHome() }

  @Test func `libraries and programs are told with their files and versions`() throws {
    let text = try photodiary.output("--version", "--verbose")
    let facts = facts(of: text)
    expectEqual(facts["photodiary-picture"], BuiltProgram.path("photodiary-picture"))
    // The tests of photos and imports need them.
    for library in ["libheif", "libtiff", "libarchive", "libyaml", "libxml2", "zxcvbn"] {
      let file = facts[library] ?? ""
      expectPrefix(file, "/", "\(library): \(file)")
      expectContains(file, ".so.", "\(library): \(file)")
    }
    let git = facts["git"] ?? ""
    expectPrefix(git, "/")
    expectContains(git, "git version")
    expect(Set(facts.keys).isSuperset(of: ["hunspell", "rclone", "age", "ssh", "system"]))
  }

  @Test func `what the kernel lacks of what confines other programs is told`() throws {
    let limits = try ProgramResult.run(
      BuiltProgram.path("photodiary-picture"), ["limits"], environment: [:],
      folder: photodiary.folder.path
    ).text
    let lacks = facts(of: try photodiary.output("--version", "--verbose"))["kernel lacks"] ?? ""
    expectEqual(lacks.contains("landlock"), limits.contains("open"))
    expectEqual(lacks.contains("seccomp"), limits.contains("unfiltered"))
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
