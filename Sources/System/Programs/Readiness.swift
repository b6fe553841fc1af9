import Glibc

/// Waits for something to be read or for room to write, or for an end.
package enum Readiness {
  /// What is waited for.
  package enum Wish: Sendable {
    /// Something to read, or the end.
    case readable(Descriptor)
    /// Room to write, or nobody who reads.
    case writable(Descriptor)
    /// The other end is closed.
    case gone(Descriptor)
    /// Nothing: it keeps its place in the answer.
    case nothing
  }

  /// Which of these have come true, within so many milliseconds or, without a number, some day.
  /// Throws `interrupted` when a signal came first.
  package static func wait(
    for wishes: [Wish], milliseconds: Int? = nil
  ) throws(ErrorNumber) -> [Bool] {
    var waiting = wishes.map { wish in
      switch wish {
      case .readable(let descriptor):
        pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      case .writable(let descriptor):
        pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
      case .gone(let descriptor): pollfd(fd: descriptor.number, events: 0, revents: 0)
      // A negative descriptor is passed over.
      case .nothing: pollfd(fd: -1, events: 0, revents: 0)
      }
    }
    let limit = milliseconds.map { Int32(clamping: $0) } ?? -1
    guard poll(&waiting, nfds_t(waiting.count), limit) >= 0 else { throw .last }
    return waiting.map { $0.revents != 0 }
  }

  /// Does nothing for so many milliseconds.
  package static func pause(milliseconds: Int) { poll(nil, 0, Int32(clamping: milliseconds)) }
}

extension Descriptor {
  /// Whether there is something to read within so many milliseconds (an end of file is something).
  package func isReadable(within milliseconds: Int) -> Bool {
    (try? Readiness.wait(for: [.readable(self)], milliseconds: milliseconds)) == [true]
  }
}
