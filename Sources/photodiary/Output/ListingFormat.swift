import ArgumentParser
import DiaryCore
import Words

/// How a listing is written.
enum ListingFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  case json
  case jsonl
}

/// `--format` of a listing.
struct ListingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .localized("Output format: table, json (one array) or jsonl (one object per line)."))
  var format = ListingFormat.table

  /// Writes entries to standard output.
  func write(_ entries: [Entry], of diary: DiaryService) throws {
    try Output.write { output in
      switch format {
      case .table: try TableFormat(entries).write(to: &output)
      case .json:
        try JSONFormat.array(entries.lazy.map { $0.json(file: diary.path(of:)) }, to: &output)
      case .jsonl:
        try JSONFormat.lines(entries.lazy.map { $0.json(file: diary.path(of:)) }, to: &output)
      }
    }
  }
}
