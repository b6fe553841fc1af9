// A dispatch source may be cancelled from any thread, but isn't declared Sendable.
@preconcurrency import Dispatch
import Glibc

/// A program running beside the test, and its output.
package final class RunningProgram {
  private let child: ChildProcess
  private var input: Pipe
  private var output: Pipe
  private var errors: Pipe
  private var unsent: ArraySlice<UInt8>
  private(set) var outputBytes: [UInt8] = []
  private(set) var errorBytes: [UInt8] = []
  private let program: String

  package struct TimedOut: Error { let waitedFor: String }

  /// Starts a program. `environment` changes `TestEnvironment`. The input is written while waiting.
  package init(
    _ program: String, _ arguments: [String], input bytes: [UInt8] = [],
    environment: [String: String?] = [:], folder: String? = nil
  ) throws {
    // A program that doesn't read its input must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    var input = try Pipe()
    var output = try Pipe()
    var errors = try Pipe()
    child = try ChildProcess(
      program, arguments, environment: TestEnvironment.with(environment), folder: folder,
      .descriptors(input: input.reading, output: output.writing, errors: errors.writing))
    input.closeReading()
    if bytes.isEmpty { input.closeWriting() }
    _ = fcntl(input.writing, F_SETFL, O_NONBLOCK)
    output.closeWriting()
    errors.closeWriting()
    self.program = program
    self.input = input
    self.output = output
    self.errors = errors
    unsent = bytes[...]
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

  /// Waits for the program's end, and with `awaitsOutput` also until its children have closed its
  /// output.
  package func waitForEnd(
    until deadline: ContinuousClock.Instant = Patience.deadline, awaitsOutput: Bool = false
  ) throws -> ProgramEnd {
    while true {
      if !(awaitsOutput && isOutputOpen), let end = child.checkEnd() {
        while isOutputOpen, exchange(until: .now) {}
        return end
      }
      // A full pipe would keep the program from exiting.
      let watched = awaitsOutput && isOutputOpen ? -1 : child.descriptor
      guard exchange(until: deadline, watching: watched) else {
        throw TimedOut(waitedFor: "the end of \(program)")
      }
    }
  }

  private func wait(_ what: String, _ condition: () -> Bool) throws {
    let deadline = Patience.deadline
    while !condition() {
      guard isOutputOpen, exchange(until: deadline) else { throw TimedOut(waitedFor: what) }
    }
  }

  private var isOutputOpen: Bool { output.reading >= 0 || errors.reading >= 0 }

  /// Waits for output or free space for input, and reads or writes it. Returns `false` after the
  /// deadline.
  private func exchange(
    until deadline: ContinuousClock.Instant, watching descriptor: Int32 = -1
  ) -> Bool {
    // poll(2) ignores negative descriptors.
    let ready = TestSupport.wait(
      [
        (output.reading, POLLIN), (errors.reading, POLLIN), (input.writing, POLLOUT),
        (descriptor, POLLIN),
      ], until: deadline)
    guard !ready.isEmpty else { return false }
    if ready[0] != 0, !output.read(into: &outputBytes) { output.closeReading() }
    if ready[1] != 0, !errors.read(into: &errorBytes) { errors.closeReading() }
    if ready[2] != 0 {
      let count = unsent.withUnsafeBytes { write(input.writing, $0.baseAddress, $0.count) }
      unsent = unsent.dropFirst(max(0, count))
      if unsent.isEmpty || ready[2] & POLLERR != 0 { input.closeWriting() }
    }
    return true
  }
}
