import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Terminals {
    @Test func `output to a pipe is refused`() throws {
      let home = try TestHome()
      let session = try home.shell("\"$DIARY\" | cat; echo status ${PIPESTATUS[0]}; read line")
      try session.waitFor("status 1")
      expectContains(session.text, "standard output isn't one")
    }

    @Test func `NO_COLOR turns off colors`() throws {
      let home = try TestHome.withPhoto()
      let session = try home.open(columns: 100, rows: 30, environment: ["NO_COLOR": "1"])
      try session.waitForNo("river-fog.jpg …")
      try session.press(.character("d"), showing: "Delete this entry?")
      try session.press(.escape, hiding: "Delete this entry?")
      try session.press(.enter, showing: "q back")
      try session.quit()
      expectEqual(Self.colors(in: session.written), [])
    }

    /// Photos may be slow to transfer.
    @Test func `text is written before photos`() throws {
      let home = try TestHome.withPhoto()
      let session = try home.open(columns: 100, rows: 30)
      try session.waitForPictureInPreview()
      session.press(.enter)
      try session.waitForPictureInReader()
      let before = session.written.count
      try session.press(.character("q"), showing: "new")
      try session.waitForEnd(afterPressing: .character("q"))
      let written = session.written.dropFirst(before)
      let text = try require(written.firstRange(of: "new"))
      let photo = try require(written.firstIndex { "▁▂▃▄▅▆▇▀".contains($0) })
      expectLess(text.lowerBound, photo)
    }

    @Test(arguments: [false, true])
    func `colors are limited by the setting`(isAsked: Bool) throws {
      let home = try TestHome.withPhoto()
      if isAsked {
        try home.folder.write("color_depth = \"256\"\n", to: "config/photodiary/config.toml")
      }
      let session = try home.open(
        columns: 100, rows: 30, environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      try session.waitForPictureInPreview()
      try session.waitForEnd(afterPressing: .character("q"))
      expectEqual(session.written.contains("38:2:"), !isAsked)
      expect(!Self.colors(in: session.written).isEmpty)
    }

    @Test(
      arguments: [("C", "unknown-thing"), (nil, nil), ("no_SUCH.locale", "vt100")]
        as [(String?, String?)])
    func `text works in any locale and terminal`(_ locale: String?, _ type: String?) throws {
      let home = try TestHome(environment: ["LANG": locale, "LC_ALL": locale, "TERM": type])
      try home.add("강가 산책")
      let session = try home.open()
      try session.waitForSelection("강가 산책")
      try session.press(.character("n"), showing: "New entry")
      try session.send("첫눈", showing: "첫눈")
      try session.press(.control("s"), showing: "Added “첫눈”")
      try expectContains(home.titles(), "첫눈")
    }

    /// The codes that set colors: 30 to 49 except 39 and 49, and 90 to 107.
    private static func colors(in text: String) -> [Substring] {
      text.split(separator: "\u{1B}[").filter { sequence in
        let parameters = sequence.prefix { $0.isNumber || $0 == ";" || $0 == ":" }
        guard sequence.dropFirst(parameters.count).first == "m" else { return false }
        return parameters.split(whereSeparator: { $0 == ";" || $0 == ":" }).compactMap { Int($0) }
          .contains { (30...48).contains($0) && $0 != 39 || (90...107).contains($0) }
      }
    }
  }

  @Suite struct Mouse {
    /// The mouse is tracked while its button is down.
    @Test func `dragging selects text`() throws {
      let home = try TestHome()
      try home.output("add", "Walk", "--content", "강가 산책 far")
      let session = try home.open()
      expectContains(session.written, "\u{1B}[?1002h")
      session.press(.character("e"))
      try session.waitUntil("the page") { $0.find("산책")?.row == 5 && !$0.text.contains("│") }
      let place = try require(session.screen.find("산책"))
      session.send("\u{1B}[<0;\(place.column + 1);6M")
      session.send("\u{1B}[<32;\(place.column + 3);6M\u{1B}[<32;\(place.column + 5);6M")
      session.send("\u{1B}[<0;\(place.column + 5);6m")
      try session.waitUntil("the selection") { $0.cell(column: place.column, row: 5).isReversed }
      try session.send("달리기", showing: "강가 달리기 far")
      session.click(column: place.column, row: 5)
      session.click(column: place.column, row: 5)
      try session.send("걷기", showing: "강가 걷기 far")
      try session.press(.control("c"), showing: "Press Ctrl-C again to leave.")
      try session.quit()
      expectContains(session.written, "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l")
    }
  }
}
