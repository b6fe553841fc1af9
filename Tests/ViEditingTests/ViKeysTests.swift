import TerminalUI
import TestSupport
import Testing
import TextEditing

@testable import ViEditing

/// Keys in, text and caret out. `|` stands before the caret.
@Suite("vi keys")
struct ViKeysTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let before: String
    let keys: String
    let after: String

    init(_ before: String, _ keys: String, _ after: String) {
      self.before = before
      self.keys = keys
      self.after = after
    }

    var testDescription: String { "\(keys.debugDescription) in \(before.debugDescription)" }
  }

  /// A text that vi keys are pressed in.
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

    /// `\e` is Esc, `\n` Enter, `\b` the backspace key, `\r` Ctrl-R.
    mutating func press(_ keys: String) {
      for character in keys {
        switch character {
        case "\u{1B}": press(KeyEvent(.escape))
        case "\n": press(KeyEvent(.enter))
        case "\u{8}": press(KeyEvent(.backspace))
        case "\r": press(.control("r"))
        default: press(.character(character))
        }
      }
    }

    mutating func press(_ event: KeyEvent) {
      switch keys.take(event, in: text, ring, rows: LineGeometry()) {
      case .commands(let commands): for command in commands { text.apply(command, &ring) }
      case .request(let request): requests.append(request)
      case .notTaken: others.append(event)
      }
    }

    var marked: String {
      let string = text.string
      let place = String.Index(utf16Offset: 0, in: string)
      let caret = string.utf8.index(place, offsetBy: text.caret)
      return string[..<caret] + "|" + string[caret...]
    }
  }

  static let moving = [
    Case("|one two", "l", "o|ne two"), Case("|one two", "2l", "on|e two"),
    Case("|one", "9l", "on|e"), Case("on|e", "h", "o|ne"), Case("|one", "h", "|one"),
    Case("|one two.three", "w", "one |two.three"), Case("|one two.three", "3w", "one two.|three"),
    Case("|one two.three x", "2W", "one two.three |x"), Case("one two|", "b", "one |two"),
    Case("|one two", "e", "on|e two"), Case("|one two", "2e", "one tw|o"),
    Case("one two.a|", "B", "one |two.a"), Case("|one two.a b", "E", "on|e two.a b"),
    Case("one |two", "ge", "on|e two"), Case("one two|", "0", "|one two"),
    Case("  on|e", "^", "  |one"), Case("|one\ntwo", "$", "on|e\ntwo"),
    Case("|one\ntwo", "j", "one\n|two"), Case("one\ntw|o", "k", "on|e\ntwo"),
    Case("lon|g\na\nlong", "jj", "long\na\nlon|g"), Case("a|\nb\nc", "G", "a\nb\n|c"),
    Case("a\nb\nc|", "gg", "|a\nb\nc"), Case("|a\nb\nc", "2G", "a\n|b\nc"),
    Case("|a\nb\n\nc\n\nd", "}", "a\nb\n|\nc\n\nd"), Case("a\nb\n\nc|", "{", "a\nb\n|\nc"),
    Case("|one, two", "f,", "one|, two"), Case("|one, two", "t,", "on|e, two"),
    Case("one, tw|o", "F,", "one|, two"), Case("one, tw|o", "T,", "one,| two"),
    Case("|a.b.c.d", "f.;", "a.b|.c.d"), Case("|a.b.c.d", "2f.,", "a|.b.c.d"),
    Case("|a.b.c.d", "t.;", "a.|b.c.d"), Case("|one", "fx", "|one"),
    Case("|a (b [c] d)", "%", "a (b [c] d|)"), Case("a (b [c] d|)", "%", "a |(b [c] d)"),
    Case("|강가 산책, 안개", "w", "강가 |산책, 안개"), Case("강가 |산책", "b", "|강가 산책"),
    Case("a |👩‍👩‍👧‍👦 b", "l", "a 👩‍👩‍👧‍👦| b"), Case("|e\u{301}x", "l", "e\u{301}|x"),
    Case("|one\n\ntwo", "w", "one\n|\ntwo"), Case("|abc", "3|", "ab|c"),
    Case("a\n  b|", "-", "|a\n  b"), Case("|a\n  b", "\n", "a\n  |b"),
  ]

  static let changing = [
    Case("|one", "x", "|ne"), Case("on|e", "x", "o|n"), Case("|one", "2x", "|e"),
    Case("on|e", "X", "o|e"), Case("|", "x", "|"), Case("|one", "rx", "|xne"),
    Case("|one", "2r강", "강|강e"), Case("|one", "9rx", "|one"),
    Case("|one two", "dw", "|two"), Case("|one two three", "2dw", "|three"),
    Case("|one two three", "d2w", "|three"), Case("one |two\nthree", "dw", "one| \nthree"),
    Case("|one two", "de", "| two"), Case("one t|wo", "db", "one |wo"),
    Case("one |two", "d0", "|two"), Case("o|ne two", "D", "|o"), Case("o|ne\ntwo", "d$", "|o\ntwo"),
    Case("a\n|b\nc", "dd", "a\n|c"), Case("a\n|b", "dd", "|a"), Case("|a", "dd", "|"),
    Case("|a\nb\nc", "2dd", "|c"), Case("|a\nb\nc", "dj", "|c"), Case("a\nb\n|c", "dk", "|a"),
    Case("a\n|b\nc", "dG", "|a"), Case("a\n|b\nc", "dgg", "|c"),
    Case("|a\nb\n\nc", "d}", "|\nc"), Case("a, |b, c", "df,", "a, | c"),
    Case("a, |b, c", "dt,", "a, |, c"), Case("a (b |c) d", "d%", "a |) d"),
    Case("one |two three", "diw", "one | three"), Case("one t|wo three", "daw", "one |three"),
    Case("one |two", "daw", "on|e"), Case("a \"b |c\" d", "di\"", "a \"|\" d"),
    Case("a \"b |c\" d", "da\"", "a |d"), Case("a (b (c|) d) e", "di(", "a (b (|) d) e"),
    Case("a (b (c) |d) e", "dab", "a | e"), Case("a [b|c]", "ci]X\u{1B}", "a [|X]"),
    Case("a\nb|\n\nc", "dip", "|\nc"), Case("a\nb|\n\nc", "dap", "|c"),
    Case("|one two", "cwsix\u{1B}", "si|x two"), Case("|one two", "cesix\u{1B}", "si|x two"),
    Case("|a b", "cwx\u{1B}", "|x b"), Case("o|ne two", "Cx\u{1B}", "o|x"),
    Case("  o|ne\ntwo", "ccx\u{1B}", "|x\ntwo"), Case("|one", "sx\u{1B}", "|xne"),
    Case("|one", "Sx\u{1B}", "|x"), Case("o|ne", "ix\u{1B}", "o|xne"),
    Case("o|ne", "ax\u{1B}", "on|xe"), Case("  on|e", "Ix\u{1B}", "  |xone"),
    Case("o|ne\ntwo", "Ax\u{1B}", "one|x\ntwo"), Case("|one\ntwo", "ox\u{1B}", "one\n|x\ntwo"),
    Case("one\n|two", "Ox\u{1B}", "one\n|x\ntwo"), Case("|one", "3ix\u{1B}", "xx|xone"),
    Case("|a", "2ox\u{1B}", "a\nx\n|x"), Case("|one", "ia\u{8}b\u{1B}", "|bone"),
    Case("|ab", "~", "A|b"), Case("|ab", "5~", "A|B"), Case("|aB c", "gUU", "|AB C"),
    Case("|aB c", "guw", "|ab c"), Case("|aB c", "g~~", "|Ab C"),
    Case("|a\n  b\nc", "J", "a| b\nc"), Case("|a\nb\nc", "3J", "a b| c"), Case("a|\n)", "J", "a|)"),
    Case("a\n|b", ">>", "a\n  |b"), Case("a\n  b|", "<<", "a\n|b"),
    Case("|a\nb", ">j", "  |a\n  b"),
    Case("|one two", "dwp", "tone| wo"), Case("|a\nb", "ddp", "b\n|a"),
    Case("a\n|b", "ddP", "|b\na"), Case("|a b", "ywwP", "a a| b"),
    Case("|a\nb", "yyjp", "a\nb\n|a"), Case("|a\nb", "Y2p", "a\n|a\na\nb"),
    Case("|ab", "xp", "b|a"), Case("|one two", "ywP", "one| one two"),
  ]

  static let repeating = [
    Case("|one two three", "dw.", "|three"), Case("|abcd", "x2.", "|d"),
    Case("|a b c", "cwx\u{1B}w.", "x |x c"), Case("|a\nb", "Ax\u{1B}j.", "ax\nb|x"),
    Case("|a\nb\nc", "dd.", "|c"), Case("|a", "ob\u{1B}.", "a\nb\n|b"),
    Case("|one", "xu", "|one"), Case("|one", "xxuu\r", "|ne"),
    Case("|one two", "cwnew\u{1B}u", "|one two"),
    Case("|one", "ifirst second \u{1B}u", "|one"), Case("|one", "ix\u{1B}.u", "|xone"),
  ]

  static let selecting = [
    Case("|one two", "vlld", "| two"), Case("|one two", "ved", "| two"),
    Case("one tw|o", "vbd", "one| "), Case("|a\nb\nc", "Vjd", "|c"), Case("a\n|b\nc", "Vkd", "|c"),
    Case("one t|wo x", "viwd", "one | x"), Case("|one two", "vey$p", "one twoon|e"),
    Case("|one two", "vecx\u{1B}", "|x two"), Case("|ab c", "vU", "|Ab c"),
    Case("|ab", "Vu", "|ab"),
    Case("|one", "vl\u{1B}x", "o|e"), Case("a|bc", "vlohd", "|"), Case("|a\nb", "Vj>", "  |a\n  b"),
    Case("|a\nb", "VjJ", "a| b"), Case("|ab", "vrx", "|xb"),
    Case("|one two", "yiwwviwp", "one |one"),
    Case("a (b|) c", "vi(d", "a (|) c"), Case("|a b", "vVd", "|"),
  ]

  @Test("Motions", arguments: moving)
  func moves(_ example: Case) { expectResult(example) }

  @Test("Changes", arguments: changing)
  func changes(_ example: Case) { expectResult(example) }

  @Test("Again, and back", arguments: repeating)
  func repeats(_ example: Case) { expectResult(example) }

  @Test("Selections", arguments: selecting)
  func selects(_ example: Case) { expectResult(example) }

  private func expectResult(_ example: Case) {
    var session = Session(example.before)
    session.press(example.keys)
    expectEqual(session.marked, example.after)
    expectEqual(session.others, [])
  }

  @Test("Keys that aren't vi's are left to the editor, in every mode")
  func notTaken() {
    for mode in ["", "i", "v", ":"] {
      var session = Session("|one two")
      session.press(mode)
      for event in [KeyEvent.control("s"), KeyEvent(.tab), .control("p"), KeyEvent(.function(1))] {
        session.press(event)
        expectEqual(session.others.last, event)
      }
    }
  }

  @Test("Lines with other line ends are put in as they were taken")
  func otherLineEnds() {
    var session = Session("|one\r\ntwo")
    session.press("ddp")
    expectEqual(session.text.string, "two\none")
    session = Session("|one\r\ntwo\r\n")
    session.press("yyP")
    expectEqual(session.text.string, "one\r\none\r\ntwo\r\n")
  }

  @Test("A count without measure ends soon")
  func manyTimes() {
    var session = Session("|")
    session.press("99999iab\u{1B}")
    expectEqual(session.text.string.utf8.count, 10_000)
  }

  @Test("Esc goes to normal mode; there it does nothing")
  func escape() {
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

  @Test("Commands of the last line")
  func commandLine() {
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

  @Test("Whatever keys are pressed, places stay between characters, and undo comes back")
  func random() {
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
