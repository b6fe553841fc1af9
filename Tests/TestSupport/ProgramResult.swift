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

  package struct TimedOut: Error { let program: String }

  /// Runs a program to its end. `environment` changes `TestEnvironment`.
  package static func run(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String?] = [:], folder: String? = nil,
    timeout: Duration = Patience.limit
  ) throws -> ProgramResult {
    // A program that doesn't read its input must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    var toProgram = try Pipe()
    var output = try Pipe()
    var errors = try Pipe()
    let child = try ChildProcess(
      program, arguments, environment: TestEnvironment.with(environment), folder: folder,
      .descriptors(input: toProgram.reading, output: output.writing, errors: errors.writing))
    toProgram.closeReading()
    output.closeWriting()
    errors.closeWriting()
    _ = fcntl(toProgram.writing, F_SETFL, O_NONBLOCK)

    let deadline = ContinuousClock.now + timeout
    var (rest, outputBytes, errorBytes) = (input[...], [UInt8](), [UInt8]())
    if rest.isEmpty { toProgram.closeWriting() }
    while output.reading >= 0 || errors.reading >= 0 {
      // poll(2) ignores negative descriptors.
      let ready = wait(
        [(output.reading, POLLIN), (errors.reading, POLLIN), (toProgram.writing, POLLOUT)],
        until: deadline)
      guard ready.count == 3 else { throw TimedOut(program: program) }
      if ready[0] != 0, !output.read(into: &outputBytes) { output.closeReading() }
      if ready[1] != 0, !errors.read(into: &errorBytes) { errors.closeReading() }
      if ready[2] != 0 {
        let count = rest.withUnsafeBytes { write(toProgram.writing, $0.baseAddress, $0.count) }
        rest = rest.dropFirst(max(0, count))
        if rest.isEmpty || ready[2] & POLLERR != 0 { toProgram.closeWriting() }
      }
    }
    toProgram.closeWriting()
    while true {
      if let end = child.checkEnd() {
        return ProgramResult(end: end, output: outputBytes, errors: errorBytes)
      }
      guard !wait([(child.descriptor, POLLIN)], until: deadline).isEmpty else {
        throw TimedOut(program: program)
      }
    }
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
