// A dispatch source may be cancelled from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import Glibc

/// A program that runs beside the test, and what it prints meanwhile.
package final class RunningProgram {
  private let child: ChildProcess
  private var output: Pipe
  private let errors: Pipe
  private var outputBytes: [UInt8] = []
  private var errorBytes: [UInt8] = []
  private let program: String

  package struct TimedOut: Error { let waitedFor: String }

  /// Starts a program. `environment` changes `TestEnvironment`.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:],
    folder: String? = nil
  ) throws {
    var input = try Pipe()
    var output = try Pipe()
    var errors = try Pipe()
    child = try ChildProcess(
      program, arguments, environment: TestEnvironment.with(environment), folder: folder,
      .descriptors(input: input.reading, output: output.writing, errors: errors.writing))
    input.closeReading()
    input.closeWriting()
    output.closeWriting()
    errors.closeWriting()
    self.program = program
    self.output = output
    self.errors = errors
  }

  /// The whole lines that it has printed, without their ends.
  package var lines: [String] {
    let text = String(decoding: outputBytes, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  package var errorText: String { String(decoding: errorBytes, as: UTF8.self) }

  /// Waits until it has printed that many lines.
  @discardableResult package func waitForLines(_ count: Int) throws -> [String] {
    try wait("\(count) lines, not \(lines)") { lines.count >= count }
    return lines
  }

  /// Waits until it has said something on standard error.
  package func waitForError(_ text: String) throws {
    try wait("“\(text)”") { errorText.contains(text) }
  }

  package var pid: pid_t { child.pid }

  /// The CPU time it has used, in clock ticks.
  package func cpuTicks() -> Int? { child.cpuTicks() }

  package func send(_ signal: Int32) { kill(child.pid, signal) }

  /// Nobody reads what it prints any more.
  package func closeOutput() { output.closeReading() }

  /// Takes and drops what it prints from now on: a pipe that is full would stop it.
  package func ignoreOutput() {
    for descriptor in [output.reading, errors.reading] where descriptor >= 0 {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { continue }
      let source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: Self.ignoring)
      source.setEventHandler {
        var bytes = [UInt8](repeating: 0, count: 65536)
        if Glibc.read(copy, &bytes, bytes.count) <= 0 { source.cancel() }
      }
      source.setCancelHandler { close(copy) }
      source.activate()
    }
  }

  private static let ignoring = DispatchQueue(label: "photodiary.ignored-output")

  package func waitForEnd() throws -> ProgramEnd {
    let deadline = Patience.deadline
    while true {
      if let end = child.checkEnd() {
        while read() {}
        return end
      }
      // A pipe that is full would keep it from its end.
      let ready = TestSupport.wait(
        [(child.descriptor, POLLIN), (output.reading, POLLIN), (errors.reading, POLLIN)],
        until: deadline)
      guard !ready.isEmpty else { throw TimedOut(waitedFor: "the end of \(program)") }
      _ = read()
    }
  }

  private func wait(_ what: String, _ condition: () -> Bool) throws {
    let deadline = Patience.deadline
    while !condition() {
      let ready = TestSupport.wait(
        [(output.reading, POLLIN), (errors.reading, POLLIN)], until: deadline)
      guard !ready.isEmpty, read() else { throw TimedOut(waitedFor: what) }
    }
  }

  /// Takes what is there. `false` when there is nothing.
  private func read() -> Bool {
    let ready = TestSupport.wait([(output.reading, POLLIN), (errors.reading, POLLIN)], until: .now)
    guard ready.count == 2 else { return false }
    let hasOutput = ready[0] != 0 && output.read(into: &outputBytes)
    let hasErrors = ready[1] != 0 && errors.read(into: &errorBytes)
    return hasOutput || hasErrors
  }
}
