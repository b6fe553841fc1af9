import CSpawn
import Glibc

/// The output and end of a program without a terminal.
package struct ProgramResult {
  package let end: ProgramEnd
  package let output: [UInt8]
  package let errors: [UInt8]

  package init(end: ProgramEnd, output: [UInt8], errors: [UInt8]) {
    self.end = end
    self.output = output
    self.errors = errors
  }

  package var text: String { String(decoding: output, as: UTF8.self) }
  package var errorText: String { String(decoding: errors, as: UTF8.self) }
  /// The exit status, or `nil` if a signal ended the program.
  package var status: Int? {
    if case .status(let status) = end { status } else { nil }
  }

  /// Runs a program to its end. `environment` changes `TestEnvironment`.
  package static func run(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String?] = [:], folder: String? = nil,
    timeout: Duration = Patience.limit
  ) throws -> ProgramResult {
    let running = try RunningProgram(
      program, arguments, input: input, environment: environment, folder: folder)
    let end = try running.waitForEnd(until: .now + timeout, awaitsOutput: true)
    return ProgramResult(end: end, output: running.outputBytes, errors: running.errorBytes)
  }
}

/// A pipe, closed on deinit.
struct Pipe: ~Copyable {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SpawnError(program: "pipe", number: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }

  mutating func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  mutating func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Returns `false` at the end.
  func read(into bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(reading, &buffer, buffer.count)
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    return true
  }
}

/// Makes a file executable. A shell copies it, because processes started concurrently may hold the
/// original open for writing, which prevents running it.
package func makeExecutable(_ path: String) throws {
  let script = "cp \"$0\" \"$0.copy\" && chmod 755 \"$0.copy\" && mv \"$0.copy\" \"$0\""
  let result = try ProgramResult.run("/bin/sh", ["-c", script, path])
  guard result.status == 0 else { throw ExecutableError(text: result.errorText) }
}

private struct ExecutableError: Error { let text: String }
