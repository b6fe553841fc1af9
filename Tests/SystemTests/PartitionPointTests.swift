import System
import TestSupport
import Testing

@Suite("Where a condition no longer holds")
struct PartitionPointTests {
  @Test func `it is found from every guess`() {
    for count in [0, 1, 2, 17, 300] {
      for place in 0...count {
        for guess in -1...count {
          expectEqual(partitionPoint(count, near: guess) { $0 < place }, place)
        }
      }
    }
  }

  @Test func `close to the guess, only a few are asked`() {
    let (count, guess) = (1_000_000, 500_000)
    for distance in -50...50 {
      var asked: [Int] = []
      let place = partitionPoint(count, near: guess) { number in
        asked.append(number)
        return number < guess + distance
      }
      expectEqual(place, guess + distance)
      expectLess(asked.count, 12)
      expect(asked.allSatisfy { abs($0 - guess) < 100 })
    }
  }
}
