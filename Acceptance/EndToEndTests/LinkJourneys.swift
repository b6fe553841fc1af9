import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// Links for terminals that open addresses.
  @Suite struct Links {
    private static let text = """
      [강가에서 안개가 천천히 걷히고 첫 기차가 다리를 건넜다, 그리고 나는 오래 서 있었다 여기에](https://x.org/강)

      [bad](https://x.org/\u{1B}]8;;x) and [javascript](javascript:x), https://x.org/plain

      """

    private func written(_ session: TerminalSession) -> LinkScreen {
      let screen = LinkScreen(columns: 80, rows: 24)
      screen.feed(session.terminal.bytes)
      return screen
    }

    @Test func `the reader writes addresses, and removes them`() throws {
      let home = try TestHome()
      try home.output("add", "Links", "--content", Self.text)
      let session = try home.open()
      try session.press(.enter, showing: "javascript")
      try session.waitForRest()
      let screen = written(session)
      let rows = (0..<24).filter { row in
        (0..<80).contains { screen.address(column: $0, row: row) == "https://x.org/%EA%B0%95" }
      }
      try expect(rows.count == 2 && rows.at(1) == rows.at(0) + 1)
      expectEqual(
        Set(screen.sequences), ["id=1;https://x.org/%EA%B0%95", "id=2;https://x.org/plain"])
      expectEqual(screen.text, session.text)
      try session.press(.character("?"), showing: "Keys")
      try session.waitForRest()
      let help = written(session)
      let left = (0..<24).flatMap { row in
        (0..<80).compactMap { help.address(column: $0, row: row) }
      }
      expect(left.isEmpty)
    }

    @Test func `an entry ends with what links to it, also under a new title`() throws {
      let home = try TestHome()
      try home.output("add", "The sea", "--content", "Waves.", "--date", "2026-11-01")
      try home.output(
        "add", "Walk", "--content", "Then to [[The sea]].", "--date", "2026-11-02")
      let session = try home.open()
      try session.press(.enter, showing: "Then to The sea.")
      try session.press(.tab, .enter, showing: "Waves.", "Linked from", "Walk · 2 Nov 2026")
      try home.output("edit", "2", "--title", "바다")
      try session.waitFor("Then to 바다.")
      try session.press(.tab, .enter, hiding: "Linked from")
      try session.press(.tab, .enter, showing: "Waves.", "Linked from")
      try expectContains(home.output("links", "1"), "Walk  →")
      try expectEqual(home.output("links", "--broken"), "")
    }

    @Test func `a key in a text with many links writes little`() throws {
      let home = try TestHome()
      let text = (0..<200).map {
        "Line \($0) has [a link](https://example.org/page/\($0)) in it.\n"
      }
      try home.output("add", "Links", "--content", text.joined())
      let session = try home.open()
      try session.press(.enter, showing: "Line 5 ")
      try session.waitForRest()
      for (key, most) in [(TerminalKey.down, 3000), (.tab, 3000)] {
        let before = session.terminal.bytes.count
        session.press(key)
        try session.waitForRest()
        let count = session.terminal.bytes.count - before
        expectGreater(count, 50, "\(count) bytes")
        expectLess(count, most, "\(count) bytes")
      }
      let screen = written(session)
      expectEqual(screen.text, session.text)
    }

    @Test func `show writes links if it writes colors`() throws {
      let home = try TestHome()
      let id =
        try home.output("add", "Links", "--content", Self.text)
        .split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      let plain = try home.output("show", id)
      expectLacks(plain, "\u{1B}")
      let color = try home.output("show", id, "--color", "always")
      expectContains(color, "\u{1B}]8;id=1;https://x.org/%EA%B0%95\u{1B}\\강가에서")
      let screen = LinkScreen(columns: 100, rows: 24)
      screen.feed(color.replacing("\n", with: "\r\n").utf8)
      expectContains(screen.text, "bad")
      expectEqual(
        Set(screen.sequences.map { $0.drop { $0 != ";" } }),
        [";https://x.org/%EA%B0%95", ";https://x.org/plain"])
    }
  }
}
