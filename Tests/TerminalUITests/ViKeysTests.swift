import TestSupport
import Testing
import Text

@testable import TerminalUI

/// Checks text and caret (`|`) after keys.
@Suite struct ViKeysTests {
  typealias Case = (before: String, keys: String, after: String)

  struct Session {
    var text: EditableText
    var keys = ViKeys(isInserting: false)
    var requests: [ViKeys.Request] = []
    var others: [KeyEvent] = []
    private var ring = KillRing()

    init(_ marked: String) {
      let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
      text = EditableText(parts.joined())
      text.move(to: parts[0].utf8.count)
    }

    /// Presses keys: `\e` is Esc, `\n` Enter, `\b` Backspace, `\r` Ctrl-R.
    mutating func press(_ keys: String) {
      let special: [Character: KeyEvent] = [
        "\u{1B}": KeyEvent(.escape), "\n": KeyEvent(.enter), "\u{8}": KeyEvent(.backspace),
        "\r": .control("r"),
      ]
      for key in keys { press(special[key] ?? .character(key)) }
    }

    mutating func press(_ event: KeyEvent) {
      switch keys.handle(event, in: text, ring, rows: LineGeometry()) {
      case .commands(let commands): for command in commands { text.apply(command, &ring) }
      case .request(let request): requests.append(request)
      case .notHandled: others.append(event)
      }
    }

    var marked: String {
      text.rope.substring(0..<text.caret) + "|" + text.rope.substring(text.caret..<text.rope.count)
    }
  }

  static let moving: [Case] = [
    ("|one two", "l", "o|ne two"), ("|one two", "2l", "on|e two"), ("|one", "9l", "on|e"),
    ("on|e", "h", "o|ne"), ("|one", "h", "|one"), ("|one two.three", "w", "one |two.three"),
    ("|one two.three", "3w", "one two.|three"), ("|one two.three x", "2W", "one two.three |x"),
    ("one two|", "b", "one |two"), ("|one two", "e", "on|e two"), ("|one two", "2e", "one tw|o"),
    ("one two.a|", "B", "one |two.a"), ("|one two.a b", "E", "on|e two.a b"),
    ("one |two", "ge", "on|e two"), ("one two|", "0", "|one two"), ("  on|e", "^", "  |one"),
    ("|one\ntwo", "$", "on|e\ntwo"), ("|one\ntwo", "j", "one\n|two"),
    ("one\ntw|o", "k", "on|e\ntwo"), ("lon|g\na\nlong", "jj", "long\na\nlon|g"),
    ("a|\nb\nc", "G", "a\nb\n|c"), ("a\nb\nc|", "gg", "|a\nb\nc"), ("|a\nb\nc", "2G", "a\n|b\nc"),
    ("|a\nb\n\nc\n\nd", "}", "a\nb\n|\nc\n\nd"), ("a\nb\n\nc|", "{", "a\nb\n|\nc"),
    ("|one, two", "f,", "one|, two"), ("|one, two", "t,", "on|e, two"),
    ("one, tw|o", "F,", "one|, two"), ("one, tw|o", "T,", "one,| two"),
    ("|a.b.c.d", "f.;", "a.b|.c.d"), ("|a.b.c.d", "2f.,", "a|.b.c.d"),
    ("|a.b.c.d", "t.;", "a.|b.c.d"), ("|one", "fx", "|one"), ("|a (b [c] d)", "%", "a (b [c] d|)"),
    ("a (b [c] d|)", "%", "a |(b [c] d)"), ("|강가 산책, 안개", "w", "강가 |산책, 안개"),
    ("강가 |산책", "b", "|강가 산책"), ("a |👩‍👩‍👧‍👦 b", "l", "a 👩‍👩‍👧‍👦| b"),
    ("|e\u{301}x", "l", "e\u{301}|x"), ("|one\n\ntwo", "w", "one\n|\ntwo"), ("|abc", "3|", "ab|c"),
    ("a\n  b|", "-", "|a\n  b"), ("|a\n  b", "\n", "a\n  |b"),
  ]

