import TestSupport
import Testing
import TextEditing

@Suite("Earlier states")
struct UndoHistoryTests {
  @Test("A thousand steps are kept, and some more until a block of them goes")
  func depth() {
    var history = UndoHistory<Int, EditKind>()
    for state in 0..<5000 { history.record(state, kind: nil) { _, _ in false } }
    var state = 5000
    while let earlier = history.stepBack(from: state) {
      expectEqual(earlier, state - 1)
      state = earlier
    }
    expect((3900...4000).contains(state))
    while let later = history.stepForward(from: state) {
      expectEqual(later, state + 1)
      state = later
    }
    expectEqual(state, 5000)
  }

  @Test("Copies are independent, and a change after undo ends what can be redone")
  func copies() {
    var history = UndoHistory<Int, EditKind>()
    for state in 0..<100 { history.record(state, kind: nil) { _, _ in false } }
    var copy = history
    expectEqual(copy.stepBack(from: 100), 99)
    copy.record(200, kind: nil) { _, _ in false }
    // A change after undo leaves nothing to redo.
    expectNil(copy.stepForward(from: 201))
    expectEqual(copy.stepBack(from: 201), 200)
    expectEqual(copy.stepBack(from: 200), 98)
    expectEqual(history.stepBack(from: 100), 99)
    expectEqual(history.stepBack(from: 99), 98)
  }
}
