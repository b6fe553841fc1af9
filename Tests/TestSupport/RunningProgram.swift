// A dispatch source may be cancelled from any thread, but isn't declared Sendable.
@preconcurrency import Dispatch
import Glibc

/// A program running beside the test, and its output.
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

  /// The complete lines printed so far, without line breaks.
  package var lines: [String] {
    let text = String(decoding: outputBytes, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  package var errorText: String { String(decoding: errorBytes, as: UTF8.self) }

  @discardableResult package func waitForLines(_ count: Int) throws -> [String] {
    try wait("\(count) lines, not \(lines)") { lines.count >= count }
    return lines
  }

  /// Waits for a text on standard error.
  package func waitForError(_ text: String) throws {
    try wait("“\(text)”") { errorText.contains(text) }
  }

  package var pid: pid_t { child.pid }

  package func cpuTicks() -> Int? { child.cpuTicks() }

  package func send(_ signal: Int32) { kill(child.pid, signal) }

  package func closeOutput() { output.closeReading() }

  /// Discards further output, because a full pipe would block the program.
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
      // A full pipe would keep the program from exiting.
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

  /// Reads available output. Returns `false` if there is none.
  private func read() -> Bool {
    let ready = TestSupport.wait([(output.reading, POLLIN), (errors.reading, POLLIN)], until: .now)
    guard ready.count == 2 else { return false }
    let hasOutput = ready[0] != 0 && output.read(into: &outputBytes)
    let hasErrors = ready[1] != 0 && errors.read(into: &errorBytes)
    return hasOutput || hasErrors
  }
}
