import System

/// A pipe for what a process writes, and what has come through it.
struct OutputPipe: ~Copyable {
  private var pipe: Pipe
  private(set) var bytes: [UInt8]
  private var isOpen = true

  init?() {
    guard let pipe = Pipe() else { return nil }
    self.pipe = pipe
    // Swift 6.2 fails at a value that is there before it may return none.
    bytes = []
  }

  var writing: Descriptor { pipe.writing }

  mutating func closeWriting() { pipe.closeWriting() }

  /// Reads both until the process has closed them; false if it took too long or wrote too much.
  static func read(
    _ results: inout OutputPipe, _ words: inout OutputPipe, limit: Int, until deadline: Int
  ) -> Bool {
    while results.isOpen || words.isOpen {
      let left = deadline - SystemClock.milliseconds
      guard left > 0 else { return false }
      do throws(ErrorNumber) {
        let ready = try Readiness.wait(for: [results.wish, words.wish], milliseconds: left)
        if ready[0] { results.read() }
        if ready[1] { words.read() }
      } catch {
        guard error == .interrupted else { return false }
      }
      if results.bytes.count > limit || words.bytes.count > 1 << 16 { return false }
    }
    return true
  }

  private var wish: Readiness.Wish { isOpen ? .readable(pipe.reading) : .nothing }

  private mutating func read() {
    let reading = pipe.reading
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = (try? reading.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
    bytes += piece
    if piece.isEmpty { isOpen = false }
  }
}
