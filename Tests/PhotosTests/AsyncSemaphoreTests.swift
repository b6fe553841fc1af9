import Synchronization
import TestSupport
import Testing

@testable import Photos

@Suite("Turns")
struct AsyncSemaphoreTests {
  private final class Order: Sendable {
    let names = Mutex<[String]>([])
    let isAhead = Mutex<Set<String>>([])

    func began(_ name: String) { names.withLock { $0.append(name) } }
    func isAhead(_ name: String) -> Bool { isAhead.withLock { $0.contains(name) } }
  }

  @Test func `what comes into view while it waits goes before what is ahead`() async {
    let order = Order()
    order.isAhead.withLock { $0 = ["a", "b", "c"] }
    let semaphore = AsyncSemaphore(1)
    await semaphore.wait { false }
    await withTaskGroup(of: Void.self) { group in
      for (count, name) in ["a", "b", "c", "d"].enumerated() {
        group.addTask {
          await semaphore.wait { order.isAhead(name) }
          order.began(name)
          await semaphore.signal()
        }
        while await semaphore.waiting <= count { await Task.yield() }
      }
      order.isAhead.withLock { _ = $0.remove("c") }
      await semaphore.signal()
    }
    expectEqual(order.names.withLock(\.self), ["c", "d", "a", "b"])
  }
}
