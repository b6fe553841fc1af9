import TestSupport

/// Other diaries of the terminal with as many entries, where they are installed. No limit is set
/// by them: the ratios tell what one moves to.
enum OtherDiaries {
  static let jrnl = Benchmark(name: "jrnl") { try await run($0, "jrnl", makeJrnl) }
  static let nb = Benchmark(name: "nb") { try await run($0, "nb", makeNb) }

  /// How the other one does it.
  struct Other {
    let add: ProgramRun
    let lastTen: ProgramRun
  }

  @MainActor
  private static func run(
    _ bench: Workbench, _ name: String,
    _ make: (_ program: String, _ entries: Int, _ home: String) throws -> Other
  ) async throws -> [Finding] {
    guard let program = try? Tool.path(name) else {
      return [Finding(name: name, outcome: .skipped("it isn't installed"))]
    }
    // With more, a round of some of them takes minutes.
    let sizes = bench.options.sizes
    let entries = sizes.last { $0 <= 10_000 } ?? sizes[0]
    let diary = try bench.copy(of: bench.diary(of: entries))
    let other = try make(program, entries, try bench.newFolder(name))
    let runs = bench.options.slowRuns
    let add = try await Turns.take(
      runs,
      ours: { try diary.run("add", "A walk.", "--content", "It rained.").time() },
      reference: { try other.add.time() })
    let list = try await Turns.take(
      runs, ours: { try diary.run("list", "--limit", "10").time() },
      reference: { try other.lastTen.time() })
    let words = "\(Decimals.grouped(entries)) entries, beside \(name)"
    return [
      Finding(
        name: "add, \(words)", unit: "ms", ours: add.ours.median,
        reference: add.reference.median),
      Finding(
        name: "list --limit 10, \(words)", unit: "ms", ours: list.ours.median,
        reference: list.reference.median),
    ]
  }

  private static func makeJrnl(_ program: String, _ entries: Int, _ home: String) throws -> Other {
    let journal = home + "/journal.txt"
    let settings = home + "/jrnl.yaml"
    try FileWriter.write(
      Corpus.entries(entries).lazy.map { entry in
        let heading = "[\(entry.day) \(entry.time)] \(entry.title)."
        return Array("\(heading)\n\(entry.content) @\(entry.tag)\n\n".utf8)
      }, to: journal)
    let yaml = """
      colors: {body: none, date: none, tags: none, title: none}
      default_hour: 9
      default_minute: 0
      editor: ''
      encrypt: false
      highlight: false
      indent_character: '|'
      journals: {default: {journal: '\(journal)'}}
      linewrap: 79
      tagsymbols: '#@'
      template: false
      timeformat: '%F %H:%M'
      version: '4.6'

      """
    try FileWriter.write(yaml.utf8, to: settings)
    let environment = TestEnvironment.with(["HOME": home])
    func run(_ arguments: String...) -> ProgramRun {
      ProgramRun([program, "--config-file", settings] + arguments, environment: environment)
    }
    return Other(add: run("2025-12-31 10:00: A walk. It rained."), lastTen: run("-n", "10"))
  }

  /// A notebook is a git repository with a file for each note, and a list of their names.
  private static func makeNb(_ program: String, _ entries: Int, _ home: String) throws -> Other {
    var environment = TestEnvironment.with(["HOME": home, "NB_DIR": home + "/nb"])
    environment["NB_AUTO_SYNC"] = "0"
    for person in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(person)_NAME"] = "Anyone"
      environment["GIT_\(person)_EMAIL"] = "anyone@localhost"
    }
    func run(_ words: String...) -> ProgramRun { ProgramRun(words, environment: environment) }
    try run(program, "init").result()
    let notebook = home + "/nb/home"
    for (number, entry) in Corpus.entries(entries).enumerated() {
      try FileWriter.write(
        "# \(entry.title)\n\n\(entry.content)\n\n#\(entry.tag)\n".utf8,
        to: "\(notebook)/\(number + 1).md")
    }
    try run(program, "index", "reconcile").result()
    let git = try Tool.path("git")
    try run(git, "-C", notebook, "add", "--all").result()
    try run(git, "-C", notebook, "commit", "--quiet", "--message", "The corpus").result()
    return Other(
      add: run(program, "add", "--title", "A walk.", "--content", "It rained."),
      lastTen: run(program, "list", "--limit", "10"))
  }
}
