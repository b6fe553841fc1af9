import DiaryCore
import Synchronization
import TestSupport
import Testing

@Suite struct ProgressThrottleTests {
  @Test func `the first report comes at once, and then twenty a second at most`() {
    let told = Mutex<[Int]>([])
    let throttle = ProgressThrottle { progress in told.withLock { $0.append(progress.done) } }
    let start = ContinuousClock.now
    for count in 1...10_000 { throttle.report(Progress(.searching, count)) }
    let most = 1 + Int((ContinuousClock.now - start) / .milliseconds(50))
    let counts = told.withLock { $0 }
    expectEqual(counts.first, 1)
    expectAtMost(counts.count, most)
  }
}
