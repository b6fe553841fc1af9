import ArgumentParser
import DiaryCore
import DiarySettings
import Localization
import System
import TerminalUI

/// The arguments as they came, and what stands before the sub-command.
struct Arguments {
  /// The value of a `--store` before the sub-command.
  private(set) var store: String?
  /// The value of a `--passphrase-file` there.
  private(set) var passphraseFile: String?
  /// The value of a `--diary` before the sub-command.
  private(set) var diary: String?
  /// `--photos`, `--plain` and `--together` before the sub-command.
  private(set) var screens = ScreenChoice()
  private var rest: [String]

  /// Refuses arguments that are neither UTF-8 nor the names of files: as text they would be stored altered.
  init() throws {
    rest = Array(ThisProgram.arguments.dropFirst())
    for (index, argument) in rest.enumerated() {
      let bytes = argument.systemPath.dropLast().map { UInt8(bitPattern: $0) }
      guard let byte = bytes.firstInvalidUTF8, !Self.namesFile(argument) else {
        continue
      }
      throw ValidationError(localized("Argument \(index + 1) is not UTF-8 text at byte \(byte)."))
    }
    try consumeOptions()
    try consumeOpening()
    try consumeNestedOptions()
    try checkTogether()
    try checkScreens()
    try checkHelp()
  }

  /// Returns `true` for the path of something that exists or may be made, alone or behind the name of an option.
  private static func namesFile(_ argument: String) -> Bool {
    let value = argument.hasPrefix("--") ? argument.split(separator: "=", maxSplits: 1).last : nil
    return [argument, value.map(String.init) ?? ""].contains { path in
      FileSystem.exists(path) || path.contains("/") && FileSystem.isFolder(Path.parent(path))
    }
  }

  /// Refuses to show all diaries as one where no screen opens: sub-commands work on one of them.
  private func checkTogether() throws {
    guard screens.isTogether, opening == nil else { return }
    throw ValidationError(
      localized("--together opens the screens. Name one diary for a sub-command, with --diary."))
  }

  /// Refuses the options of the screens before sub-commands where the same words mean something else.
  private func checkScreens() throws {
    guard let word = rest.first, screens.isPlain || screens.photos != nil else { return }
    let commands: [any ParsableCommand.Type] = [RemoteCommand.self, CloneCommand.self]
    guard commands.contains(where: { $0.configuration.commandName == word }) else { return }
    throw ValidationError(localized("Write --plain and --photos after \(word)."))
  }

