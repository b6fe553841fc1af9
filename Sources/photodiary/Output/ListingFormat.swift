import ArgumentParser
import DiaryCore
import Localization

/// How a listing is written.
enum ListingFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  case json
  case jsonl
}

/// `--format` of a listing.
struct ListingOptions: ParsableArguments {
  @Option(localized("Output format: table, json (one array) or jsonl (one object per line)."))
  var format = ListingFormat.table

  /// Writes entries to standard output.
  func write(_ entries: [Entry], of diary: DiaryService) throws {
    try write(entries.lazy.map { $0.json(file: diary.path(of:)) }) { output in
      try TableFormat(entries).write(to: &output)
    }
  }

  /// Writes objects to standard output, or the table that says the same.
  func write(
    _ objects: some Collection<JSONValue>, table: (inout Output) throws -> Void
  ) throws {
    try Output.write { output in
      switch format {
      case .table: try table(&output)
      case .json: try JSONFormat.array(objects, to: &output)
      case .jsonl: try JSONFormat.lines(objects, to: &output)
      }
    }
  }

  /// Writes one object, or the table that says the same.
  func write(one object: JSONValue?, table: (inout Output) throws -> Void) throws {
    try Output.write { output in
      switch format {
      case .table: try table(&output)
      case .json: try JSONFormat.object(object ?? .null, to: &output)
      case .jsonl: try JSONFormat.lines(object.map { [$0] } ?? [], to: &output)
      }
    }
  }
}

/// JSON on standard output. `JSONWriter` escapes what a terminal could take for a command.
enum JSONFormat {
  /// One object, indented.
  static func object(_ value: JSONValue, to output: inout Output) throws {
    var writer = JSONWriter(isIndented: true)
    writer.write(value)
    try output.bytes(writer.bytes)
    try output.line()
  }

  /// One array, an element a line.
  static func array(_ values: some Collection<JSONValue>, to output: inout Output) throws {
    try output.text("[")
    var isFirst = true
    for value in values {
      try output.text(isFirst ? "\n" : ",\n")
      isFirst = false
      try output.bytes(JSONWriter.bytes(value))
    }
    try output.text(isFirst ? "]\n" : "\n]\n")
  }

  /// Objects, one a line.
  static func lines(_ values: some Collection<JSONValue>, to output: inout Output) throws {
    for value in values {
      try output.bytes(JSONWriter.bytes(value))
      try output.line()
    }
  }
}
