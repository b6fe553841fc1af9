import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("Lines of a linear terminal")
struct SpeakerTests {
  private func say(_ speeches: AccessibleText...) -> String {
    var speaker = Speaker()
    return speeches.map { speaker.say($0) }.joined()
  }

  @Test("Only what is new is said")
  func news() {
    expectEqual(
      say(
        AccessibleText("Diary", selected: "a"), AccessibleText("Diary", selected: "a"),
        AccessibleText("Diary", selected: "b"),
        AccessibleText("Diary", selected: "b", notice: "Saved."),
        AccessibleText("Trash", selected: "b")), "Diary\na\nb\nSaved.\nTrash\nb\n")
  }

  @Test("Scrolling says what comes into view")
  func scrolling() {
    expectEqual(
      say(
        AccessibleText("R", ["1", "2", "3"]), AccessibleText("R", ["2", "3", "4"]),
        AccessibleText("R", ["1", "2", "3"]),
        AccessibleText("R", ["8", "9"])), "R\n1\n2\n3\n4\n1\n8\n9\n")
  }

  @Test("Letters typed at the end follow, and all else says the line again")
  func typing() {
    func field(_ text: String, _ caret: Int) -> AccessibleText {
      AccessibleText("E", field: .init("Title", text, caret: caret))
    }
    expectEqual(
      say(field("", 0), field("a", 1), field("ab", 2), field("ab", 1), field("axb", 2)),
      "E\nTitle: ab\nTitle [2/2]: ab\nTitle [3/3]: axb")
    // A composed syllable takes the place of what it was made of.
    expectEqual(say(field("하", 1), field("한", 1)), "E\nTitle: 하\nTitle: 한")
    expectEqual(say(field("a", 1), AccessibleText("L", selected: "x")), "E\nTitle: a\nL\nx\n")
  }

  @Test("A toast doesn't keep a field from being said again")
  func notice() {
    let plain = AccessibleText("E", field: .init("T", "a", caret: 1))
    var told = plain
    told.notice = "Kept."
    expectEqual(say(plain, told), "E\nT: a\nKept.\nT: a")
  }

  @Test("The shell of Emacs sends lines, whose ends are no keys")
  func lines() {
    let emacs = LineInput(["INSIDE_EMACS": "29.4,comint"])
    expectEqual(emacs.keys(in: Array("n\n".utf8)), Array("n".utf8))
    expectEqual(emacs.keys(in: [0x0A]), [0x0A])
    expectEqual(LineInput([:]).keys(in: Array("n\n".utf8)), Array("n\n".utf8))
  }
}
