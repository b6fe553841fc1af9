import TestSupport
import Testing
import TextEditing

@Suite("Lists, quotations and indentation")
struct ListTests {
  /// Carries commands out where `|` stands and shows where the caret is then.
  private func edited(_ text: String, _ commands: EditingCommand...) -> String {
    var ring = KillRing()
    var editable = EditableText(text.replacing("|", with: ""))
    if let index = text.utf8.firstIndex(of: UInt8(ascii: "|")) {
      editable.apply(.place(text.utf8.distance(from: text.startIndex, to: index)), &ring)
    }
    for command in commands { editable.apply(command, &ring) }
    let rope = editable.rope
    return rope.substring(0..<editable.caret) + "|" + rope.substring(editable.caret..<rope.count)
  }

  @Test(
    "Enter goes on with what the line began with",
    arguments: [
      ("- eggs|", "- eggs\n- |"), ("* eggs|", "* eggs\n* |"), ("+ 달걀|", "+ 달걀\n+ |"),
      ("1. one|", "1. one\n2. |"), ("9) nine|", "9) nine\n10) |"),
      ("- [x] done|", "- [x] done\n- [ ] |"),
      ("> said|", "> said\n> |"), ("> - a|", "> - a\n> - |"), ("  - in|", "  - in\n  - |"),
      ("\tin|", "\tin\n\t|"), ("- two| words", "- two\n- | words"), ("plain|", "plain\n|"),
      ("-|no list", "-\n|no list"), ("1.5 km|", "1.5 km\n|"), ("|- before", "\n|- before"),
      ("- a\n- b|\n- c", "- a\n- b\n- |\n- c"),
    ])
  func goingOn(_ before: String, _ after: String) {
    expectEqual(edited(before, .newline), after)
  }

  @Test(
    "On an item without words it ends the list",
    arguments: [("- a\n- |", "- a\n|"), ("1. |", "|"), ("> |", "|"), ("- [ ] |\nmore", "|\nmore")])
  func ending(_ before: String, _ after: String) {
    expectEqual(edited(before, .newline), after)
  }

  @Test("Items and selected lines move in and out")
  func shifting() {
    expectEqual(edited("- a\n- b|", .indent), "- a\n  - b|")
    expectEqual(edited("- a\n  - b|", .outdent, .outdent), "- a\n- b|")
    expectEqual(edited("\ta|", .outdent), "a|")
    expectEqual(edited("|a\nb\n\nc", .selectAll, .indent), "  a\n  b\n\n  c|")
    expectEqual(edited("|a\nb", .selectAll, .indent, .outdent), "a\nb|")
    expectEqual(edited(" |a", .outdent), "|a")
    expectEqual(edited("  a|", .outdent, .undo), "  a|")
  }
}
