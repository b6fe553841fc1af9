import TestSupport

/// jrnl, which keeps a journal in one text file.
enum Jrnl {
  static func make(
    _ program: String, _ entries: Int, _ home: String
  ) throws -> OtherDiaries.Other {
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
    return OtherDiaries.Other(
      add: run("2025-12-31 10:00: A walk. It rained."), lastTen: run("-n", "10"),
      search: run("-contains", Corpus.rareWords[0]))
  }
}
