import Glibc
import TestSupport
import Testing

@Suite("The manual") struct ManualTests {
  private static let chapters = [
    "backup", "command-line", "encryption", "exporting", "finding", "history", "importing", "keys",
    "lost-machine", "memories", "organizing", "photos", "publishing", "reading", "scripts",
    "settings",
    "several-machines", "several-people", "terminals", "writing",
  ].map { "Assets/manual/\($0).md" }

  private static let designPages = [
    "call-paths", "crash-safety", "encryption", "import-export", "libraries", "map", "people",
    "pictures",
    "portability", "screens", "store-format", "sync", "testing",
  ].map { "docs/design/\($0).md" }

  private static let projectPages = [
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "BENCHMARKS.md",
    "SECURITY.md", "CODE_OF_CONDUCT.md",
  ]

  @Test func `the manual's keys are those of the program`() throws {
    let result = try ProgramResult.run(
      BuiltProgram.path("ManualKeys"), ["--check", Checkout.path("Assets")])
    expectEqual(result.status, 0, "\(result.errorText)")
  }

  @Test(arguments: [
    (["JOURNALS AND TAGS", "일기장과 태그"], ["list", "journals", "tags", "editor"]),
    (["CALENDAR AND ON THIS DAY", "달력과 지난 오늘"], ["list", "calendar", "on-this-day"]),
    (["STATISTICS", "통계"], ["list", "statistics", "places"]),
    (["MAP", "지도"], ["everywhere", "list", "statistics", "places", "map"]),
    (["MEMORIES", "돌아보기"], ["list", "gallery", "viewer"]),
    (["IMPORTING ON THE SCREEN", "화면에서 가져오기"], ["list", "import"]),
    (["PHOTOS ON THE SCREEN", "화면의 사진"], ["list", "gallery", "viewer"]),
  ])
  func `the man pages name keys of the screens they describe`(
    sections: [String], screens: [String]
  ) throws {
    let tables = try Checkout.text("Assets/manual/keys.md").split(separator: "`[keys.")
    let keys = Set(
      tables.filter { table in screens.contains { table.hasPrefix($0 + "]`") } }
        .flatMap { $0.split(separator: "\n").filter { $0.hasPrefix("| `") } }
        .compactMap { $0.split(separator: " | ").first }
        .flatMap { $0.matches(of: /`([^` ]+)`/).map { String($0.output.1) } })
    for (page, section) in zip(["photodiary.1", "photodiary.ko.1"], sections) {
      let parts = try Checkout.text("Assets/" + page).split(separator: "\n.SH ")
      let text = try #require(parts.first { $0.hasPrefix(section + "\n") }, "\(section)")
      let named = text.matches(of: /(?m)\\fB([^\\\s"])\\fR|^\.BR? ([^\\\s])(?: ,)?$|(Alt\\-[a-z])/)
        .compactMap { $0.output.1 ?? $0.output.2 ?? $0.output.3 }
        .map { String($0).replacing("\\", with: "") }
      expectEqual(Set(named).subtracting(keys), [], "\(section)")
      expect(!named.isEmpty, "\(section)")
    }
  }

  @Test func `differing keys are reported and fixed`() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path("manual"), 0o700)
    for name in ["manual/keys.md", "photodiary.1", "photodiary.ko.1"] {
      let text = try Checkout.text("Assets/" + name)
      try folder.write(text.replacing("F5", with: "F6"), to: name)
    }
    let program = BuiltProgram.path("ManualKeys")
    let checked = try ProgramResult.run(program, ["--check", folder.path])
    expectEqual(checked.status, 1)
    expectContains(checked.errorText, "keys.md has other keys than the program. Run `make keys`.")
    try expectEqual(ProgramResult.run(program, [folder.path]).status, 0)
    try expectEqual(ProgramResult.run(program, ["--check", folder.path]).status, 0)
    try expectContains(folder.text("manual/keys.md"), "`F5`")
  }

  @Test func `the README is short and links every chapter`() throws {
    let readme = try Checkout.text("README.md")
    expectAtMost(readme.split(separator: "\n", omittingEmptySubsequences: false).count, 161)
    for chapter in Self.chapters { expectContains(readme, "](\(chapter))", "\(chapter)") }
    let listing = try ProgramResult.run("/bin/ls", [Checkout.path("Assets/manual")])
    let names = listing.text.split(separator: "\n").map { "Assets/manual/\($0)" }
    expectEqual(names.sorted(), Self.chapters)
  }

  @Test func `every design page is checked`() throws {
    let listing = try ProgramResult.run("/bin/ls", [Checkout.path("docs/design")])
    let names = listing.text.split(separator: "\n").map { "docs/design/\($0)" }
    expectEqual(names.sorted(), Self.designPages)
  }

  @Test(arguments: projectPages + designPages)
  func `every path in backquotes exists`(_ file: String) throws {
    let paths = try Checkout.text(file)
      .matches(of: /`((?:Sources|Tests|Acceptance|Assets|packaging|docs)\/[^`\s]+)`/)
      .map { String($0.output.1) }
    expectEqual(paths.filter { access(Checkout.path($0), R_OK) != 0 }, [], "\(file)")
  }

  @Test(arguments: projectPages + designPages + chapters)
  func `every link has a target`(_ file: String) throws {
    let folder = file.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    let prose = try Checkout.text(file).replacing(/(?m)^ *```[\s\S]*?^ *```/, with: "")
      .replacing(/`[^`\n]*`/, with: "")
    for match in prose.matches(of: /\]\(([^)]+)\)/) {
      let target = String(match.output.1)
      guard !target.contains("://") else { continue }
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = try parts.at(0).isEmpty ? file : folder + String(parts.at(0))
      guard access(Checkout.path(path), R_OK) == 0 else {
        fail("\(file): there is no \(path)")
        continue
      }
      guard let anchor = parts.dropFirst().first else { continue }
      expectContains(Self.anchors(try Checkout.text(path)), String(anchor), "\(file): \(target)")
    }
  }

  private static func anchors(_ text: String) -> Set<String> {
    Set(
      text.matches(of: /(?m)^#+ (.*)$/).map { match in
        String(
          match.output.1.lowercased().compactMap { character in
            if character == " " { return "-" }
            return character.isLetter || character.isNumber || character == "-" ? character : nil
          })
      })
  }
}
