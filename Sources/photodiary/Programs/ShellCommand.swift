import DiaryApp
import DiaryCore
import Dispatch
import Synchronization
import System
import Text

/// A shell command of the user, run with input, a time limit and without access to the terminal.
struct ShellCommand: Sendable {
  let command: String
  let seconds: Int

  /// In bytes; further output is discarded.
  private static let maxOutputLength = 1 << 16
  private static let maxWordsLength = 160

  /// Runs the command until it ends or its time is over, and returns its output. Processes that it
  /// leaves may keep the output open; they aren't waited for.
  func run(
    _ input: [UInt8], adding variables: [String: String], stop: ProcessHandle = ProcessHandle()
  ) -> Result<String, MessageError> {
    guard let file = try? Descriptor.memory("entry") else { return .failure(notStarted(.last)) }
    defer { file.close() }
    guard (try? file.write(input)) != nil, (try? file.seek(to: 0)) != nil
    else { return .failure(notStarted(.last)) }
    let environment = Environment.all.merging(variables) { $1 }.map { "\($0)=\($1)" }
    let spawn = Spawn(
      "/bin/sh", ["sh", "-c", command], environment: environment,
      files: .only(input: .open(file), output: .pipe, errors: .pipe), group: .newSession)
    var (printed, errors) = ([UInt8](), [UInt8]())
    let status: ExitStatus?
    do {
      var run = try ProgramRun(spawn, stop)
      status = run.finish(until: SystemClock.milliseconds + seconds * 1000) { event in
        // Reads and discards the rest, so that the command isn't blocked.
        switch event {
        case .output(let bytes): printed += bytes.prefix(Self.maxOutputLength - printed.count)
        case .errors(let bytes): errors += bytes.prefix(Self.maxOutputLength - errors.count)
        case .sent: break
        }
        return true
      }
    } catch {
      return .failure(notStarted(error))
    }
    switch status {
    case .success?: return .success(Self.text(printed))
    case let status? where stop.isStopped: return .failure(failed(status, ""))
    case let status?: return .failure(failed(status, Self.lastLine(errors)))
    case nil:
      return .failure(
        MessageError(
          localized(
            counting: seconds, one: "it took longer than a second and was stopped.",
            other: "it took longer than \(seconds) seconds and was stopped.")))
    }
  }

  private func notStarted(_ number: ErrorNumber) -> MessageError {
    MessageError(localized("it couldn't be started: \(number.message)."))
  }

  private func failed(_ status: ExitStatus, _ line: String) -> MessageError {
    let words =
      switch status {
      case .exited(let code): localized("it failed with status \(code)")
      case .killed(let signal): localized("it was stopped by signal \(signal.number)")
      }
    guard !line.isEmpty else { return MessageError(words + ".") }
    let short = line.count > Self.maxWordsLength ? line.prefix(Self.maxWordsLength - 1) + "…" : line
    return MessageError("\(words): \(short)")
  }

  /// Returns the text without control sequences.
  private static func text(_ output: [UInt8]) -> String {
    String(decoding: ControlSequences.removed(from: output), as: UTF8.self)
  }

  /// Returns the last line that isn't blank, safe for a terminal.
  private static func lastLine(_ output: [UInt8]) -> String {
    let lines = text(output).split(whereSeparator: \.isNewline)
    return lines.last { !$0.isBlank }.map { String($0.trimmed).printable } ?? ""
  }
}

// MARK: - ControlSequences

/// Control sequences of ECMA-48, which programs write to color text, move the cursor or set a
/// window title.
enum ControlSequences {
  private static let escape: UInt8 = 0x1B
  private static let bell: UInt8 = 0x07

