import System

/// What goes to and comes from a program that runs, as it comes.
struct ProgramTalk {
  enum Piece {
    case output(ArraySlice<UInt8>)
    case errors(ArraySlice<UInt8>)
    /// It has been given all, or reads no more.
    case inputEnd
  }

  private let input: Descriptor
  private let output: Descriptor
  private let errors: Descriptor
  private let ending: Descriptor?
  private var source: RemoteProgram.Source?
  private let patience: Int
  private var waiting: ArraySlice<UInt8> = []
  private var isOutputOpen = true
  private var areErrorsOpen = true
  private var hasEnded = false
  private var lastErrors: ArraySlice<UInt8> = []
  private var deadline: Int
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(
    input: Descriptor, output: Descriptor, errors: Descriptor, ending: Descriptor?,
    source: RemoteProgram.Source?, patience: Int
  ) {
    (self.input, self.output, self.errors, self.ending) = (input, output, errors, ending)
    (self.source, self.patience) = (source, patience)
    if source != nil { input.setNonBlocking() }
    output.setNonBlocking()
    errors.setNonBlocking()
    deadline = SystemClock.milliseconds + patience
  }

  /// Waits for what comes next; `nil` once the program has ended and everything it wrote is taken.
  /// What it has started and left behind may hold the other ends for ever, so those don't matter then.
  mutating func next(_ stop: RemoteStop) throws(RemoteFault) -> Piece? {
    while true {
      if isOutputOpen, let bytes = try read(output, stop) {
        guard bytes.isEmpty else { return .output(bytes) }
        isOutputOpen = false
      }
      if areErrorsOpen, let bytes = try read(errors, stop) {
        guard bytes.isEmpty else { return .errors(bytes) }
        areErrorsOpen = false
      }
      if hasEnded || (ending == nil && !isOutputOpen && !areErrorsOpen) { return nil }
      if source != nil, try isInputAtEnd(stop) {
        source = nil
        return .inputEnd
      }
      try wait(stop)
    }
  }

  private mutating func wait(_ stop: RemoteStop) throws(RemoteFault) {
    let left = deadline - SystemClock.milliseconds
    guard left > 0 else { throw stop.isStopped ? .stopped : .silent(seconds: patience / 1000) }
    do throws(ErrorNumber) {
      let ready = try Readiness.wait(
        for: [
          ending.map { .readable($0) } ?? .nothing, isOutputOpen ? .readable(output) : .nothing,
          areErrorsOpen ? .readable(errors) : .nothing, source != nil ? .writable(input) : .nothing,
        ], milliseconds: left)
      // All that it wrote is in the pipes by now.
      if ready[0] { hasEnded = true }
    } catch .interrupted {
      return
    } catch {
      throw .failed(error.words)
    }
  }

  /// What there is to read, nothing at the end; `nil` when it has to be waited for.
  private mutating func read(
    _ end: Descriptor, _ stop: RemoteStop
  ) throws(RemoteFault) -> ArraySlice<UInt8>? {
    guard let count = try? end.read(into: &buffer) else { return nil }
    let bytes = buffer[..<count]
    // A program that says the same again and again doesn't get on.
    if end == output || lastErrors != bytes { try moved(stop) }
    if end == errors { lastErrors = bytes }
    return bytes
  }

  private mutating func isInputAtEnd(_ stop: RemoteStop) throws(RemoteFault) -> Bool {
    while let source {
      if waiting.isEmpty {
        guard let piece = try source() else { return true }
        waiting = piece[...]
        continue
      }
      do throws(ErrorNumber) {
        waiting = waiting.dropFirst(try input.writeToPipe(waiting))
      } catch .tryAgain {
        return false
      } catch {
        // Why it reads no more, it says itself.
        return true
      }
      try moved(stop)
    }
    return true
  }

  private mutating func moved(_ stop: RemoteStop) throws(RemoteFault) {
    try stop.check()
    deadline = SystemClock.milliseconds + patience
  }
}
