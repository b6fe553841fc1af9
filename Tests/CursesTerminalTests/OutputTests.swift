import TestSupport
import Testing

@Suite struct OutputTests {
  @Test func cellsAreDrawnWhereTheyStand() throws {
    let screen = try ProbeSession.start().screen
    #expect(screen.text(ofRow: 1) == "한글 안녕 漢字|")
    #expect(screen.cell(column: 14, row: 1).text == "|")
    // Letters that were typed one by one make a syllable.
    #expect(screen.text(ofRow: 2) == "한글|")
    #expect(screen.text(ofRow: 3).unicodeScalars.count == 9)
    #expect(screen.find("|")?.row == 1)
    #expect(screen.cell(column: 6, row: 4).text == "|")
    #expect(screen.cell(column: 2, row: 5).text == "|")
    #expect(screen.text(ofRow: 23).hasPrefix("□□ "))
    #expect(screen.text(ofRow: 23).hasSuffix("끝|□"))
    #expect(screen.cell(column: 79, row: 0).text == "$")
    #expect(screen.cursor == (3, 1))
  }

  @Test func styles() throws {
    let screen = try ProbeSession.start().screen
    #expect(screen.cell(column: 0, row: 0).isBold)
    #expect(screen.cell(column: 0, row: 6).foreground == 1)
    #expect(screen.cell(column: 0, row: 7).foreground == 208)
    #expect(screen.cell(column: 0, row: 7).background == 233)
    #expect(screen.cell(column: 0, row: 7).isItalic)
    #expect(screen.cell(column: 0, row: 8).isReversed)
    #expect(screen.cell(column: 0, row: 8).isUnderlined)
  }

  @Test func coloursByTerminal() throws {
    #expect(try ProbeSession.start().text.contains("palette256"))
    #expect(try ProbeSession.start(environment: ["TERM": "xterm"]).text.contains("sixteen"))
    #expect(try ProbeSession.start(environment: ["TERM": "vt100"]).text.contains("monochrome"))
    let direct = try ProbeSession.start(environment: ["TERM": "xterm-direct2"])
    #expect(direct.text.contains("full"))
    #expect(direct.screen.cell(column: 0, row: 7).foreground == 0x1FF8700)
    let plain = try ProbeSession.start(environment: ["NO_COLOR": "1"])
    #expect(plain.text.contains("monochrome"))
    #expect(plain.screen.cell(column: 0, row: 6).foreground == nil)
    #expect(plain.screen.cell(column: 0, row: 0).isBold)
  }

  @Test(arguments: ["C", nil, "no_SUCH.locale"])
  func hangulWithoutALocale(language: String?) throws {
    let session = try ProbeSession.start(environment: ["LANG": language])
    #expect(session.text.contains("한글 안녕 漢字|"))
  }

  @Test func aKeyWritesLittle() throws {
    let session = try ProbeSession.start()
    let before = session.terminal.bytes.count
    session.press(.character("a"))
    try session.waitFor("key a")
    session.settle(for: .milliseconds(50))
    let written = session.terminal.bytes.count - before
    // A line of six characters, and the row with the flag, which is drawn whole.
    #expect(written < 150, "\(written) bytes")
  }

  @Test func redrawing() throws {
    let session = try ProbeSession.start()
    session.screen.feed(Array("\u{1B}[2J".utf8)[...])
    #expect(!session.text.contains("한글"))
    session.press(.control("l"))
    try session.waitFor("한글")
    try session.waitFor("끝|")
  }

  @Test func theSizeFollowsTheWindow() throws {
    let session = try ProbeSession.start()
    session.resize(columns: 100, rows: 30)
    try session.waitFor("resize 100x30")
    #expect(session.screen.text(ofRow: 29).hasSuffix("끝|□"))
    session.resize(columns: 40, rows: 12)
    try session.waitFor("resize 40x12")
    try session.waitUntil("a drawn corner") { $0.text(ofRow: 11).hasSuffix("끝|□") }
    for (columns, rows) in [(1, 1), (2, 3), (5, 2), (80, 24)] {
      session.resize(columns: columns, rows: rows)
      session.settle(for: .milliseconds(30))
    }
    try session.waitFor("size 80x24")
    session.press(.control("c"))
    #expect(try session.waitForEnd() == .status(0))
  }
}
