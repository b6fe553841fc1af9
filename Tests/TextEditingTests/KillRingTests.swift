import TestSupport
import Testing
import TextEditing

@Suite struct KillRingTests {
  @Test func `kills in a row are one text, and go before or behind it as they stood`() {
    var ring = KillRing()
    ring.push("b")
    ring.push("c")
    ring.push("a", isBefore: true)
    expectEqual(ring.latest, "abc")
    ring.close()
    ring.push("d")
    expectEqual(ring.latest, "d")
  }

  @Test func `a yank again turns the ring`() {
    var ring = KillRing()
    var text = EditableText("one two three")
    for _ in 0..<2 {
      text.apply(.kill(.wordBack), &ring)
      text.apply(.dropSelection, &ring)
    }
    expectEqual(text.string, "one ")
    text.apply(.yank, &ring)
    expectEqual(text.string, "one two ")
    text.apply(.yank, &ring)
    expectEqual(text.string, "one three")
    text.apply(.yank, &ring)
    expectEqual(text.string, "one two ")
    text.apply(.undo, &ring)
    expectEqual(text.string, "one three")
  }

  @Test func `only what was just put in is exchanged for what was killed before`() {
    var ring = KillRing()
    ring.push("one", joins: false)
    ring.push("two", joins: false)
    let others: [(inout EditableText, inout KillRing) -> Void] = [
      { text, ring in text.apply(.undo, &ring) },
      { text, ring in text.apply(.place(text.caret), &ring) },
      { text, _ in text.replaceBeside(0..<0, with: "") },
      { text, ring in
        var other = EditableText()
        other.apply(.insert("x"), &ring)
      },
    ]
    for other in others {
      var text = EditableText()
      text.apply(.yank, &ring)
      other(&text, &ring)
      let before = text.string
      text.apply(.yank, &ring)
      expectEqual(text.string, before + "two")
    }
  }

  @Test func `what is short and latest is kept, what is long and old goes`() {
    var ring = KillRing()
    for number in 0..<100 { ring.push("\(number)", joins: false) }
    ring.push(String(repeating: "x", count: 20 << 20), joins: false)
    expectEqual(ring.latest?.utf8.count, 20 << 20)
    var text = EditableText()
    text.apply(.yank, &ring)
    text.apply(.yank, &ring)
    expectEqual(text.string.utf8.count, 20 << 20)
  }
}
