import TestSupport

/// nb, whose notebook is a git repository with a file for each note and a list of their names.
enum Nb {
  static func make(
    _ program: String, _ entries: Int, _ home: String
  ) throws -> OtherDiaries.Other {
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
    return OtherDiaries.Other(
      add: run(program, "add", "--title", "A walk.", "--content", "It rained."),
      lastTen: run(program, "list", "--limit", "10"),
      search: run(program, "search", Corpus.rareWords[0]))
  }
}
