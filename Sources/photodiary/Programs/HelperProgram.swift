import System

/// A small program of the system's, run without a shell and not for long.
struct HelperProgram: Sendable {
  let path: String

  private static let longestOutput = 1 << 16

  /// Looks for it where `PATH` says; relative folders in there are passed over.
  static func find(_ name: String) -> HelperProgram? {
    for folder in (Environment["PATH"] ?? "").split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if FileSystem.isExecutable(path), FileSystem.status(of: path)?.isRegularFile == true {
        return HelperProgram(path: path)
      }
    }
    return nil
  }

  /// How a program ended whose output went to a file.
  enum End: Hashable {
    /// With that many bytes.
    case whole(Int)
    case tooMuch
    case failed
  }

  /// Runs it to its end. Returns what it printed; `nil` when it failed, printed more than `limit`
  /// bytes, or was ended: by `stop`, or after that many milliseconds.
  func run(
    _ arguments: [String], within milliseconds: Int, limit: Int = longestOutput,
    stop: ProcessHandle = ProcessHandle()
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    let end = run(arguments, within: milliseconds, limit: limit, stop: stop) { piece in
      bytes += piece
      return true
    }
    guard case .whole = end else { return nil }
    return bytes
  }

  /// Runs the program with what it prints written to an open file.
  func run(
    _ arguments: [String], within milliseconds: Int, limit: Int, stop: ProcessHandle,
    to file: Descriptor
  ) -> End {
    run(arguments, within: milliseconds, limit: limit, stop: stop) { piece in
      (try? file.write(piece)) != nil
    }
  }

  /// Runs it with something to read, and waits for its end alone: what it leaves running in its
  /// session, to go on when this program has ended, may hold its output for ever. Whether it
  /// succeeded.
  func run(_ arguments: [String], input: [UInt8], within milliseconds: Int) -> Bool {
    guard let file = try? Descriptor.memory("input") else { return false }
    defer { file.close() }
    guard (try? file.write(input)) != nil, (try? file.seek(to: 0)) != nil else { return false }
    let stop = ProcessHandle()
    guard let process = stop.begin({ start(arguments, input: file, inOwnSession: true) })
    else { return false }
    return stop.status(of: process, until: SystemClock.milliseconds + milliseconds) == .success
  }

  private func run(
    _ arguments: [String], within milliseconds: Int, limit: Int, stop: ProcessHandle,
    receive: (ArraySlice<UInt8>) -> Bool
  ) -> End {
    guard var pipe = Pipe() else { return .failed }
    let writing = pipe.writing
    let process = stop.begin { start(arguments, output: writing) }
    pipe.closeWriting()
    guard let process else { return .failed }
    let deadline = SystemClock.milliseconds + milliseconds
    let end = Self.read(pipe.reading, until: deadline, limit: limit, receive)
    guard case .whole = end else {
      _ = stop.status(of: process, until: 0)
      return end
    }
    return stop.status(of: process, until: deadline) == .success ? end : .failed
  }

  /// Starts it. Without an `input` it has nothing to read; without an `output`, what it prints goes
  /// nowhere. In a session of its own it has nothing of the terminal and goes on when this program
  /// ends.
  func start(
    _ arguments: [String], input: Descriptor? = nil, output: Descriptor? = nil,
    inOwnSession: Bool = false
  ) -> ChildProcess? {
    // A group of its own, so that what it starts in its turn is ended with it.
    let spawn = Spawn(
      path, [path] + arguments,
      files: .only(
        input: input.map { .open($0) } ?? .nothing, output: output.map { .open($0) } ?? .nothing,
        errors: .nothing),
      group: inOwnSession ? .ownSession : .own)
    return try? spawn.start()
  }

  /// Takes everything until the other end is closed, unless that takes too long or is too much.
  private static func read(
    _ descriptor: Descriptor, until deadline: Int, limit: Int,
    _ receive: (ArraySlice<UInt8>) -> Bool
  ) -> End {
    var size = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while size <= limit {
      do throws(ErrorNumber) {
        let left = max(0, deadline - SystemClock.milliseconds)
        let ready = try Readiness.wait(for: [.readable(descriptor)], milliseconds: left)
        guard ready[0] else { return .failed }
      } catch .interrupted {
        continue
      } catch {
        return .failed
      }
      guard let count = try? descriptor.read(into: &buffer) else { return .failed }
      guard count > 0 else { return .whole(size) }
      size += count
      guard size <= limit else { break }
      guard receive(buffer[..<count]) else { return .failed }
    }
    return .tooMuch
  }
}
