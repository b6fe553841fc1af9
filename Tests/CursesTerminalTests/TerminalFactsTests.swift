import TestSupport
import Testing

@testable import CursesTerminal
@testable import TerminalUI

@Suite struct TerminalFactsTests {
  private let window = WindowSize(
    cells: Size(columns: 80, rows: 24), pixels: PixelSize(width: 484, height: 316))
  private let unsized = WindowSize(cells: Size(columns: 80, rows: 24), pixels: nil)

  private func facts(
    _ replies: [TerminalReply], _ display: PhotoDisplay = .auto,
    environment: [String: String] = [:], window: WindowSize? = nil
  ) -> TerminalFacts {
    answers(replies).facts(display, TerminalEnvironment(environment), window: window ?? self.window)
  }

  private func answers(_ replies: [TerminalReply]) -> TerminalAnswers {
    replies.reduce(into: TerminalAnswers()) { $0.record($1) }
  }

  private let kitty = TerminalReply.kitty(isUnderstood: true)
  private let sixel = TerminalReply.attributes([62, 4])

  @Test func `finds the best graphics that a terminal offers`() {
    expectEqual(facts([.name("foo 1"), kitty, sixel]).graphics?.method, .kitty)
    expectEqual(facts([.name("foot(1.16.2)"), sixel]).graphics?.method, .sixel)
    expectEqual(facts([.name("mintty 3.6.1")]).graphics?.method, .iterm)
    expectNil(facts([.attributes([62, 22])]).graphics)
    expectNil(facts([]).graphics)
    // Names take precedence over replies.
    expectEqual(facts([.name("WezTerm 20240203"), kitty, sixel]).graphics?.method, .iterm)
    expectEqual(facts([.name("iTerm2 3.5.0"), sixel]).graphics?.method, .iterm)
    expectEqual(facts([.name("iTerm2 3.6.0"), kitty, sixel]).graphics?.method, .kitty)
    expectEqual(facts([.name("Konsole 23.08.1"), kitty, sixel]).graphics?.method, .kitty)
    expectEqual(facts([.name("XTerm(379)"), sixel]).graphics?.limit, 16)
    expectNil(facts([.name("foot(1.16.2)"), sixel]).graphics?.limit)
    // 4 as the conformance level is a VT132.
    expectNil(facts([.attributes([4, 6])]).graphics)
    // The environment counts if there is no reply.
    for (environment, isInline) in [
      (["TERM_PROGRAM": "iTerm.app"], true), (["LC_TERMINAL": "iTerm2"], true),
      (["TERM_PROGRAM": "WezTerm"], true), (["TERM_PROGRAM": "Apple_Terminal"], false),
      (["LC_TERMINAL": "iTerm2", "TMUX": "default,1,0"], false),
      (["LC_TERMINAL": "iTerm2", "TERM": "screen-256color"], false),
    ] as [([String: String], Bool)] {
      expectEqual((facts([], environment: environment).graphics?.method == .iterm), isInline)
      // The terminal was started within another.
      expectNil(facts([.name("XTerm(379)")], environment: environment).graphics)
    }
    for (display, method) in [
      (PhotoDisplay.kitty, PixelGraphics.Method.kitty), (.sixel, .sixel), (.iterm, .iterm),
    ] as [(PhotoDisplay, PixelGraphics.Method)] {
      expectEqual(facts([], display).graphics?.method, method)
      expectEqual(facts([], display).graphics?.cell, PixelSize(width: 6, height: 13))
      expectEqual(
        facts([], display, window: unsized).graphics?.cell, PixelSize(width: 10, height: 20))
    }
    for display in [PhotoDisplay.cells, .off] as [PhotoDisplay] {
      let facts = facts([kitty, sixel, .background(0x123456)], display)
      expectNil(facts.graphics)
      expectEqual(facts.background, 0x123456)
      expectEqual(facts.cell, PixelSize(width: 6, height: 13))
    }
  }

  @Test func `finds the size of cells and the limits of sixels`() {
    expectEqual(facts([]).cell, PixelSize(width: 6, height: 13))
    expectEqual(facts([.cell(PixelSize(width: 7, height: 14))]).cell?.height, 14)
    expectEqual(
      facts([.textArea(PixelSize(width: 800, height: 480))], window: unsized).cell,
      PixelSize(width: 10, height: 20))
    expectNil(facts([], window: unsized).cell)
    expectNil(facts([.cell(PixelSize(width: 0, height: 0))], window: unsized).cell)
    expectNil(facts([.cell(PixelSize(width: 9999, height: 1))], window: unsized).cell)
    // A sixel picture's size in cells is unknown; other methods specify it.
    expectNil(facts([sixel], window: unsized).graphics)
    expectEqual(facts([kitty], window: unsized).graphics?.cell, PixelSize(width: 10, height: 20))
    let known = facts([
      sixel, .graphics(item: 1, values: [16]), .graphics(item: 2, values: [480, 312]),
      .graphics(item: 2, values: [1000, 800]),
    ]).graphics
    expectEqual(known?.largest, PixelSize(width: 1000, height: 800))
    expectEqual(known?.colors, 16)
    let unknown = facts([sixel, .graphics(item: 1, values: []), .graphics(item: 2, values: [])])
      .graphics
    expectEqual(unknown?.largest, PixelSize(width: 1000, height: 1000))
    expectEqual(unknown?.colors, 256)
    expectEqual(facts([sixel, .graphics(item: 1, values: [1024])]).graphics?.colors, 256)
  }

