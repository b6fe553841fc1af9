import DiaryCore
import Synchronization
import TestSupport
import Testing

@Suite struct ConcurrentMapTests {
  @Test func `returns results in order and limits concurrency to the width`() async {
    let running = Mutex((now: 0, most: 0))
    let results = await concurrentMap(Array(0..<50), width: 3) { value -> Int? in
      running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
      }
      for _ in 0..<(50 - value) { await Task.yield() }
      running.withLock { $0.now -= 1 }
      return value * 2
    }
    expectEqual(results, (0..<50).map { $0 * 2 })
    expectAtMost(running.withLock { $0.most }, 3)
  }

  @Test func `starts nothing more after a value returns nil`() async throws {
    let begun = Mutex(0)
    let results = await concurrentMap(Array(0..<100), width: 2) { value -> Int? in
      begun.withLock { $0 += 1 }
      return value == 5 ? nil : value
    }
    expectEqual(results[0..<5], [0, 1, 2, 3, 4])
    try expect(results.at(5) == nil && results.at(99) == nil)
    expectLess(begun.withLock { $0 }, 10)
  }

  @Test func `starts nothing if the task is cancelled`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await concurrentMap([1, 2, 3]) { $0 }
    }
    await expectEqual(task.value, [nil, nil, nil])
    await expectEqual(concurrentMap([Int]()) { $0 }, [])
  }

  @Test(arguments: [0, 1, 31, 32, 33, 1000])
  func `parallelMap returns results in order`(count: Int) {
    expectEqual(parallelMap(Array(0..<count)) { $0 * 3 }, (0..<count).map { $0 * 3 })
  }

  @Test func `throttles progress to twenty reports a second, the first without delay`() {
    let reported = Mutex<[Int]>([])
    let throttle = ProgressThrottle { progress in reported.withLock { $0.append(progress.done) } }
    let start = ContinuousClock.now
    for count in 1...10_000 { throttle.report(Progress(.searching, count)) }
    let most = 1 + Int((ContinuousClock.now - start) / .milliseconds(50))
    let counts = reported.withLock { $0 }
    expectEqual(counts.first, 1)
    expectAtMost(counts.count, most)
  }
}
