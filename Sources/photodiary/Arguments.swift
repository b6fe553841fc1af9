import ArgumentParser
import DiaryApp
import DiaryCore
import System
import TerminalUI
import Text

/// The program's arguments, with the options before the sub-command taken out.
struct Arguments {
  /// The value of `--store` before the sub-command.
  private(set) var store: String?
  /// The value of `--passphrase-file` before the sub-command.
  private(set) var passphraseFile: String?
  /// The value of `--diary` before the sub-command.
  private(set) var diary: String?
  /// The values of `--photos`, `--plain` and `--together` before the sub-command.
  private(set) var screens = ScreenChoice()
  private var rest: [String]

  /// Parses the options before the sub-command.
  ///
  /// - Throws: `ValidationError` if an argument is neither UTF-8 nor the name of a file, as it
  ///   would be stored altered, or if options can't be used together; `LaunchTargetError` if `help`
  ///   or the diary can't be opened with these arguments; `HelpRequest` for the program's help.
  init() throws {
    rest = Array(CurrentProcess.arguments.dropFirst())
    for (index, argument) in rest.enumerated() {
      let bytes = argument.systemPath.dropLast().map { UInt8(bitPattern: $0) }
      guard let byte = bytes.firstInvalidUTF8, !Self.namesFile(argument) else {
        continue
      }
      throw ValidationError(localized("Argument \(index + 1) isn't UTF-8 text at byte \(byte)."))
    }
    try consumeOptions()
    try consumeOpening()
    try consumeNestedOptions()
    try checkCombined()
    try checkScreens()
    try checkHelp()
  }

  /// Returns `true` for the path of an existing or possible file, alone or as the value of an
  /// option.
  private static func namesFile(_ argument: String) -> Bool {
    let value = argument.hasPrefix("--") ? argument.split(separator: "=", maxSplits: 1).last : nil
    return [argument, value.map(String.init) ?? ""].contains { path in
      FileSystem.exists(path) || path.contains("/") && FileSystem.isFolder(Path.parent(path))
    }
  }

  /// Checks that `--together` is given without a sub-command, which works on one diary.
  ///
  /// - Throws: `ValidationError` otherwise.
  private func checkCombined() throws {
    guard screens.isCombined, opening == nil else { return }
    throw ValidationError(
      localized("--together can't be used with a sub-command. Name a diary with --diary."))
  }

  /// Checks that `--photos` and `--plain` don't precede a sub-command in which the same options
  /// have another meaning.
  ///
  /// - Throws: `ValidationError` if they do.
  private func checkScreens() throws {
    guard let word = rest.first, screens.isPlain || screens.photos != nil else { return }
    let commands: [any ParsableCommand.Type] = [RemoteCommand.self, CloneCommand.self]
    guard commands.contains(where: { $0.configuration.commandName == word }) else { return }
    throw ValidationError(localized("Put --plain and --photos after \(word)."))
  }