  static let changing: [Case] = [
    ("|one", "x", "|ne"), ("on|e", "x", "o|n"), ("|one", "2x", "|e"), ("on|e", "X", "o|e"),
    ("|", "x", "|"), ("|one", "rx", "|xne"), ("|one", "2r강", "강|강e"), ("|one", "9rx", "|one"),
    ("|one two", "dw", "|two"), ("|one two three", "2dw", "|three"),
    ("|one two three", "d2w", "|three"), ("one |two\nthree", "dw", "one| \nthree"),
    ("|one two", "de", "| two"), ("one t|wo", "db", "one |wo"), ("one |two", "d0", "|two"),
    ("o|ne two", "D", "|o"), ("o|ne\ntwo", "d$", "|o\ntwo"), ("a\n|b\nc", "dd", "a\n|c"),
    ("a\n|b", "dd", "|a"), ("|a", "dd", "|"), ("|a\nb\nc", "2dd", "|c"), ("|a\nb\nc", "dj", "|c"),
    ("a\nb\n|c", "dk", "|a"), ("a\n|b\nc", "dG", "|a"), ("a\n|b\nc", "dgg", "|c"),
    ("|a\nb\n\nc", "d}", "|\nc"), ("a, |b, c", "df,", "a, | c"), ("a, |b, c", "dt,", "a, |, c"),
    ("a (b |c) d", "d%", "a |) d"), ("one |two three", "diw", "one | three"),
    ("one t|wo three", "daw", "one |three"), ("one |two", "daw", "on|e"),
    ("a \"b |c\" d", "di\"", "a \"|\" d"), ("a \"b |c\" d", "da\"", "a |d"),
    ("a (b (c|) d) e", "di(", "a (b (|) d) e"), ("a (b (c) |d) e", "dab", "a | e"),
    ("a [b|c]", "ci]X\u{1B}", "a [|X]"), ("a\nb|\n\nc", "dip", "|\nc"), ("a\nb|\n\nc", "dap", "|c"),
    ("|one two", "cwsix\u{1B}", "si|x two"), ("|one two", "cesix\u{1B}", "si|x two"),
    ("|a b", "cwx\u{1B}", "|x b"), ("o|ne two", "Cx\u{1B}", "o|x"),
    ("  o|ne\ntwo", "ccx\u{1B}", "|x\ntwo"), ("|one", "sx\u{1B}", "|xne"),
    ("|one", "Sx\u{1B}", "|x"), ("o|ne", "ix\u{1B}", "o|xne"), ("o|ne", "ax\u{1B}", "on|xe"),
    ("  on|e", "Ix\u{1B}", "  |xone"), ("o|ne\ntwo", "Ax\u{1B}", "one|x\ntwo"),
    ("|one\ntwo", "ox\u{1B}", "one\n|x\ntwo"), ("one\n|two", "Ox\u{1B}", "one\n|x\ntwo"),
    ("|one", "3ix\u{1B}", "xx|xone"), ("|a", "2ox\u{1B}", "a\nx\n|x"),
    ("|one", "ia\u{8}b\u{1B}", "|bone"), ("|ab", "~", "A|b"), ("|ab", "5~", "A|B"),
    ("|aB c", "gUU", "|AB C"), ("|aB c", "guw", "|ab c"), ("|aB c", "g~~", "|Ab C"),
    ("|a\n  b\nc", "J", "a| b\nc"), ("|a\nb\nc", "3J", "a b| c"), ("a|\n)", "J", "a|)"),
    ("a\n|b", ">>", "a\n  |b"), ("a\n  b|", "<<", "a\n|b"), ("|a\nb", ">j", "  |a\n  b"),
    ("|one two", "dwp", "tone| wo"), ("|a\nb", "ddp", "b\n|a"), ("a\n|b", "ddP", "|b\na"),
    ("|a b", "ywwP", "a a| b"), ("|a\nb", "yyjp", "a\nb\n|a"), ("|a\nb", "Y2p", "a\n|a\na\nb"),
    ("|ab", "xp", "b|a"), ("|one two", "ywP", "one| one two"),
  ]

  static let repeating: [Case] = [
    ("|one two three", "dw.", "|three"), ("|abcd", "x2.", "|d"),
    ("|a b c", "cwx\u{1B}w.", "x |x c"), ("|a\nb", "Ax\u{1B}j.", "ax\nb|x"),
    ("|a\nb\nc", "dd.", "|c"), ("|a", "ob\u{1B}.", "a\nb\n|b"), ("|one", "xu", "|one"),
    ("|one", "xxuu\r", "|ne"), ("|one two", "cwnew\u{1B}u", "|one two"),
    ("|one", "ifirst second \u{1B}u", "|one"), ("|one", "ix\u{1B}.u", "|xone"),
  ]

