import ArgumentParser
import Glibc

/// The arguments as they came, and what stands before the sub-command.
struct Arguments {
  /// The value of a `--store` before the sub-command.
  private(set) var store: String?
  private var rest: [String]

  /// Refuses arguments that aren't UTF-8: taken as text they would be stored altered.
  init() throws {
    for (place, argument) in CommandLine.unsafeArguments.enumerated() {
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      if let byte = UTF8Check.firstInvalidByte(in: bytes) {
        throw ValidationError("Argument \(place) is not UTF-8 text at byte \(byte).")
      }
    }
    rest = Array(CommandLine.arguments.dropFirst())
    try takeStore()
  }

  /// Whether nothing but the diary itself is asked for.
  var opensDiary: Bool { rest.isEmpty }

  /// What ArgumentParser gets: the sub-command knows `--store`, the program itself doesn't. Were
  /// it an option of both, `add --content --store` would be taken for one without its value.
  var forParser: [String] {
    let rest = withValuesOfDashes
    guard let store, let command = rest.first, !command.hasPrefix("-") else { return rest }
    return [command, "--store", store] + rest.dropFirst()
  }

  private static let optionsWithValues: Set = [
    "--store", "--content", "--date", "--photo", "--remove-photo", "--tag", "--journal", "--title",
    "--limit", "--from", "--to", "--sort", "--format", "--color",
  ]

  /// The same with `--content --` as `--content=--`: ArgumentParser would take that value for the
  /// end of the options as well.
  private var withValuesOfDashes: [String] {
    var result: [String] = []
    var rest = rest[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return result + ["--"] + rest }
      if Self.optionsWithValues.contains(argument), let value = rest.popFirst() {
        result += value == "--" ? ["\(argument)=--"] : [argument, value]
      } else {
        result.append(argument)
      }
    }
    return result
  }

  private mutating func takeStore() throws {
    let name = "--store"
    while let first = rest.first {
      if first.hasPrefix(name + "=") {
        store = String(first.dropFirst(name.count + 1))
      } else if first == name {
        guard rest.count > 1 else { throw ValidationError("--store needs the name of a folder.") }
        store = rest.remove(at: 1)
      } else {
        return
      }
      rest.removeFirst()
    }
  }
}

extension CommandLine {
  fileprivate static var unsafeArguments: [UnsafeMutablePointer<CChar>] {
    (0..<Int(argc)).compactMap { unsafeArgv[$0] }
  }
}