  /// Checks that the argument of `help` is a sub-command. The parser would show the help of the
  /// program instead.
  ///
  /// - Throws: `LaunchTargetError` if it isn't; `HelpRequest` if it is missing, or for `--help`.
  private func checkHelp() throws {
    if let request = HelpRequest(rest) { throw request }
    guard rest.first == "help" else { return }
    var commands: [any ParsableCommand.Type] = PhotoDiary.configuration.subcommands
    for word in rest.dropFirst() where !word.hasPrefix("-") && word != "help" {
      guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
        throw LaunchTargetError(
          words: UnknownCommand.message(
            of: word, among: commands.compactMap { $0.configuration.commandName }))
      }
      commands = command.configuration.subcommands
    }
  }

  /// The place where the diary opens; `nil` for a sub-command.
  private(set) var opening: LaunchTarget?

  /// `true` if a shell requests completions.
  var requestsCompletion: Bool { rest.first == "---completion" }

  /// `true` for `onthisday` without options of its own.
  var requestsOnThisDay: Bool { rest == ["onthisday"] }

  /// `true` for `--version --verbose`.
  var requestsVersionReport: Bool { rest.count == 2 && Set(rest) == ["--version", "--verbose"] }

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
        words: localized(
          "The diary can only open in one place. Leave out “\(other.printable)” or \(first)."))
    }
  }

  /// Consumes options between a sub-command and its own sub-command, like those in front of it.
  private mutating func consumeNestedOptions() throws {
    guard let first = rest.first,
      Self.nestedCommands.contains(where: { $0.configuration.commandName == first })
    else { return }
    let command = rest.removeFirst()
    try consumeOptions()
    rest.insert(command, at: 0)
  }

  /// The arguments for ArgumentParser. The sub-command has the option `--store`, the program itself
  /// doesn't: otherwise `add --content --store` would be parsed as `--content` without a value.
  var forParser: [String] {
    let rest = withValuesOfDashes
    // Reports an unknown command as such, not by the options after it.
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

  /// Returns `true` if the arguments begin with a sub-command of a sub-command, which is the one
  /// that has the options.
  private static func isNested(_ rest: [String]) -> Bool {
    guard rest.count > 1,
      let command = nestedCommands.first(where: { $0.configuration.commandName == rest[0] })
    else { return false }
    return command.configuration.subcommands.contains {
      $0.configuration.commandName == rest[1]
    }
  }

  /// The arguments with `--content=--` for `--content --`, which ArgumentParser would treat as the
  /// end of the options. If a word begins with a minus, the words are moved behind `--`, in their
  /// order, where they aren't parsed as options.
  private var withValuesOfDashes: [String] {
    let isSearch = rest.first == SearchCommand.configuration.commandName
    let isWord = isSearch ? Self.isExcludingTerm : Self.isNegativeNumber
    guard let command = rest.first, !command.hasPrefix("-"),
      rest.contains(where: { $0 == "--" || isWord($0) })
    else { return rest }
    let depth = Self.isNested(rest) ? 2 : 1
    var result = Array(rest.prefix(depth))
    var words: [String] = []
    var rest = rest.dropFirst(depth)
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      } else if !argument.hasPrefix("-") || argument == "-" || isWord(argument) {
        words.append(argument)
      } else if ValueOptions.names.contains(argument), let value = rest.popFirst() {
        result += value == "--" ? ["\(argument)=--"] : [argument, value]
      } else {
        result.append(argument)
      }
    }
    return result + ["--"] + words
  }

  private static func isExcludingTerm(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument.count > 1 && !argument.hasPrefix("--") && argument != "-h"
  }

  /// Returns `true` for the number of an entry, or a number in its title.
  private static func isNegativeNumber(_ argument: String) -> Bool {
    argument.hasPrefix("-") && Int(argument) != nil
  }

  /// The argument in the place of the sub-command; `nil` if that is an option or missing.
  static var firstWord: String? { firstWords.first.flatMap { $0.isEmpty ? nil : $0 } }

  /// The argument in the place of the sub-command, and the arguments after it up to an option.
  static var firstWords: ArraySlice<String> {
    var words = CurrentProcess.arguments.dropFirst()
    while let word = words.first, word.hasPrefix("-") {
      guard let name = options.first(where: { word == $0.name || word.hasPrefix($0.name + "=") })
      else { return [] }
      words = words.dropFirst(name.takesValue && word == name.name ? 2 : 1)
    }
    return words.prefix { !$0.hasPrefix("-") }
  }

  /// The options that can precede the sub-command.
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
            localized("--photos can be \(PhotoDisplay.choice), not “\(value.printable)”."))
        }
        screens.photos = display
      } else if rest.first == "--together" {
        rest.removeFirst()
        screens.isCombined = true
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

/// The options with values of all commands, from the parser's own description.
enum ValueOptions {
  /// The names, with their dashes. Computed on first use, which takes some milliseconds.
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

// MARK: - Unknown commands

/// The error for an unknown sub-command: mistyped, or text that was meant as an entry.
enum UnknownCommand {
  /// Names by which other programs call the commands.
  private static let otherNames = [
    "cat": "show", "find": "search", "grep": "search", "log": "list", "ls": "list", "open": "show",
    "read": "show", "rm": "delete", "star": "edit", "tag": "edit", "view": "show", "write": "add",
  ]

  /// Returns the error message. If no command has a similar name, it suggests to add `text` as an
  /// entry.
  static func message(of name: String, among names: [String], text: String? = nil) -> String {
    let shown = name.printable
    // More words are rather an entry's.
    let known = (text ?? name).count(where: \.isWhitespace) < 2 ? otherNames[name] : nil
    if !name.contains(where: \.isWhitespace),
      let meant = names.first(where: { $0 == known })
        ?? NearestName.closest(to: name, among: names)
    {
      return localized("Unknown command “\(shown)”. Did you mean \(meant)?")
    }
    guard let text else { return localized("Unknown command “\(shown)”.") }
    let word = text.printable.map { "\"\\$`".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return localized(
      "Unknown command “\(shown)”. To add an entry: `photodiary add \"\(word)\"`.")
  }
}
