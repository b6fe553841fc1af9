import TerminalUI
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
    #expect(after(.up) == 0)
    #expect(after(.down) == 1)
    #expect(after(.pageDown) == 4)
    #expect(after(.last) == 9)
    #expect(after(.down) == 9)
    #expect(after(.pageUp) == 6)
    #expect(after(.first) == 0)
    #expect(after(.down, count: 0) == 0)
  }

  @Test("It scrolls no further than it must")
  func layOut() {
    var list = ChoiceList()
    list.select(5, count: 10)
    list.layOut(count: 10, height: 4)
    #expect(list.top == 2)
    list.select(3, count: 10)
    list.layOut(count: 10, height: 4)
    #expect(list.top == 2)
    list.select(1, count: 10)
    list.layOut(count: 10, height: 4)
    #expect(list.top == 1)
    list.layOut(count: 1, height: 4)
    #expect(list.selected == 0 && list.top == 0)
  }

  @Test("A scroll position stays within its content")
  func scroll() {
    var scroll = ScrollPosition()
    scroll.move(by: -3, content: 10, height: 4)
    #expect(scroll.top == 0)
    scroll.move(by: 99, content: 10, height: 4)
    #expect(scroll.top == 6)
    scroll.move(by: 0, content: 3, height: 4)
    #expect(scroll.top == 0)
    scroll.reveal(7..<9, content: 20, height: 4)
    #expect(scroll.top == 5)
    scroll.reveal(2..<12, content: 20, height: 4)
    #expect(scroll.top == 2)
  }
}
