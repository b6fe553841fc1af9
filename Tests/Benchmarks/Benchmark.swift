import TestSupport

/// Something to measure, by its name on the command line.
struct Benchmark: Sendable {
  let name: String
  /// Prints what it finds.
  let run: @Sendable (Options) throws -> Void
}

/// What stands on the command line, `--name value` each.
struct Options {
  /// The diary's program.
  var diary = BuiltProgram.path("photodiary")
  /// The C program that is the least that can be asked for.
  var reference = BuiltProgram.path("first-frame")
  /// Text that stands at the end of the diary's first frame; without one, the frame ends with the
  /// last byte before a silence.
  var marker: String?
  var runs = 30
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
      case "--marker": marker = value
      case "--runs":
        guard let number = Int(value), number > 0 else { throw Unknown(argument: argument) }
        runs = number
      default: throw Unknown(argument: argument)
      }
    }
  }
}
