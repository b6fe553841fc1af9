import CSystem
import Glibc

/// A pipe that no program started meanwhile inherits. Its ends are closed with it.
package struct Pipe: ~Copyable {
  package let reading: Descriptor
  package let writing: Descriptor
  private var isReadingOpen = true
  private var isWritingOpen = true

  /// `nil` when the system has no room for more.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
    reading = Descriptor(number: ends[0])
    writing = Descriptor(number: ends[1])
  }

  deinit {
    if isReadingOpen { reading.close() }
    if isWritingOpen { writing.close() }
  }

  /// Lets whoever writes see the end once no other program has this end.
  package mutating func closeReading() {
    guard isReadingOpen else { return }
    isReadingOpen = false
    reading.close()
  }

  /// Lets whoever reads see the end once no other program has this end.
  package mutating func closeWriting() {
    guard isWritingOpen else { return }
    isWritingOpen = false
    writing.close()
  }
}