  @Test func `draws those emoji sequences whole that take two columns`() {
    func emoji(_ columns: [Int], on name: String = "foot(1.18.1)") -> EmojiSequences {
      facts([.name(name)] + columns.map { .cursor(column: $0) }).emoji
    }
    let two = Array(repeating: 3, count: 8)
    expectEqual(emoji(two).rawValue, 0xFF)
    expectEqual(emoji([3, 2, 3, 3, 3, 7, 9, 9]), [.tone, .presentation, .keycap, .taggedFlag])
    expectEqual(emoji([5, 4, 2, 2, 4, 7, 9, 12]), [])
    // It isn't known which of the replies is missing, or which is none.
    expectEqual(emoji(two.dropLast()), [])
    expectEqual(emoji(two + [3]), [])
    for name in ["tmux 3.3a", "tmux 3.5a", "tmux next-3.9"] {
      expectEqual(
        emoji(two, on: name), [.tone, .narrowTone, .presentation, .keycap, .joined])
    }
    for name in ["tmux 3.6", "tmux 4.0"] { expectEqual(emoji(two, on: name).rawValue, 0xFF) }
  }

  private func second(
    _ replies: [TerminalReply], _ display: PhotoDisplay = .auto, environment: [String: String] = [:]
  ) -> String {
    let bytes = TerminalQueries.second(
      after: answers(replies), TerminalEnvironment(environment), display)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `sends a terminal only queries that it can answer`() {
    expectContains(second([.name("kitty(0.26.5)")]), "\u{1B}_G")
    expectContains(second([], environment: ["TERM": "xterm-kitty"]), "\u{1B}_G")
    for name in ["tmux 3.3a", "Terminology 1.14.0", "RLogin 2.31"] {
      expectLacks(second([.name(name)]), "\u{1B}_G", "\(name)")
    }
    for environment in [["TERM": "tmux-256color"], ["TERM": "screen"], ["TMUX": "x"]] {
      expectLacks(second([.name("kitty(1)")], environment: environment), "\u{1B}_G")
    }
    expectLacks(second([.name("kitty(1)")], .cells), "\u{1B}_G")
    expectEqual(second([]), "")
    expectEqual(second([sixel], .off), "")
    // Only a program in tmux queries beyond it.
    func questions(_ environment: [String: String], _ display: PhotoDisplay = .auto) -> Bool {
      !TerminalQueries.outerTerminal(TerminalEnvironment(environment), display).isEmpty
    }
    expect(questions(["TMUX": "x"]))
    expect(!questions(["TMUX": "x"], .cells))
    expect(!questions(["TERM": "screen"]))
    expect(!questions([:]))
    expectEqual(facts([], .kitty, environment: ["TMUX": "x"]).graphics?.isThroughTmux, true)
    expectEqual(facts([kitty]).graphics?.isThroughTmux, false)
    expectEqual(facts([kitty]).graphics?.fillsCells, false)
    expectEqual(facts([], .sixel, environment: ["TMUX": "x"]).graphics?.fillsCells, true)
    expectEqual(facts([.name("tmux 3.5a"), sixel]).graphics?.fillsCells, true)
    expectEqual(facts([.name("tmux 3.5a"), sixel]).graphics?.limit, 9)
    expectEqual(facts([], .sixel).graphics?.fillsCells, false)
    for (name, isOne) in [
      ("kitty(0.28.0)", true), ("kitty(1.0.0)", true), ("kitty(0.27.9)", false),
      ("kitty(x)", false),
      ("ghostty 1.0.0", true), ("Konsole 24.05.2", false), ("WezTerm 20240203", false),
    ] as [(String, Bool)] {
      expectEqual(TerminalName(name).hasPlaceholders, isOne)
    }
    expectContains(second([sixel]), "\u{1B}[?2;4;0S")
    expectLacks(second([.name("kitty(1)")]), "S")
    for type in ["linux", "dumb", "vt100", "vt220", "ansi", "eterm-color", "sun-color"] {
      expect(!TerminalEnvironment(["TERM": type]).supportsQueries)
    }
    for type in ["xterm", "xterm-256color", "vt340", "tmux-256color", "foot", ""] {
      expect(TerminalEnvironment(["TERM": type]).supportsQueries)
    }
  }
}
