import TerminalUI
import TestSupport
import Testing

@Suite struct KeyNameTests {
  @Test(arguments: [
    (KeyEvent.character("a"), "a"), (.character("A"), "A"), (.character("?"), "?"),
    (.character(" "), "Space"), (.control("s"), "Ctrl-S"), (.alt("b"), "Alt-b"),
    (KeyEvent(.left, .alt), "Alt-←"), (KeyEvent(.right, .control), "Ctrl-→"),
    (KeyEvent(.tab, .shift), "Shift-Tab"), (KeyEvent(.up, [.control, .alt]), "Ctrl-Alt-↑"),
    (KeyEvent(.down), "↓"), (KeyEvent(.enter), "Enter"), (KeyEvent(.escape), "Esc"),
    (KeyEvent(.backspace), "Backspace"), (KeyEvent(.delete), "Del"), (KeyEvent(.insert), "Ins"),
    (KeyEvent(.home), "Home"), (KeyEvent(.end), "End"), (KeyEvent(.pageUp), "PgUp"),
    (KeyEvent(.pageDown), "PgDn"), (KeyEvent(.function(1)), "F1"),
  ])
  func `each key is written as on a keyboard`(_ key: KeyEvent, _ name: String) {
    expectEqual(key.name, name)
    expectEqual(KeyEvent(name: name), key)
  }

  @Test(
    arguments: [
      ("alt-left", KeyEvent(.left, .alt)), ("Insert", KeyEvent(.insert)),
      ("Delete", KeyEvent(.delete)), ("space", .character(" ")), ("PageDown", KeyEvent(.pageDown)),
      ("ctrl-s", .control("s")), ("Shift-g", .character("G")), ("-", .character("-")),
      ("Alt--", .alt("-")), ("Ctrl-I", KeyEvent(.tab)), ("Escape", KeyEvent(.escape)),
      ("f12", KeyEvent(.function(12))), ("ㅎ", .character("ㅎ")), ("f", .character("f")), ("", nil),
      (" ", nil), ("Ctrl-", nil), ("Hyper-x", nil), ("F0", nil), ("F13", nil), ("ab", nil),
      ("Ctrl-Shift-a", nil), ("Ctrl-1", nil), ("\u{1B}", nil),
    ] as [(String, KeyEvent?)])
  func `accepts other spellings of a key, but no key that terminals don't send`(
    _ name: String, _ key: KeyEvent?
  ) { expectEqual(KeyEvent(name: name), key) }

  @Test(arguments: [
    ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "qwertyuiop"), ("ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "asdfghjkl"), ("ㅋㅌㅊㅍㅠㅜㅡ", "zxcvbnm"),
    ("ㅃㅉㄸㄲㅆㅒㅖ", "QWERTOP"), ("누하뷁", "sngkqnpfr"), ("ㄳㅢ값힣", "rtmlrkqtglg"),
  ])
  func `two-set Hangul is on the keys that type it`(_ hangul: String, _ keys: String) {
    let typed = hangul.flatMap { KeyEvent.character($0).twoSetKeys ?? [] }
    expectEqual(typed, keys.map { .character($0) })
    for key in "aA1?é가".dropLast() { expectNil(KeyEvent.character(key).twoSetKeys) }
    expectEqual(KeyEvent.alt("ㅓ").twoSetKeys, [.alt("j")])
    expectNil(KeyEvent(.enter).twoSetKeys)
  }
}
