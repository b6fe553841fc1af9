import DiaryCore
import Dispatch
import Synchronization
import System
import Text

/// Records voice notes with arecord or pw-record, into a private folder. They run below a shell
/// that ends them on request or when this program ends for any reason, so that the recording is
/// complete and doesn't continue unnoticed.
final class AudioRecorder: AudioRecording {
  /// The folder of recordings that aren't in the diary yet; `nil` if an encrypted diary has no
  /// folder in memory.
  let folder: String?

  private let running = Mutex<RunningRecorder?>(nil)
  private static let queue = DispatchQueue(label: "photodiary.recorder", attributes: .concurrent)
  /// In milliseconds; a program that can't record reports that within this time.
  private static let patience = 400
  /// In bytes, the size of a file without sound.
  private static let header = 44

  /// Creates a recorder. For an encrypted diary its folder is in memory, so that nothing is on disk
  /// in clear.
  init(of folders: Folders, isEncrypted: Bool) {
    let inMemory = TemporaryFolder.memory.map { $0 + "/photodiary" }
    folder = (isEncrypted ? inMemory : folders.state).map {
      Path.join($0, "recordings", folders.key)
    }
  }

  /// Recording programs, with the arguments before the path of the file.
  private static let programs: [(name: String, arguments: [String])] = [
    ("arecord", ["-q", "-t", "wav", "-f", "S16_LE", "-r", "48000", "-c", "1"]),
    ("pw-record", ["--format", "s16", "--rate", "48000", "--channels", "1"]),
  ]

  /// Ends the program when standard input is closed. The shell closes its own output, so that the
  /// end of the error output shows that the program ended by itself.
  private static let script =
    "umask 077; \"$@\" >&2 & p=$!; exec >&- 2>&-; read -r x; kill -TERM $p 2>/dev/null; wait $p"

  func start() async throws(MessageError) {
    guard
      let (program, arguments) = Self.programs.lazy.compactMap({ name, arguments in
        HelperProgram.find(name).map { ($0, arguments) }
      }).first
    else { throw .noRecorder }
    guard let folder else {
      throw .recording(localized("recording in an encrypted diary needs XDG_RUNTIME_DIR"))
    }
    do {
      _ = try FileSystem.makeFolders(folder, mode: 0o700)
    } catch {
      throw .recording(error.message)
    }
    let time = LocalTime.now()
    let date = LocalTime.date(of: time)
    let seconds = time.seconds % 60
    let clock = "\(date.clock.replacing(":", with: ".")).\(seconds < 10 ? "0" : "")\(seconds)"
    let path = "\(folder)/\(localized("voice")) \(date.day) \(clock).wav"
    let words = ["sh", "-c", Self.script, "sh", program.path] + arguments + [path]
    guard let recorder = RunningRecorder(words, to: path) else { throw .recording("") }
    running.withLock { $0 = recorder }
    await onQueue { recorder.wait(milliseconds: Self.patience) }
    // A program that ended by itself may still have recorded something.
    if let failure = await failure(), !Self.hasSound(path) {
      await discard()
      throw failure
    }
  }

  private static func hasSound(_ path: String) -> Bool {
    FileSystem.status(of: path).map { $0.size > header } ?? false
  }

  func failure() async -> MessageError? {
    running.withLock { $0?.failure }.map { .recording($0) }
  }

  func finish() async throws(MessageError) -> String {
    guard let recorder = running.withLock({ $0.take() }) else { throw .recording("") }
    let words = recorder.failure ?? ""
    await onQueue { recorder.end() }
    guard Self.hasSound(recorder.path) else {
      FileSystem.unlink(recorder.path)
      throw .recording(words)
    }
    return await onQueue { Self.compressed(recorder.path) }
  }

  func discard() async {
    guard let recorder = running.withLock({ $0.take() }) else { return }
    await onQueue { recorder.end() }
    FileSystem.unlink(recorder.path)
  }

  func remove(_ path: String) async { FileSystem.unlink(path) }

