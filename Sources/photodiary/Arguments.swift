import ArgumentParser
import DiaryApp
import DiaryCore
import System
import TerminalUI
import Text

/// The program's arguments. Options in front of a sub-command are moved behind it, as it is the
/// type of the sub-command that declares them.
///
/// As options of the root command, they would also be found where an argument is the value of
/// another option: `add --content --store`.
struct Arguments {
  /// The place where the diary opens; `nil` for a sub-command.
  private(set) var opening: LaunchTarget?
  /// `true` if the arguments are `onthisday` without options, which is answered without the parser.
  private(set) var requestsOnThisDay = false
  /// The request for the program's help; `nil` for everything else.
  private(set) var help: HelpRequest?
  /// The sub-command, followed by its own sub-command if that is named.
  private(set) var commands: [any ParsableCommand.Type] = []
  /// The values of the options in front of these; empty for a flag.
  private var options: [LeadingOption: String] = [:]
  /// The arguments after these.
  private var rest = CurrentProcess.arguments.dropFirst()

  var store: String? { options[.store] }
  var passphraseFile: String? { options[.passphraseFile] }
  var diary: String? { options[.diary] }
  var screens: ScreenChoice {
    ScreenChoice(
      photos: options[.photos].flatMap(PhotoDisplay.init), isPlain: options[.plain] != nil,
      isCombined: options[.together] != nil)
  }

  /// Finds the sub-command, or the place where the diary opens.
  ///
  /// - Throws: `ValidationError` if an argument is neither UTF-8 nor the name of a file, as it
  ///   would be stored altered, if options can't be used together, if there is no such sub-command,
  ///   or if the diary can't be opened with these arguments.
  init() throws {
    for (index, argument) in rest.enumerated() {
      let bytes = argument.systemPath.dropLast().map { UInt8(bitPattern: $0) }
      guard let byte = bytes.firstInvalidUTF8, !Self.namesFile(argument) else {
        continue
      }
      throw ValidationError(localized("Argument \(index + 1) isn't UTF-8 text at byte \(byte)."))
    }
    try consumeOptions()
    try consumeOpening()
    requestsOnThisDay = rest == [OnThisDayCommand.commandName] && !screens.isCombined
    guard opening == nil, !requestsOnThisDay else { return }
    try consumeCommands()
    try checkOptions()
    if commands.isEmpty { try checkHelp() }
  }

  /// Returns `true` for the path of an existing or possible file, alone or as the value of an
  /// option.
  private static func namesFile(_ argument: String) -> Bool {
    let value = argument.hasPrefix("--") ? argument.split(separator: "=", maxSplits: 1).last : nil
    return [argument, value.map(String.init) ?? ""].contains { path in
      FileSystem.exists(path) || path.contains("/") && FileSystem.isFolder(Path.parent(path))
    }
  }

