import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct OutputTests {
  @Test func cellsAreDrawnWhereTheyStand() throws {
    let screen = try ProbeSession.start().screen
    expectEqual(screen.text(ofRow: 1), "한글 안녕 漢字|")
    expectEqual(screen.cell(column: 14, row: 1).text, "|")
    // Letters that were typed one by one make a syllable.
    expectEqual(screen.text(ofRow: 2), "한글|")
    expectEqual(screen.text(ofRow: 3).unicodeScalars.count, 9)
    expectEqual(screen.find("|")?.row, 1)
    expectEqual(screen.cell(column: 6, row: 4).text, "|")
    expectEqual(screen.cell(column: 2, row: 5).text, "|")
    expectPrefix(screen.text(ofRow: 23), "□□ ")
    expectSuffix(screen.text(ofRow: 23), "끝|□")
    expectEqual(screen.cell(column: 79, row: 0).text, "$")
    expect(screen.cursor == (3, 1))
  }

  @Test func styles() throws {
    let screen = try ProbeSession.start().screen
    expect(screen.cell(column: 0, row: 0).isBold)
    expectEqual(screen.cell(column: 0, row: 6).foreground, 1)
    expectEqual(screen.cell(column: 0, row: 7).foreground, 208)
    expectEqual(screen.cell(column: 0, row: 7).background, 233)
    expect(screen.cell(column: 0, row: 7).isItalic)
    expect(screen.cell(column: 0, row: 8).isReversed)
    expect(screen.cell(column: 0, row: 8).isUnderlined)
  }

  @Test func colorsByTerminal() throws {
    try expectContains(ProbeSession.start().text, "palette256")
    try expectContains(ProbeSession.start(environment: ["TERM": "xterm"]).text, "sixteen")
    try expectContains(ProbeSession.start(environment: ["TERM": "vt100"]).text, "monochrome")
    let direct = try ProbeSession.start(environment: ["TERM": "xterm-direct2"])
    expectContains(direct.text, "full")
    expectEqual(direct.screen.cell(column: 0, row: 7).foreground, 0x1FF8700)
    let plain = try ProbeSession.start(environment: ["NO_COLOR": "1"])
    expectContains(plain.text, "monochrome")
    expectNil(plain.screen.cell(column: 0, row: 6).foreground)
    expect(plain.screen.cell(column: 0, row: 0).isBold)
  }

  @Test(arguments: ["C", nil, "no_SUCH.locale"])
  func hangulWithoutALocale(language: String?) throws {
    let session = try ProbeSession.start(environment: ["LANG": language])
    expectContains(session.text, "한글 안녕 漢字|")
  }

  @Test func aKeyWritesLittle() throws {
    let session = try ProbeSession.start()
    let before = session.terminal.bytes.count
    session.press(.character("a"))
    try session.waitFor("key a")
    try session.waitForRest()
    let written = session.terminal.bytes.count - before
    // A line of six characters, and the row with the flag, which is drawn whole.
    expectLess(written, 150, "\(written) bytes")
  }

  @Test func redrawing() throws {
    let session = try ProbeSession.start()
    session.screen.feed(Array("\u{1B}[2J".utf8)[...])
    expectLacks(session.text, "한글")
    session.press(.control("l"))
    try session.waitFor("한글")
    try session.waitFor("끝|")
  }

  @Test func theSizeFollowsTheWindow() throws {
    let session = try ProbeSession.start()
    session.resize(columns: 100, rows: 30)
    try session.waitFor("resize 100x30")
    try session.waitUntil("a drawn corner") { $0.text(ofRow: 29).hasSuffix("끝|□") }
    session.resize(columns: 40, rows: 12)
    try session.waitFor("resize 40x12")
    try session.waitUntil("a drawn corner") { $0.text(ofRow: 11).hasSuffix("끝|□") }
    for (columns, rows) in [(1, 1), (2, 3), (5, 2), (80, 24)] {
      session.resize(columns: columns, rows: rows)
      try session.waitForRest()
    }
    try session.waitFor("size 80x24")
    session.press(.control("c"))
    try expectEqual(session.waitForEnd(), .status(0))
  }

  /// Ten thousand cells in as many colors.
  @Test func aWholeScreenOfColors() throws {
    let session = try ProbeSession.start(
      environment: ["TERM": "xterm-direct2", "PROBE_COLORS": "1"], columns: 200, rows: 50,
      showing: "▀")
    try session.waitUntil("the last cell") { $0.cell(column: 199, row: 49).text == "▀" }
    var wrong = 0
    for row in 1..<50 {
      for column in 0..<200 {
        let cell = session.screen.cell(column: column, row: row)
        let color = 0x1000000 | (column * 255 / 200) << 16 | (row * 255 / 50) << 8
        if cell.foreground != color | 0x40 || cell.background != color | 0xC0 { wrong += 1 }
      }
    }
    expectEqual(wrong, 0)
  }

  /// A terminal that can name fewer pairs of colors than a picture has: each cell then gets one
  /// that is like its own.
  @Test func moreColorsThanPairs() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write("few|few pairs,\n\tpairs#32, use=xterm-256color,\n", to: "few.ti")
    let compiled = try ProgramResult.run("/usr/bin/tic", ["-x", "-o", folder.path("info"), source])
    try require(compiled.status == 0, "\(compiled.errorText)")
    let session = try ProbeSession.start(
      environment: [
        "TERM": "few", "TERMINFO": folder.path("info"), "PROBE_COLORS": "1",
      ], columns: 200, rows: 50, showing: "▀")
    try session.waitUntil("the last cell") { $0.cell(column: 199, row: 49).text == "▀" }
    var (none, distances, pairs): (Int, [Int], Set<[Int]>) = (0, [], [])
    for row in 1..<50 {
      for column in 0..<200 {
        let cell = session.screen.cell(column: column, row: row)
        guard let foreground = cell.foreground, let background = cell.background else {
          none += 1
          continue
        }
        pairs.insert([foreground, background])
        let wanted = UInt32(column * 255 / 200) << 16 | UInt32(row * 255 / 50) << 8 | 0xC0
        distances.append(Palette.distance(Palette.rgb(background), wanted))
      }
    }
    expectEqual(none, 0)
    expectAtMost(pairs.count, 31)
    // A quarter of the way through each part of the color, on average.
    expectLess(distances.reduce(0, +) / distances.count, 3 * 64 * 64)
  }
}
