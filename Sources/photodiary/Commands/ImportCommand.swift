import ArgumentParser
import DiaryCore
import Interchange

struct ImportCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add entries from a file.",
    discussion: """
      Takes JSON Lines (an entry a line) and a JSON array of entries, as list, show and export \
      write them. Doing it again adds nothing. An entry that can't be taken is refused and named; \
      the others come, and the exit status is 1.

      Examples:
        photodiary import old-diary.jsonl
        photodiary --store a list --format jsonl | photodiary --store b import -
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case auto, jsonl, json
  }

  @Argument(help: "The file; - is standard input.", completion: .file())
  var path: String

  @Option(parsing: .unconditional, help: "What it is: auto, jsonl or json.")
  var format = Format.auto

  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    let importer = JSONImporter(localOffset: LocalTime.offset(ofLocal:))
    let progress = ProgressLine()
    let summary = try await importer.importEntries(
      from: path == "-" ? .standardInput : .file(path), into: wiring.diary
    ) { progress.show("\($0.added) added, \($0.alreadyThere) already there") }
    progress.clear()
    for warning in summary.warnings { ErrorLine.write(warning.text) }
    for refusal in summary.refused { ErrorLine.write("refused \(refusal.text)") }
    try Output.write { output in
      try output.line(
        "\(summary.added) added, \(summary.alreadyThere) already there, "
          + "\(summary.refused.count) refused")
    }
    if !summary.refused.isEmpty { throw ExitCode.failure }
  }
}