  /// Refuses `help` with what is no command; the parser would show the help of all.
  private func checkHelp() throws {
    guard rest.first == "help" else { return }
    var commands: [any ParsableCommand.Type] = PhotoDiary.configuration.subcommands
    for word in rest.dropFirst() where !word.hasPrefix("-") && word != "help" {
      guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
        throw LaunchTargetError(
          words: UnknownCommand.words(
            of: word, among: commands.compactMap { $0.configuration.commandName }))
      }
      commands = command.configuration.subcommands
    }
  }

  /// What the diary is to open with, if it is.
  private(set) var opening: LaunchTarget?

  /// Whether a shell asks what may stand at the caret.
  var areCompletion: Bool { rest.first == "---completion" }

  /// Whether `onthisday` is asked for, without an option of its own.
  var areOnThisDay: Bool { rest == ["onthisday"] }

  /// Whether the version is asked for with all that it may depend on.
  var areVersionReport: Bool { rest.count == 2 && Set(rest) == ["--version", "--verbose"] }

  private mutating func consumeOpening() throws {
    guard let first = rest.first else {
      opening = .newest
      return
    }
    opening = try LaunchTarget(argument: first, today: LocalTime.today().day)
    guard opening != nil else { return }
    rest.removeFirst()
    try consumeOptions()
    if let other = rest.first {
      throw LaunchTargetError(
        words: localized("The diary opens in one place: remove “\(other.printable)” or \(first)."))
    }
  }

  /// Takes a `--diary` that stands between a sub-command and one of its own for one that stands before.
  private mutating func consumeNestedOptions() throws {
    guard let first = rest.first,
      Self.nestedCommands.contains(where: { $0.configuration.commandName == first })
    else { return }
    let command = rest.removeFirst()
    try consumeOptions()
    rest.insert(command, at: 0)
  }

  /// What ArgumentParser gets: the sub-command knows `--store`, the program itself doesn't. Were
  /// it an option of both, `add --content --store` would be taken for one without its value.
  var forParser: [String] {
    let rest = withValuesOfDashes
    // What is none is told as such, and not by the options.
    guard let first = rest.first, PhotoDiary.commandNames.contains(first) else { return rest }
    let depth = Self.isNested(rest) ? 2 : 1
    return Array(rest[..<depth]) + (store.map { ["--store", $0] } ?? [])
      + (passphraseFile.map { ["--passphrase-file", $0] } ?? [])
      + (diary.map { ["--diary", $0] } ?? [])
      + (screens.photos.map { ["--photos", $0.rawValue] } ?? [])
      + (screens.isPlain ? ["--plain"] : []) + rest.dropFirst(depth)
  }

  private static let nestedCommands: [any ParsableCommand.Type] = [
    JournalsCommand.self, TagsCommand.self, RemoteCommand.self, DeviceCommand.self,
    KeyCommand.self,
    PeopleCommand.self,
  ]

  /// Whether a sub-command of a sub-command is asked for, which is the one that has the options.
  private static func isNested(_ rest: [String]) -> Bool {
    guard rest.count > 1,
      let command = nestedCommands.first(where: { $0.configuration.commandName == rest[0] })
    else { return false }
    return command.configuration.subcommands.contains {
      $0.configuration.commandName == rest[1]
    }
  }

  /// The arguments with `--content --` as `--content=--`: ArgumentParser would take that value for
  /// the end of the options as well. The terms of a search that begin with a minus come last,
  /// behind `--`, where they aren't taken for options; in which order terms stand doesn't matter.
  private var withValuesOfDashes: [String] {
    let isSearch = rest.first == SearchCommand.configuration.commandName
    guard rest.contains("--") || isSearch && rest.contains(where: Self.isExcludingTerm) else {
      return rest
    }
    var result: [String] = []
    var terms: [String] = []
    var rest = rest[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return result + ["--"] + terms + rest }
      if isSearch, Self.isExcludingTerm(argument) {
        terms.append(argument)
        continue
      }
      if ValueOptions.names.contains(argument), let value = rest.popFirst() {
        result += value == "--" ? ["\(argument)=--"] : [argument, value]
      } else {
        result.append(argument)
      }
    }
    return result + (terms.isEmpty ? [] : ["--"] + terms)
  }

  private static func isExcludingTerm(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument.count > 1 && !argument.hasPrefix("--") && argument != "-h"
  }

  /// What stands where the sub-command belongs; `nil` where an option of the parser's or nothing
  /// does.
  static var firstWord: String? { firstWords.first.flatMap { $0.isEmpty ? nil : $0 } }

  /// What stands where the sub-command belongs, with what follows it up to an option.
  static var firstWords: ArraySlice<String> {
    var words = ThisProgram.arguments.dropFirst()
    while let word = words.first, word.hasPrefix("-") {
      guard let name = options.first(where: { word == $0.name || word.hasPrefix($0.name + "=") })
      else { return [] }
      words = words.dropFirst(name.takesValue && word == name.name ? 2 : 1)
    }
    return words.prefix { !$0.hasPrefix("-") }
  }

  /// Those that may stand before the sub-command.
  private static let options: [(name: String, takesValue: Bool)] = [
    ("--store", true), ("--passphrase-file", true), ("--diary", true), ("--photos", true),
    ("--plain", false), ("--together", false),
  ]

  private mutating func consumeOptions() throws {
    while true {
      if let value = try consumeValue(of: "--store", localized("the name of a folder")) {
        store = value
      } else if let value = try consumeValue(
        of: "--passphrase-file", localized("the name of a file"))
      {
        passphraseFile = value
      } else if let value = try consumeValue(of: "--diary", localized("the name of a diary")) {
        diary = value
      } else if let value = try consumeValue(of: "--photos", PhotoDisplay.choice) {
        guard let display = PhotoDisplay(rawValue: value) else {
          throw ValidationError(
            localized("--photos takes \(PhotoDisplay.choice), not “\(value.printable)”."))
        }
        screens.photos = display
      } else if rest.first == "--together" {
        rest.removeFirst()
        screens.isTogether = true
      } else if rest.first == "--plain" {
        rest.removeFirst()
        screens.isPlain = true
      } else {
        return
      }
    }
  }

  private mutating func consumeValue(
    of name: String, _ kind: @autoclosure () -> String
  ) throws -> String? {
    guard let first = rest.first else { return nil }
    if first.hasPrefix(name + "=") {
      rest.removeFirst()
      return String(first.dropFirst(name.count + 1))
    }
    guard first == name else { return nil }
    guard rest.count > 1 else { throw ValidationError(localized("\(name) needs \(kind()).")) }
    defer { rest.removeFirst(2) }
    return rest[1]
  }
}

/// The options of all commands that take a value, as the parser itself describes them.
enum ValueOptions {
  /// With their dashes. To list them takes some milliseconds: only who needs them asks.
  static let names: Set<String> = {
    let description = try? JSONParser.parse(PhotoDiary._dumpHelp())
    return description?["command"].map { names(of: $0) } ?? []
  }()

