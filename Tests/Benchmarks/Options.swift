import TestSupport

/// What stands on the command line: names of benchmarks, and `--name value` each.
struct Options {
  /// The diary's program.
  var diary = BuiltProgram.path("photodiary")
  /// The C program that is the least that can be asked for.
  var reference = BuiltProgram.path("first-frame")
  /// How many entries the diary has.
  var entries = 1000
  /// How often a start is measured.
  var runs = 30
  /// A file for the findings as JSON.
  var json: String?
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
      case "--diary": diary = value
      case "--reference": reference = value
      case "--entries": entries = try Self.positive(value, argument)
      case "--runs": runs = try Self.positive(value, argument)
      case "--json": json = value
      default: throw Unknown(argument: argument)
      }
    }
  }

  private static func positive(_ value: String, _ argument: String) throws -> Int {
    guard let number = Int(value), number > 0 else { throw Unknown(argument: argument) }
    return number
  }
}
