import Localization
import System

/// A command of the shell that a person has set: it is given something to read and a while to do it in,
/// and has nothing of the terminal.
struct ShellCommand: Sendable {
  let command: String
  let seconds: Int

  /// How it came to its end, in one line that is safe for a terminal.
  struct Problem: Error, Hashable {
    let words: String
  }

  /// What is kept of what it prints.
  private static let longestOutput = 1 << 16
  private static let longestWords = 160

  /// Runs it to its end, at the latest after its time, and returns what it printed. What it leaves running
  /// may hold its output, which nobody waits for.
  func run(
    _ input: [UInt8], adding variables: [String: String], stop: ProcessHandle = ProcessHandle()
  ) -> Result<String, Problem> {
    guard let file = try? Descriptor.memory("entry") else { return .failure(notStarted(.last)) }
    defer { file.close() }
    guard (try? file.write(input)) != nil, (try? file.seek(to: 0)) != nil,
      var output = Pipe(), var errors = Pipe()
    else { return .failure(notStarted(.last)) }
    let environment = Environment.all.merging(variables) { $1 }.map { "\($0)=\($1)" }
    let files = Spawn.Files.only(
      input: .open(file), output: .open(output.writing), errors: .open(errors.writing))
    let spawn = Spawn(
      "/bin/sh", ["sh", "-c", command], environment: environment, files: files,
      group: .ownSession)
    var number = ErrorNumber.last
    let process = stop.begin {
      do throws(ErrorNumber) { return try spawn.start() } catch {
        number = error
        return nil
      }
    }
    output.closeWriting()
    errors.closeWriting()
    guard let process else { return .failure(notStarted(number)) }
    let deadline = SystemClock.milliseconds + seconds * 1000
    var printed = Kept(output.reading)
    var said = Kept(errors.reading)
    Self.listen(to: process, until: deadline, &printed, &said)
    switch stop.status(of: process, until: deadline) {
    case .success?: return .success(printed.text)
    case let status? where stop.isStopped: return .failure(failed(status, ""))
    case let status?: return .failure(failed(status, said.lastLine))
    case nil:
      return .failure(
        Problem(
          words: localized(
            counting: seconds, one: "it took longer than a second and was ended.",
            other: "it took longer than \(seconds) seconds and was ended.")))
    }
  }

  private func notStarted(_ number: ErrorNumber) -> Problem {
    Problem(words: localized("it couldn't be started: \(number.words)."))
  }

  private func failed(_ status: ExitStatus, _ line: String) -> Problem {
    let words =
      switch status {
      case .exited(let code): localized("it failed with status \(code)")
      case .killed(let signal): localized("it was ended by signal \(signal.number)")
      }
    guard !line.isEmpty else { return Problem(words: words + ".") }
    let short = line.count > Self.longestWords ? line.prefix(Self.longestWords - 1) + "…" : line
    return Problem(words: "\(words): \(short)")
  }

  /// Takes what it prints until it has ended or its time is over.
  private static func listen(
    to process: ChildProcess, until deadline: Int, _ printed: inout Kept, _ said: inout Kept
  ) {
    let ending = process.ending
    defer { ending?.close() }
    var hasEnded = false
    while !hasEnded, SystemClock.milliseconds < deadline {
      do throws(ErrorNumber) {
        let ready = try Readiness.wait(
          for: [ending.map { .readable($0) } ?? .nothing, printed.wish, said.wish],
          milliseconds: deadline - SystemClock.milliseconds)
        hasEnded = ready[0]
      } catch {
        if error != .interrupted { return }
      }
      printed.take()
      said.take()
      if ending == nil, printed.isAtEnd, said.isAtEnd { return }
    }
  }

  /// The beginning of what comes from one end of a pipe.
  private struct Kept {
    private(set) var bytes: [UInt8] = []
    private(set) var isAtEnd = false
    private let end: Descriptor
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)
    /// In pieces: one that prints without a pause doesn't keep the other from being heard.
    private static let mostPieces = 16

    init(_ end: Descriptor) {
      self.end = end
      end.setNonBlocking()
    }

    var wish: Readiness.Wish { isAtEnd ? .nothing : .readable(end) }

    mutating func take() {
      for _ in 0..<Self.mostPieces where !isAtEnd {
        guard let count = try? end.read(into: &buffer) else { return }
        isAtEnd = count == 0
        // The rest is taken, too, so that it can go on.
        let room = ShellCommand.longestOutput - bytes.count
        bytes += buffer[..<min(count, room)]
      }
    }

    /// Without what colors it.
    var text: String {
      String(decoding: ControlSequences.removed(from: bytes), as: UTF8.self)
    }

    /// The last thing that was said, made safe for a terminal.
    var lastLine: String {
      let lines = text.split(whereSeparator: \.isNewline)
      return lines.last { !$0.isBlank }.map { String($0.trimmed).printable } ?? ""
    }
  }
}
