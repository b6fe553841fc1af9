import DiaryCore
import Synchronization
import Testing

@testable import Interchange

@Suite struct StageThrottleTests {
  @Test func `the first stage comes at once, and then twenty a second at most`() {
    let told = Mutex<[Int]>([])
    let throttle = StageThrottle<PhotoImportStage> { stage in
      told.withLock { $0.append(stage.photos) }
    }
    let start = ContinuousClock.now
    for count in 1...10_000 { throttle.tell(PhotoImportStage(photos: count, totalPhotos: nil)) }
    let most = 1 + Int((ContinuousClock.now - start) / .milliseconds(50))
    let counts = told.withLock { $0 }
    #expect(counts.first == 1 && counts.count <= most)
  }
}
