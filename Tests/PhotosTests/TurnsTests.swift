import Synchronization
import Testing

@testable import Photos

@Suite("Turns")
struct TurnsTests {
  private final class Order: Sendable {
    let names = Mutex<[String]>([])
    let isAhead = Mutex<Set<String>>([])

    func began(_ name: String) { names.withLock { $0.append(name) } }
    func isAhead(_ name: String) -> Bool { isAhead.withLock { $0.contains(name) } }
  }

  @Test func `what comes into view while it waits goes before what is ahead`() async {
    let order = Order()
    order.isAhead.withLock { $0 = ["a", "b", "c"] }
    let turns = Turns(1)
    await turns.take { false }
    await withTaskGroup(of: Void.self) { group in
      for (count, name) in ["a", "b", "c", "d"].enumerated() {
        group.addTask {
          await turns.take { order.isAhead(name) }
          order.began(name)
          await turns.giveBack()
        }
        while await turns.waiting <= count { await Task.yield() }
      }
      order.isAhead.withLock { _ = $0.remove("c") }
      await turns.giveBack()
    }
    #expect(order.names.withLock(\.self) == ["c", "d", "a", "b"])
  }
}
