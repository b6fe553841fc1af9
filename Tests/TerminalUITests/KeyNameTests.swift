import TerminalUI
import Testing

@Suite("Names of keys")
struct KeyNameTests {
  @Test(
    "Each key is written as on a keyboard",
    arguments: [
      (KeyEvent.character("a"), "a"), (.character("A"), "A"), (.character("?"), "?"),
      (.character(" "), "Space"), (.control("s"), "Ctrl-S"), (.alt("b"), "Alt-b"),
      (KeyEvent(.left, .alt), "Alt-←"), (KeyEvent(.right, .control), "Ctrl-→"),
      (KeyEvent(.tab, .shift), "Shift-Tab"), (KeyEvent(.up, [.control, .alt]), "Ctrl-Alt-↑"),
      (KeyEvent(.down), "↓"), (KeyEvent(.enter), "Enter"), (KeyEvent(.escape), "Esc"),
      (KeyEvent(.backspace), "Backspace"), (KeyEvent(.delete), "Del"), (KeyEvent(.insert), "Ins"),
      (KeyEvent(.home), "Home"), (KeyEvent(.end), "End"), (KeyEvent(.pageUp), "PgUp"),
      (KeyEvent(.pageDown), "PgDn"), (KeyEvent(.function(1)), "F1"),
    ])
  func name(_ key: KeyEvent, _ name: String) {
    #expect(key.name == name)
  }
}
