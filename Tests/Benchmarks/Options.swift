import TestSupport

/// What stands on the command line: names of benchmarks, and `--name value` each.
struct Options {
  /// The folder of the programs: the diary's, and those in C.
  var programs = BuiltProgram.path("")
  /// Where diaries and copies are made for a while: on a disk, for fsync to mean something.
  var folder = "/var/tmp"
  /// How many entries the diaries have that are compared with each other; the first is the
  /// measure, the last the one that limits are for.
  var sizes = [100, 10_000, 100_000]
  /// How many entries the other diary has.
  var entries = 1000
  /// How often what is quick is measured.
  var runs = 30
  /// How often what takes seconds is.
  var slowRuns = 3
  /// How large the large photo is, in millions of bytes.
  var photo = 1000
  /// A file for the findings as JSON, and one for the table.
  var json: String?
  var text: String?
  /// The benchmarks to run; none means all.
  var names: [String] = []

  struct Unknown: Error, CustomStringConvertible {
    let argument: String
    var description: String { "unknown option or missing value: \(argument)" }
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        names.append(argument)
        continue
      }
      guard let value = rest.popFirst() else { throw Unknown(argument: argument) }
      switch argument {
      case "--programs": programs = value + "/"
      case "--folder": folder = value
      case "--sizes":
        sizes = try value.split(separator: ",").map { try Self.positive(String($0), argument) }
        if sizes.isEmpty { throw Unknown(argument: argument) }
      case "--entries": entries = try Self.positive(value, argument)
      case "--runs": runs = try Self.positive(value, argument)
      case "--slow-runs": slowRuns = try Self.positive(value, argument)
      case "--photo": photo = try Self.positive(value, argument)
      case "--json": json = value
      case "--text": text = value
      default: throw Unknown(argument: argument)
      }
    }
  }

  /// The path of one of the programs.
  func program(_ name: String) -> String { programs + name }

  private static func positive(_ value: String, _ argument: String) throws -> Int {
    guard let number = Int(value), number > 0 else { throw Unknown(argument: argument) }
    return number
  }
}