  static let selecting: [Case] = [
    ("|one two", "vlld", "| two"), ("|one two", "ved", "| two"), ("one tw|o", "vbd", "one| "),
    ("|a\nb\nc", "Vjd", "|c"), ("a\n|b\nc", "Vkd", "|c"), ("one t|wo x", "viwd", "one | x"),
    ("|one two", "vey$p", "one twoon|e"), ("|one two", "vecx\u{1B}", "|x two"),
    ("|ab c", "vU", "|Ab c"), ("|ab", "Vu", "|ab"), ("|one", "vl\u{1B}x", "o|e"),
    ("a|bc", "vlohd", "|"), ("|a\nb", "Vj>", "  |a\n  b"), ("|a\nb", "VjJ", "a| b"),
    ("|ab", "vrx", "|xb"), ("|one two", "yiwwviwp", "one |one"), ("a (b|) c", "vi(d", "a (|) c"),
    ("|a b", "vVd", "|"),
  ]

  @Test(
    "Motions, changes, selections, repeats and undo",
    arguments: moving + changing + repeating + selecting)
  func edits(_ before: String, _ keys: String, _ after: String) {
    var session = Session(before)
    session.press(keys)
    expectEqual(session.marked, after)
    expectEqual(session.others, [])
  }

  @Test func `leaves other keys to the editor in every mode`() {
    for mode in ["", "i", "v", ":"] {
      var session = Session("|one two")
      session.press(mode)
      for event in [KeyEvent.control("s"), KeyEvent(.tab), .control("p"), KeyEvent(.function(1))] {
        session.press(event)
        expectEqual(session.others.last, event)
      }
    }
  }

  @Test func `keeps the line breaks of deleted and copied lines`() {
    var session = Session("|one\r\ntwo")
    session.press("ddp")
    expectEqual(session.text.string, "two\none")
    session = Session("|one\r\ntwo\r\n")
    session.press("yyP")
    expectEqual(session.text.string, "one\r\none\r\ntwo\r\n")
  }

  @Test func `limits a huge count`() {
    var session = Session("|")
    session.press("99999iab\u{1B}")
    expectEqual(session.text.string.utf8.count, 10_000)
  }

  @Test func `Esc returns to normal mode, where it has no effect`() {
    for keys in ["i", "v", "V", ":", "d", "2"] {
      var session = Session("|one two")
      session.press(keys + "\u{1B}")
      expectEqual(session.others, [])
      expectEqual(session.keys.mode, .normal)
      let marked = session.marked
      session.press("\u{1B}")
      expectEqual(session.others, [])
      expectEqual(session.marked, marked)
    }
  }

  @Test func `runs commands of the last line`() {
    let requests: [(String, ViKeys.Request)] = [
      (":w\n", .save), (":wq\n", .saveAndLeave), (":x\n", .saveAndLeave), (":q\n", .leave),
      (":q!\n", .leaveUnsaved), ("ZZ", .saveAndLeave), ("ZQ", .leaveUnsaved),
      (":s/a/b/\n", .unknownCommand("s/a/b/")), (":wx\u{8}q\n", .saveAndLeave), ("/", .find),
      ("n", .findNext), ("N", .findPrevious),
    ]
    for (keys, request) in requests {
      var session = Session("|one")
      session.press(keys)
      expectEqual(session.requests, [request], "\(keys)")
      expectEqual(session.text.string, "one")
    }
    var session = Session("|a\nb\nc")
    session.press(":2\n")
    expectEqual(session.marked, "a\n|b\nc")
  }

  @Test func `random keys keep places between characters, and undo restores the text`() {
    var generator = SystemRandomNumberGenerator()
    let keys = Array(
      "hjklwbeWBE0^$gG{}fFtT;,%iaIAoOxXrsSCDcdyYpPuJ~><.vV123\u{1B}\u{1B}\n\"()'ne\u{301}강")
    for _ in 0..<200 {
      let text = "강가 (산책) \"one\"\n\n  e\u{301}👩‍👩‍👧‍👦 {two}\nlast"
      var session = Session("|" + text)
      var pressed = ""
      for _ in 0..<60 {
        guard let key = keys.randomElement(using: &generator) else { return }
        pressed.append(key)
        session.press(String(key))
        let caret = session.text.caret
        guard session.text.rope.clusterBoundary(atOrBefore: caret) == caret else {
          fail("\(pressed.debugDescription) leaves the caret within a character")
          return
        }
      }
      session.press("\u{1B}\u{1B}\u{1B}999u")
      expectEqual(session.text.string, text, "\(pressed.debugDescription)")
    }
  }
}
