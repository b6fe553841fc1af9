import DiaryCore
import TestSupport
import Testing

/// The program as a shell sees it, with a diary and a home of its own.
struct CommandLine {
  let folder: TemporaryFolder
  var environment: [String: String?] = [:]

  init() throws { folder = try TemporaryFolder() }

  var store: String { folder.path("diary") }

  /// Runs the program to its end.
  func run(_ arguments: [String], input: [UInt8] = []) throws -> ProgramResult {
    try ProgramResult.run(
      BuiltProgram.path("photodiary"), arguments, input: input, environment: whole,
      folder: folder.path)
  }

  /// Starts the program and lets it run.
  func start(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(
      BuiltProgram.path("photodiary"), arguments, environment: whole, folder: folder.path)
  }

  private var whole: [String: String?] {
    ["HOME": folder.path, "PHOTODIARY_STORE": store, "TMPDIR": folder.path]
      .merging(environment) { $1 }
  }

  func callAsFunction(_ arguments: String..., input: String = "") throws -> ProgramResult {
    try run(arguments, input: Array(input.utf8))
  }

  /// Runs what has to succeed, and gives what it printed without the last line end.
  @discardableResult
  func output(_ arguments: String..., input: String = "") throws -> String {
    let result = try run(arguments, input: Array(input.utf8))
    expectEqual(result.status, 0, "\(arguments): \(result.errorText)")
    return String(result.text.hasSuffix("\n") ? result.text.dropLast() : Substring(result.text))
  }

  @discardableResult
  func output(_ arguments: [String]) throws -> String {
    let result = try run(arguments)
    expectEqual(result.status, 0, "\(arguments): \(result.errorText)")
    return result.text
  }

  /// The JSON that a command prints.
  func json(_ arguments: String...) throws -> JSONValue {
    let result = try run(arguments)
    expectEqual(result.status, 0, "\(arguments): \(result.errorText)")
    return try JSONParser.parse(result.output)
  }

  /// The one line that a command says as it fails.
  func failure(_ arguments: String..., status: Int = 1) throws -> String {
    let result = try run(arguments)
    expectEqual(result.status, status, "\(arguments)")
    expectEqual(result.text, "", "\(arguments)")
    let lines = result.errorText.split(separator: "\n")
    expectEqual(lines.count, 1, "\(result.errorText)")
    expectSuffix(result.errorText, "\n", "\(result.errorText)")
    expectPrefix(result.errorText, "photodiary: ")
    return result.errorText
  }

  /// A photo from the sample diary.
  static var photo: String {
    // The tests run in the checkout's folder.
    "Assets/photos/river-fog.jpg"
  }
}
