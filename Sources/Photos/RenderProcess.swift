import Synchronization
import System

/// One run of the picture program, from its start to its end.
final class RenderProcess: Sendable {
  /// What a run is given.
  enum Photos: Sendable {
    /// As standard input.
    case one(String)
    /// As the files from 3 on; one that can't be opened is empty.
    case several([String])
  }

  /// What came of a run.
  struct End: Sendable {
    /// What it wrote, as far as it got.
    var answer: [UInt8] = []
    /// What else it said of it.
    var word = ""
    var failure: PictureFailure?
  }

  private struct State {
    /// The process, as long as it has not been waited for: only then is the number surely its own.
    var process: ChildProcess?
    var isCancelled = false
  }

  private let program: String
  private let arguments: [String]
  private let output: Descriptor?
  private let limit: Int
  private let state = Mutex(State())
  private static let milliseconds = 15_000

  init(program: String, arguments: [String], output: Descriptor?, limit: Int) {
    self.program = program
    self.arguments = arguments
    self.output = output
    self.limit = limit
  }

  /// From any thread: ends the process, or keeps it from starting.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.process?.send(.kill)
    }
  }

  /// Blocks until the process has ended, fifteen seconds at most.
  func run(_ photos: Photos) -> End {
    var end = End()
    do throws(PictureFailure) {
      try run(Self.opened(photos), &end)
    } catch {
      end.failure = error
    }
    return end
  }

  private static func opened(_ photos: Photos) throws(PictureFailure) -> [PhotoDescriptor?] {
    switch photos {
    case .one(let path): return [try PhotoDescriptor(path: path)]
    case .several(let paths):
      var descriptors: [PhotoDescriptor?] = [nil]
      for path in paths {
        do throws(PictureFailure) {
          descriptors.append(try PhotoDescriptor(path: path))
        } catch .photo {
          descriptors.append(nil)
        }
      }
      return descriptors
    }
  }

  private func run(
    _ photos: [PhotoDescriptor?], _ end: inout End
  ) throws(PictureFailure) {
    guard var results = OutputPipe(), var words = OutputPipe() else { throw .cannotStart }
    let inputs = photos.map { $0.map { Spawn.End.open($0.descriptor) } ?? .nothing }
    let spawn = Spawn(
      program, [program] + arguments, environment: ["LC_ALL=C", "SWIFT_BACKTRACE=enable=no"],
      files: .only(
        input: inputs.first ?? .nothing, output: .open(output ?? results.writing),
        errors: .open(words.writing), others: Array(inputs.dropFirst())),
      group: .own)
    let isStarted = state.withLock { state in
      guard !state.isCancelled else { return false }
      state.process = try? spawn.start()
      return state.process != nil
    }
    guard isStarted else { throw state.withLock(\.isCancelled) ? .cancelled : .cannotStart }
    results.closeWriting()
    words.closeWriting()

    let deadline = SystemClock.milliseconds + Self.milliseconds
    let isWhole = OutputPipe.read(&results, &words, limit: limit, until: deadline)
    let status = wait(until: isWhole ? deadline : 0)
    end.answer = results.bytes
    end.word = String(decoding: words.bytes.prefix { 0x21...0x7E ~= $0 }, as: UTF8.self)
    if state.withLock(\.isCancelled) { throw .cancelled }
    guard isWhole, let status else { throw .timedOut }
    switch status {
    case .success: return
    case .killed(let signal): throw .killed(signal)
    case .exited(let code): throw .failed(status: code, word: end.word)
    }
  }

  /// The status of the process once it has ended; kills it at the deadline, and then gives nil.
  private func wait(until deadline: Int) -> ExitStatus? {
    guard let process = state.withLock(\.process) else { return nil }
    let isInTime = process.ends(until: deadline) != false
    return state.withLock { state in
      if !isInTime { process.send(.kill) }
      // Nobody signals a process that is no longer known here.
      state.process = nil
      let status = process.wait()
      return isInTime ? status : nil
    }
  }
}