  private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Self.queue.async(execute: Invocation.inheriting { continuation.resume(returning: work()) })
    }
  }

  // MARK: Compression

  /// Compresses a recording to Opus or FLAC, if there is a program for that. Returns the path of
  /// the file.
  private static func compressed(_ path: String) -> String {
    let stem = path.dropLast(".wav".count)
    let (opus, flac) = ("\(stem).opus", "\(stem).flac")
    let ways: [(program: String, arguments: [String], file: String)] = [
      (
        "ffmpeg",
        [
          "-nostdin", "-v", "fatal", "-n", "-i", "file:" + path, "-c:a", "libopus", "-b:a", "48k",
          "-f", "ogg", "file:" + opus,
        ], opus
      ),
      ("opusenc", ["--quiet", "--bitrate", "48", path, opus], opus),
      ("flac", ["--silent", "-o", flac, path], flac),
    ]
    for (name, arguments, file) in ways {
      guard let program = HelperProgram.find(name) else { continue }
      let isDone = program.run(arguments, within: 120_000) != nil
      if isDone, let size = FileSystem.status(of: file)?.size, size > 0 {
        FileSystem.unlink(path)
        return file
      }
      FileSystem.unlink(file)
    }
    return path
  }

  // MARK: Recovery

  /// Creates drafts of recordings that were left by a program that was ended. Recordings in
  /// progress are skipped, as their files are still growing.
  func recover(into diary: DiaryService, _ drafts: any DraftStoring) async {
    guard let folder else { return }
    for name in (try? FileSystem.names(in: folder).sorted()) ?? [] {
      let path = folder + "/" + name
      guard let status = FileSystem.status(of: path), status.isRegularFile,
        status.modified.seconds < SystemClock.seconds - Self.quietSeconds
      else { continue }
      guard status.size > Self.header else {
        FileSystem.unlink(path)
        continue
      }
      do {
        let attachment = try await diary.addAttachment(at: path).attachment
        let time = Timestamp(fileSeconds: Int64(status.modified.seconds), nanoseconds: 0)
        let date = LocalTime.date(of: time)
        var fields = EntryFields(date: date, title: "", content: "")
        fields.attachments = [attachment]
        try await drafts.save(
          Draft(
            id: .random(), entry: nil, base: [], fields: fields, dateText: fields.date.description))
        FileSystem.unlink(path)
      } catch {
        // Tries again at the next start.
        continue
      }
    }
  }

  /// In seconds; a file that hasn't changed for this time isn't growing.
  private static let quietSeconds = 10
}

/// A running recording program, and the shell above it.
private final class RunningRecorder: Sendable {
  let path: String
  private let state: Mutex<State>

  private struct State: ~Copyable {
    /// The program ends when its input does.
    var run: ProgramRun
    var words: [UInt8] = []
    var hasEnded = false

    /// Reads error messages until the program ends or the time is over.
    mutating func read(milliseconds: Int) {
      let deadline = SystemClock.milliseconds + milliseconds
      while !hasEnded, case .errors(let bytes)? = try? run.next(until: deadline) {
        if bytes.isEmpty { hasEnded = true }
        if words.count < 1 << 14 { words += bytes }
      }
    }
  }

  init?(_ words: [String], to path: String) {
    let spawn = Spawn(
      "/bin/sh", words, files: .only(input: .pipe, output: .null, errors: .pipe), group: .newGroup)
    guard let run = try? ProgramRun(spawn) else { return nil }
    self.path = path
    state = Mutex(State(run: run))
  }

  /// The error message of a program that ended by itself; `nil` while it runs.
  var failure: String? {
    state.withLock { state in
      state.read(milliseconds: 0)
      guard state.hasEnded else { return nil }
      return String(decoding: state.words.prefix { $0 != 10 }.prefix(200), as: UTF8.self)
    }
  }

  /// Waits until the program ends by itself, at most this long.
  func wait(milliseconds: Int) { state.withLock { $0.read(milliseconds: milliseconds) } }

  /// Ends the program after it has written all sound.
  func end() {
    state.withLock { state in
      state.run.closeInput()
      _ = state.run.finish(until: SystemClock.milliseconds + 5000)
    }
  }
}

// MARK: - VoiceNote

/// Records a voice note in a shell.
enum VoiceNote {
  /// In milliseconds, the interval of updates.
  private static let tick = 500

  /// Records until Enter is pressed or a signal ends the program, which keeps the recording.
  /// Returns the path of the file.
  ///
  /// - Throws: `CommandError` if it can't be recorded.
  static func record(by recorder: AudioRecorder) async throws -> String {
    let signals = CurrentProcess.catchTerminationSignals()
    do {
      try await recorder.start()
    } catch {
      throw CommandError(error.line)
    }
    let isTerminal = Descriptor.standardError.isTerminal
    let start = SystemClock.milliseconds
    while true {
      if isTerminal {
        let clock = DurationText.clock(milliseconds: SystemClock.milliseconds - start)
        put("\r● \(localized("Recording \(clock)"))  \(localized("Enter ends it"))\u{1B}[K")
      }
      let conditions = [
        signals.map { Readiness.Condition.readable($0) } ?? .never,
        StandardInput.isTerminal ? .readable(.standardInput) : .never,
      ]
      let ready = (try? Readiness.wait(for: conditions, milliseconds: tick)) ?? [false, false]
      if ready.contains(true) { break }
      if await recorder.failure() != nil { break }
    }
    if isTerminal { put("\r\u{1B}[K") }
    do {
      return try await recorder.finish()
    } catch {
      throw CommandError(error.line)
    }
  }

  private static func put(_ text: String) {
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
