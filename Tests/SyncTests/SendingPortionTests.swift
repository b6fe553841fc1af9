import TestSupport
import Testing

@testable import Sync

@Suite struct SendingPortionTests {
  @Test func `what goes quickly goes in larger portions, what goes slowly in smaller ones`() {
    var portion = SendingPortion()
    let least = portion.size
    portion.note(.seconds(1))
    expectEqual(portion.size, 2 * least)
    for _ in 0..<10 { portion.note(.seconds(1)) }
    expectEqual(portion.size, 4 * least)
    for _ in 0..<10 { portion.note(.seconds(60)) }
    expectEqual(portion.size, least)
  }

  @Test func `a large file goes alone, and small ones by the dozen`() {
    let portion = SendingPortion()
    expect(portion.holds(files: 0, bytes: 0))
    expect(!portion.holds(files: 1, bytes: portion.size))
    expect(portion.holds(files: 63, bytes: 63))
    expect(!portion.holds(files: 64, bytes: 64))
  }
}
