/// Lets a few in at once; the others wait in line. Those that nobody looks at yet let the others
/// go before them.
actor AsyncSemaphore {
  private struct Waiting {
    let isAhead: @Sendable () -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private var free: Int
  private var line: [Waiting] = []

  init(_ count: Int) { free = count }

  var waiting: Int { line.count }

  /// Waits for a turn. What is wanted ahead may come into view while it waits, so that is asked
  /// whenever a turn is free.
  func wait(_ isAhead: @escaping @Sendable () -> Bool) async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { line.append(Waiting(isAhead: isAhead, continuation: $0)) }
    }
  }

  func signal() {
    if line.isEmpty {
      free += 1
    } else {
      let next = line.firstIndex { !$0.isAhead() } ?? 0
      line.remove(at: next).continuation.resume()
    }
  }
}
