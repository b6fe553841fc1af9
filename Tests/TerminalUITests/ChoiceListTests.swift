import TerminalUI
import Testing

@Suite("Choosing and scrolling")
struct ChoiceListTests {
  @Test("Keys move the selection within the list")
  func keys() {
    var list = ChoiceList()
    func after(_ key: KeyEvent, count: Int = 10) -> Int {
      if !list.handle(key, count: count, page: 4) { Issue.record("\(key.name) was not taken") }
      return list.selected
    }
    #expect(after(KeyEvent(.up)) == 0)
    #expect(after(KeyEvent(.down)) == 1)
    #expect(after(KeyEvent(.pageDown)) == 4)
    #expect(after(KeyEvent(.end)) == 9)
    #expect(after(KeyEvent(.down)) == 9)
    #expect(after(KeyEvent(.pageUp)) == 6)
    #expect(after(KeyEvent(.home)) == 0)
    #expect(after(KeyEvent(.down), count: 0) == 0)
    for key in [KeyEvent.character("j"), KeyEvent(.down, .alt)] {
      let isTaken = list.handle(key, count: 10, page: 4)
      #expect(!isTaken)
    }
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