  private static func names(of command: JSONValue) -> Set<String> {
    var names: Set<String> = []
    for argument in command["arguments"]?.array ?? [] where argument["kind"]?.string == "option" {
      for name in argument["names"]?.array ?? [] where name["kind"]?.string == "long" {
        if let name = name["name"]?.string { names.insert("--" + name) }
      }
    }
    for command in command["subcommands"]?.array ?? [] { names.formUnion(self.names(of: command)) }
    return names
  }
}

// MARK: - ParserWords

/// What ArgumentParser says by itself, in the language that is spoken. It has English alone, so its
/// texts are known by how they look; one that isn't known stays as it is.
enum ParserWords {
  /// Why the arguments can't be understood.
  static func message(_ text: String) -> String {
    guard Language.current == .korean else { return text }
    return words(of: text, among: messages)
  }

  /// Whether a text is help, and not a version or a completion script.
  static func isHelp(_ text: String) -> Bool {
    text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ")
  }

  /// Help that was made as wide as it wants to be, in a width. ArgumentParser takes each character
  /// for one column.
  static func help(_ text: String, columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      rows(of: words(of: String(line), among: helpLines), columns: columns)
    }.joined(separator: "\n")
  }

  private static func words(of text: String, among texts: [ForeignText]) -> String {
    for known in texts {
      if let words = known.localized(from: text) { return words }
    }
    return text
  }

  /// A line and what doesn't fit on it, below its last column: where an abstract begins beside an
  /// option, or as far in as the line itself.
  private static func rows(of line: String, columns: Int) -> [String] {
    guard TextWidth.exceeds(line, columns: columns) else { return [line] }
    let margin = line.prefix { $0 == " " }.count
    let isBesideOption = margin == 2 && line.dropFirst(abstractColumn - 2).hasPrefix("  ")
    let indentation = isBesideOption || margin > abstractColumn ? abstractColumn : margin
    var rows: [String] = []
    var row = String(line.prefix(indentation))
    var isEmpty = true
    for word in line.dropFirst(indentation).split(separator: " ") {
      let words = isEmpty ? "\(word)" : " \(word)"
      if !isEmpty, TextWidth.columns(row) + TextWidth.columns(words) > columns {
        rows.append(row)
        row = String(repeating: " ", count: indentation) + word
      } else {
        row += words
      }
      isEmpty = false
    }
    return rows + [row]
  }

  // The first that fits is taken.
  private static let messages = [
    ForeignText("Unknown option '%1'. Did you mean '%2'?"),
    ForeignText("Unknown option '%1'"),
    ForeignText("Missing value for '%1'"),
    ForeignText("The option '%1' does not take any value, but '%2' was specified."),
    ForeignText("Unexpected argument '%1'"),
    ForeignText("%1 unexpected arguments: '%2'"),
    ForeignText("Value to be set with flag %1 had already been set with flag %2"),
    ForeignText("Missing expected argument '%1'"),
    ForeignText("Missing one of: '%1'"),
    ForeignText("Missing required subcommand."),
    ForeignText("The value '%1' is invalid for '%2'. Please provide one of '%3' or '%4'."),
    ForeignText("The value '%1' is invalid for '%2'. Please provide one of '%3' and '%4'."),
    ForeignText("The value '%1' is invalid for '%2'. Please provide one of the following:\n%3"),
    ForeignText("The value '%1' is invalid for '%2': %3"),
    ForeignText("The value '%1' is invalid for '%2'"),
    ForeignText("Invalid option: %1"),
    ForeignText("Can't generate completion scripts for '%1'.\n%2"),
  ]

  private static let helpLines = [
    ForeignText("OVERVIEW: %1"),
    ForeignText("USAGE: %1"),
    ForeignText("ARGUMENTS:"),
    ForeignText("OPTIONS:"),
    ForeignText("SUBCOMMANDS:"),
    ForeignText("%1 SUBCOMMANDS:"),
    ForeignText("  --version %1Show the version."),
    ForeignText("  -h, --help %1Show help information."),
    ForeignText("%1(values: %2; default: %3)"),
    ForeignText("%1(values: %2)"),
    ForeignText("%1(default: %2)"),
    ForeignText("  See '%1' for detailed help."),
  ]

  /// Where ArgumentParser begins what it says of an option.
  private static let abstractColumn = 26
}

// MARK: - Unknown commands

/// What stands where a command should and is none: one that was mistyped, or what was meant to be
/// written down.
enum UnknownCommand {
  /// What is said of it. `text` is what it may have been meant to write down.
  static func words(of name: String, among names: [String], text: String? = nil) -> String {
    let shown = name.printable
    if !name.contains(where: \.isWhitespace), let meant = NearestName.meant(by: name, among: names)
    {
      return localized("Unknown command “\(shown)”. Did you mean \(meant)?")
    }
    guard let text else { return localized("Unknown command “\(shown)”.") }
    let word = text.printable.map { "\"\\$`".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return localized(
      "Unknown command “\(shown)”. To add an entry: `photodiary add \"\(word)\"`.")
  }
}