  private mutating func consumeOptions() throws {
    while let argument = rest.first {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = LeadingOption(rawValue: String(parts[0])),
        !option.isFlag || parts.count == 1
      else { return }
      rest.removeFirst()
      guard let value = option.isFlag ? "" : parts.count > 1 ? String(parts[1]) : rest.popFirst()
      else { throw ValidationError(localized("\(argument) needs \(option.value).")) }
      guard option != .photos || PhotoDisplay(rawValue: value) != nil else {
        throw ValidationError(
          localized("--photos can be \(PhotoDisplay.choice), not “\(value.printable)”."))
      }
      options[option] = value
    }
  }

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
      throw ValidationError(
        localized(
          "The diary can only open in one place. Leave out “\(other.printable)” or \(first)."))
    }
  }

  /// Consumes the names of sub-commands. Options can also precede the second one.
  ///
  /// - Throws: `ValidationError` if the first argument isn't a sub-command.
  private mutating func consumeCommands() throws {
    var known = PhotoDiary.configuration.subcommands
    while let word = rest.first, let command = known.first(named: word) {
      rest.removeFirst()
      commands.append(command)
      known = command.configuration.subcommands
      if !known.isEmpty { try consumeOptions() }
    }
    guard commands.isEmpty, let word = rest.first, !word.isEmpty, !word.hasPrefix("-"),
      word != "help"
    else { return }
    throw ValidationError(
      UnknownCommand.message(
        of: word, among: PhotoDiary.commandNames,
        text: rest.prefix { !$0.hasPrefix("-") }.joined(separator: " ")))
  }

  /// Checks that `--together` is given without a sub-command, which works on one diary, and that
  /// `--photos` and `--plain` don't precede a sub-command in which they have another meaning.
  ///
  /// - Throws: `ValidationError` otherwise.
  private func checkOptions() throws {
    guard !screens.isCombined else {
      throw ValidationError(
        localized("--together can't be used with a sub-command. Name a diary with --diary."))
    }
    guard let command = commands.first, screens.isPlain || screens.photos != nil,
      command == RemoteCommand.self || command == CloneCommand.self
    else { return }
    throw ValidationError(localized("Put --plain and --photos after \(command.commandName)."))
  }

  /// Finds a request for the program's help, or checks that the argument of `help` is a
  /// sub-command. The parser would show the help of the program instead.
  ///
  /// - Throws: `ValidationError` if it isn't.
  private mutating func checkHelp() throws {
    help = HelpRequest(Array(rest))
    guard help == nil, rest.first == "help" else { return }
    var commands = PhotoDiary.configuration.subcommands
    for word in rest where !word.hasPrefix("-") && word != "help" {
      guard let command = commands.first(named: word) else {
        throw ValidationError(
          UnknownCommand.message(of: word, among: commands.map { $0.commandName }))
      }
      commands = command.configuration.subcommands
    }
  }

  /// `true` if a shell requests completions.
  var requestsCompletion: Bool { rest.first == "---completion" }

  /// `true` for `--version --verbose`.
  var requestsVersionReport: Bool { rest.count == 2 && Set(rest) == ["--version", "--verbose"] }

  // MARK: For the parser

  /// The arguments for the parser of the program.
  var forProgram: [String] { commands.map { $0.commandName } + forCommand }

  /// The arguments for the parser of the sub-command.
  var forCommand: [String] {
    guard let command = commands.last else { return Array(rest) }
    let leading = LeadingOption.allCases.flatMap { option in
      options[option].map { option.isFlag ? [option.rawValue] : [option.rawValue, $0] } ?? []
    }
    return leading + wordsMovedLast(of: command)
  }

  /// Returns the arguments with `--content=--` for `--content --`, which ArgumentParser would treat
  /// as the end of the options. If a word begins with a minus, the words are moved behind `--`, in
  /// their order, where they aren't parsed as options.
  private func wordsMovedLast(of command: any ParsableCommand.Type) -> [String] {
    let isWord = command == SearchCommand.self ? Self.isExcludingTerm : Self.isNegativeNumber
    guard rest.contains(where: { $0 == "--" || isWord($0) }) else { return Array(rest) }
    // Computed for the first option, as it takes some milliseconds.
    lazy var names = Self.optionsWithValues(
      of: command.configuration.defaultSubcommand ?? command)
    var result: [String] = []
    var words: [String] = []
    var rest = rest
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      } else if !argument.hasPrefix("-") || argument == "-" || isWord(argument) {
        words.append(argument)
      } else if names.contains(argument), let value = rest.popFirst() {
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

  /// Returns the options that have a value, from the help of the sub-command: `--limit <n>`.
  private static func optionsWithValues(of command: any ParsableCommand.Type) -> Set<String> {
    let words = PhotoDiary.helpMessage(for: command, columns: HelpText.unlimited)
      .split(whereSeparator: \.isWhitespace)
    return Set(zip(words, words.dropFirst()).filter { $1.hasPrefix("<") }.map { String($0.0) })
  }
}

extension ParsableCommand {
  static var commandName: String { configuration.commandName ?? "" }
}

extension [any ParsableCommand.Type] {
  func first(named name: String) -> (any ParsableCommand.Type)? {
    first { $0.commandName == name }
  }
}

/// An option that can precede the sub-command.
private enum LeadingOption: String, CaseIterable {
  case store = "--store"
  case passphraseFile = "--passphrase-file"
  case diary = "--diary"
  case photos = "--photos"
  case plain = "--plain"
  case together = "--together"

  var isFlag: Bool { self == .plain || self == .together }

  /// A description of the value, for errors.
  var value: String {
    switch self {
    case .store: localized("the name of a folder")
    case .passphraseFile: localized("the name of a file")
    case .diary: localized("the name of a diary")
    case .photos: PhotoDisplay.choice
    case .plain, .together: ""
    }
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
