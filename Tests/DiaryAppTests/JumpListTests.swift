import DiaryCore
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Places that one has jumped from")
struct JumpListTests {
  private static func place(_ number: UInt64, above: Int = 0) -> Location {
    var list = Location.ListLocation()
    list.entry = ID(high: 0, low: number)
    list.above = above
    return Location(list: list)
  }

  /// Someone who goes about.
  private final class Walker {
    var jumps = JumpList()
    var current = place(1)
    private var requestID = 0

    func jump(to number: UInt64) {
      jumps.record(current)
      current = place(number)
    }

    /// Asks for places; how many steps are to be made.
    func ask(_ direction: JumpList.Direction) -> (locations: [Location], steps: Int)? {
      requestID += 1
      return jumps.request(direction, from: current, requestID: requestID)
    }

    /// The answer to a question, by default the last one.
    func answer(_ index: Int = 0, late: Int = 0) -> Bool {
      jumps.go(to: index, from: current, requestID: requestID - late)
    }

    func stop() -> Bool { jumps.stopLooking(requestID) }

    /// Goes to the nearest place; `nil` if there is none.
    func go(_ direction: JumpList.Direction) -> Location? {
      guard let wanted = ask(direction), answer() else { return nil }
      current = wanted.locations[0]
      return current
    }
  }

  @Test("Back and forward lead through them; a jump from among them forgets those ahead")
  func walk() {
    let walker = Walker()
    expectNil(walker.go(.back))
    for number in 2...4 as ClosedRange<UInt64> { walker.jump(to: number) }
    expectNil(walker.go(.forward))
    expectEqual(walker.go(.back), Self.place(3))
    expectEqual(walker.go(.back), Self.place(2))
    expectEqual(walker.go(.forward), Self.place(3))
    expectEqual(walker.go(.forward), Self.place(4))
    expectNil(walker.go(.forward))
    expectEqual(walker.go(.back), Self.place(3))
    walker.jump(to: 9)
    expectNil(walker.go(.forward))
    expectEqual(walker.go(.back), Self.place(3))
  }

  @Test("The same place isn't kept twice, and not more than a hundred")
  func bounds() {
    let walker = Walker()
    for number in 0..<500 as Range<UInt64> {
      walker.jumps.record(Self.place(number))
      walker.jumps.record(Self.place(number, above: 3))
    }
    expectEqual(walker.jumps.locations.count, 100)
    expectEqual(walker.jumps.locations.first?.isSame(as: Self.place(400)), true)
    walker.current = Self.place(499)
    expectEqual(walker.go(.back)?.isSame(as: Self.place(498)), true)
  }

  @Test("Keys before the answer add up; a late answer is none")
  func answers() {
    let walker = Walker()
    for number in 2...4 as ClosedRange<UInt64> { walker.jump(to: number) }
    expectEqual(walker.ask(.back)?.steps, 1)
    expectEqual(walker.ask(.back)?.steps, 2)
    expect(!walker.answer(late: 1))
    expect(!walker.answer(7))
    expect(walker.answer(1))
    expectEqual(walker.jumps.index, 1)
    walker.current = Self.place(2)
    expectEqual(walker.ask(.back)?.locations, [Self.place(1)])
    expect(walker.stop())
    expect(!walker.stop())
    expect(!walker.answer())
  }

  @Test("Back then forward is where one was", arguments: 0..<100)
  func property(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let walker = Walker()
    for _ in 0..<200 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1: walker.jump(to: .random(in: 0..<20, using: &random))
      case 2:
        let before = walker.current
        if walker.go(.back) != nil {
          expect(!walker.current.isSame(as: before))
          expectEqual(walker.go(.forward)?.isSame(as: before), true)
          _ = walker.go(.back)
        }
      default: _ = walker.go(.forward)
      }
      expect((0...walker.jumps.locations.count).contains(walker.jumps.index))
    }
  }
}