  /// Returns a text without control sequences. Incomplete ones are kept.
  static func removed(from bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(escape) else { return bytes }
    var kept: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == escape, let end = end(of: rest) {
        rest = rest[end...]
      } else {
        kept.append(byte)
        rest.removeFirst()
      }
    }
    return kept
  }

  /// Returns the end of the sequence at the start of a text, or `nil` if it is incomplete.
  private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
    let body = bytes.dropFirst()
    switch body.first {
    case UInt8(ascii: "[")?: return end(of: body.dropFirst(), 0x20...0x3F, last: 0x40...0x7E)
    // A sequence with a text ends with BEL or ST.
    case UInt8(ascii: "]")?, UInt8(ascii: "P")?, UInt8(ascii: "X")?, UInt8(ascii: "^")?,
      UInt8(ascii: "_")?:
      guard let mark = body.firstIndex(where: { $0 == bell || $0 == escape }) else { return nil }
      if body[mark] == bell { return mark + 1 }
      return mark + 1 < body.endIndex && body[mark + 1] == UInt8(ascii: "\\") ? mark + 2 : nil
    default: return end(of: body, 0x20...0x2F, last: 0x30...0x7E)
    }
  }

  private static func end(
    of body: ArraySlice<UInt8>, _ middle: ClosedRange<UInt8>, last: ClosedRange<UInt8>
  ) -> Int? {
    guard let end = body.firstIndex(where: { !middle.contains($0) }), last.contains(body[end])
    else { return nil }
    return end + 1
  }
}

// MARK: - SaveHook

/// Runs the user's command after saves, on its own queue, one run after the other. Saves don't wait
/// for it or depend on its result.
final class SaveHook: Sendable {
  private let settings: SettingsFile
  private let queue = DispatchQueue(label: "photodiary.hook")
  private let state = Mutex(State())

  private struct State {
    /// The number of saves whose run isn't complete.
    var due = 0
    /// Reports problems.
    var report: @Sendable (String) -> Void = ErrorLine.write
  }

  /// The name of the setting.
  private static let name = "hooks.saved"

  init(settings: SettingsFile) { self.settings = settings }

  /// Queues a run for each kind of change in a save. `path` returns the path of a photo or
  /// attachment.
  func saved(_ changes: [DiaryChange], path: @escaping @Sendable (AssetFile) -> String?) {
    let kinds = Self.kinds.filter { kind in changes.contains { $0.kind == kind } }
    guard !kinds.isEmpty else { return }
    state.withLock { $0.due += 1 }
    let language = Language.current
    queue.async(
      execute: Invocation.inheriting { [self] in
        let settings = settings.known()
        if let text = settings.saveHook {
          let command = ShellCommand(command: text, seconds: settings.commandSeconds)
          for kind in kinds {
            let entries = changes.filter { $0.kind == kind }.map { $0.entry.json(file: path) }
            language.speaking { run(command, kind, entries) }
          }
        }
        state.withLock { $0.due -= 1 }
      })
  }

  private static let kinds: [DiaryChange.Kind] = [.added, .updated, .deleted, .restored]

  private func run(
    _ command: ShellCommand, _ kind: DiaryChange.Kind, _ entries: [JSONValue]
  ) {
    let input = entries.flatMap { JSONWriter.bytes($0) + [UInt8(ascii: "\n")] }
    if case .failure(let problem) = command.run(
      input, adding: ["PHOTODIARY_CHANGE": kind.rawValue])
    {
      let line = localized("Saved, but \(Self.name) had a problem: \(problem.line)")
      state.withLock(\.report)(line)
    }
  }

  /// Sets the function that reports problems.
  func setReporter(_ report: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.report = report }
  }

  /// Waits for all runs. After a second, reports that it is waiting.
  func finish() async {
    guard state.withLock({ $0.due > 0 }) else { return }
    let waitNotice = Task {
      try await Task.sleep(for: .seconds(1))
      ErrorLine.report(localized("Saved. Waiting for \(Self.name) to finish…"))
    }
    await withCheckedContinuation { done in queue.async { done.resume() } }
    waitNotice.cancel()
  }
}

// MARK: - UserCommands

/// Runs the commands that the user has bound to keys.
struct UserCommands: Sendable {
  let settings: SettingsFile
  let path: @Sendable (AssetFile) -> String?

  private static let queue = DispatchQueue(
    label: "photodiary.own-commands", attributes: .concurrent)

  func run(_ command: String, on entry: Entry) async throws(MessageError) -> String {
    let input = JSONWriter.bytes(entry.json(file: path)) + [UInt8(ascii: "\n")]
    let result = await ProcessHandle.running(on: Self.queue) { stop in
      ShellCommand(command: command, seconds: settings.known().commandSeconds)
        .run(input, adding: [:], stop: stop)
    }
    switch result {
    case .success(let text): return text
    case .failure(let problem):
      throw MessageError(localized("\(command) had a problem: \(problem.line)"))
    }
  }
}
