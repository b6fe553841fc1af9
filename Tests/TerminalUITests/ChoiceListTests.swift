import TerminalUI
import TestSupport
import Testing

@Suite("Choosing and scrolling")
struct ChoiceListTests {
  @Test("Steps move the selection within the list")
  func steps() {
    var list = ChoiceList()
    func after(_ step: ChoiceList.Step, count: Int = 10) -> Int {
      list.move(step, count: count, page: 4)
      return list.selected
    }
    expectEqual(after(.up), 0)
    expectEqual(after(.down), 1)
    expectEqual(after(.pageDown), 4)
    expectEqual(after(.last), 9)
    expectEqual(after(.down), 9)
    expectEqual(after(.pageUp), 6)
    expectEqual(after(.first), 0)
    expectEqual(after(.down, count: 0), 0)
  }

  @Test("It scrolls no further than it must")
  func layOut() {
    var list = ChoiceList()
    for (selected, top) in [(3, 0), (4, 1), (5, 2), (3, 2), (1, 1)] {
      list.select(selected, count: 10)
      list.layOut(count: 10, height: 4)
      expectEqual(list.top, top)
    }
    list.layOut(count: 1, height: 4)
    expectEqual(list.selected, 0)
    expectEqual(list.top, 0)
  }

  @Test("A scroll position stays within its content")
  func scroll() {
    var scroll = ScrollPosition()
    scroll.move(by: -3, content: 10, height: 4)
    expectEqual(scroll.top, 0)
    scroll.move(by: 99, content: 10, height: 4)
    expectEqual(scroll.top, 6)
    scroll.move(by: 0, content: 3, height: 4)
    expectEqual(scroll.top, 0)
    scroll.reveal(7..<9, content: 20, height: 4)
    expectEqual(scroll.top, 5)
    scroll.reveal(2..<12, content: 20, height: 4)
    expectEqual(scroll.top, 2)
  }
}
