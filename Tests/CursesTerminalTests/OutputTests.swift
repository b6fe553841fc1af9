import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct OutputTests {
  @Test func `draws cells and styles where they belong`() throws {
    let screen = try ProbeSession.start().screen
    expectEqual(screen.text(ofRow: 1), "한글 안녕 漢字|")
    expectEqual(screen.cell(column: 14, row: 1).text, "|")
    // Letters typed one by one form a syllable.
    expectEqual(screen.text(ofRow: 2), "한글|")
    expectEqual(screen.text(ofRow: 3).unicodeScalars.count, 9)
    expectEqual(screen.find("|")?.row, 1)
    expectEqual(screen.cell(column: 8, row: 4).text, "|")
    expectEqual(screen.cell(column: 2, row: 5).text, "|")
    expectPrefix(screen.text(ofRow: 23), "□□ ")
    expectSuffix(screen.text(ofRow: 23), "끝|□")
    expectEqual(screen.cell(column: 79, row: 0).text, "$")
    expect(screen.cursor == (3, 1))
    expect(screen.cell(column: 0, row: 0).isBold)
    expectEqual(screen.cell(column: 0, row: 6).foreground, 1)
    expectEqual(screen.cell(column: 0, row: 7).foreground, 208)
    expectEqual(screen.cell(column: 0, row: 7).background, 233)
    expect(screen.cell(column: 0, row: 7).isItalic)
    expect(screen.cell(column: 0, row: 8).isReversed)
    expect(screen.cell(column: 0, row: 8).isUnderlined)
  }

  @Test func `chooses colors by terminal and draws Hangul without a locale`() throws {
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
    for language in ["C", nil, "no_SUCH.locale"] as [String?] {
      let session = try ProbeSession.start(environment: ["LANG": language])
      expectContains(session.text, "한글 안녕 漢字|")
    }
  }

  @Test func `writes little for a key, and everything on a redraw`() throws {
    let session = try ProbeSession.start()
    let before = session.terminal.bytes.count
    session.press(.character("a"))
    try session.waitFor("key a")
    try session.waitForRest()
    let written = session.terminal.bytes.count - before
    // A line of six characters, and the complete row with the flag.
    expectLess(written, 150, "\(written) bytes")
    session.screen.feed(Array("\u{1B}[2J".utf8)[...])
    expectLacks(session.text, "한글")
    session.press(.control("l"))
    try session.waitFor("한글")
    try session.waitFor("끝|")
  }

  @Test func `follows the size of the window`() throws {
    let session = try ProbeSession.start()
    for (columns, rows) in [(100, 30), (100, 12), (40, 12)] {
      session.resize(columns: columns, rows: rows)
      try session.waitFor("resize \(columns)x\(rows)")
      try session.waitUntil("a drawn corner") { $0.text(ofRow: rows - 1).hasSuffix("끝|□") }
    }
    for (columns, rows) in [(1, 1), (2, 3), (5, 2), (80, 24)] {
      session.resize(columns: columns, rows: rows)
      try session.waitForRest()
    }
    try session.waitFor("size 80x24")
    try session.quit()
  }

  @Test func `draws a screen full of colors`() throws {
    let wrong = try colored(["TERM": "xterm-direct2"]).filter { color, cell in
      cell.foreground != 0x1000000 | color | 0x40 || cell.background != 0x1000000 | color | 0xC0
    }
    expectEqual(wrong.count, 0)
  }

  /// The cells of a screen with a different color in each.
  private func colored(
    _ environment: [String: String?]
  ) throws -> [(color: Int, cell: VirtualScreen.Cell)] {
    let session = try ProbeSession.start(
      environment: environment.merging(["PROBE_COLORS": "1"]) { $1 }, columns: 200, rows: 50,
      showing: "▀")
    try session.waitUntil("the last cell") { $0.cell(column: 199, row: 49).text == "▀" }
    return (1..<50).flatMap { row in
      (0..<200).map { column in
        let color = (column * 255 / 200) << 16 | (row * 255 / 50) << 8
        return (color, session.screen.cell(column: column, row: row))
      }
    }
  }

  /// The nearest pair is used if a picture has more colors than the terminal has pairs.
  @Test func `draws more colors than a terminal has pairs`() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write("few|few pairs,\n\tpairs#32, use=xterm-256color,\n", to: "few.ti")
    let compiled = try ProgramResult.run("/usr/bin/tic", ["-x", "-o", folder.path("info"), source])
    try require(compiled.status == 0, "\(compiled.errorText)")
    var (distances, pairs): ([Int], Set<[Int]>) = ([], [])
    for (color, cell) in try colored(["TERM": "few", "TERMINFO": folder.path("info")]) {
      let (foreground, background) = (try require(cell.foreground), try require(cell.background))
      pairs.insert([foreground, background])
      distances.append(Palette.distance(Palette.rgb(background), UInt32(color | 0xC0)))
    }
    expectAtMost(pairs.count, 31)
    // A quarter of the range of each component, on average.
    expectLess(distances.reduce(0, +) / distances.count, 3 * 64 * 64)
  }
}

@Suite struct ClipboardSequenceTests {
  private func text(_ text: String, throughTmux: Bool = false) -> String? {
    ClipboardSequence(text, throughTmux: throughTmux).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  @Test func `encodes text that fits as Base64`() {
    expectEqual(text("강가 q"), "\u{1B}]52;c;6rCV6rCAIHE=\u{7}")
    expectEqual(text(""), "\u{1B}]52;c;\u{7}")
    // Base64 can't end the sequence.
    expectEqual(text("\u{1B}\\\u{7}"), "\u{1B}]52;c;G1wH\u{7}")
    expectEqual(
      text("a", throughTmux: true),
      "\u{1B}]52;c;YQ==\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YQ==\u{7}\u{1B}\\")
    // Terminals accept 100,000 bytes, 8 of which frame the text: three for each four.
    let longest = String(repeating: "a", count: 74_994)
    expectEqual(text(longest)?.utf8.count, 100_000)
    expectNil(text(longest + "a"))
    expectNil(text(String(repeating: "a", count: 1_000_000)))
  }
}

@Suite struct SpeakerTests {
  private func spoken(_ speeches: AccessibleText...) -> String {
    var printer = LinePrinter()
    return speeches.map { printer.output(for: $0) }.joined()
  }

  @Test func `speaks only changes`() {
    expectEqual(
      spoken(
        AccessibleText("Diary", selected: "a"), AccessibleText("Diary", selected: "a"),
        AccessibleText("Diary", selected: "b"),
        AccessibleText("Diary", selected: "b", notice: "Saved."),
        AccessibleText("Trash", selected: "b")), "Diary\na\nb\nSaved.\nTrash\nb\n")
    // Scrolling speaks new lines.
    expectEqual(
      spoken(
        AccessibleText("R", ["1", "2", "3"]), AccessibleText("R", ["2", "3", "4"]),
        AccessibleText("R", ["1", "2", "3"]),
        AccessibleText("R", ["8", "9"])), "R\n1\n2\n3\n4\n1\n8\n9\n")
    // Text typed at the end is spoken once; other edits repeat the line.
    func field(_ text: String, _ caret: Int) -> AccessibleText {
      AccessibleText("E", field: .init("Title", text, caret: caret))
    }
    expectEqual(
      spoken(field("", 0), field("a", 1), field("ab", 2), field("ab", 1), field("axb", 2)),
      "E\nTitle: ab\nTitle [2/2]: ab\nTitle [3/3]: axb")
    // A composed syllable replaces its letters.
    expectEqual(spoken(field("하", 1), field("한", 1)), "E\nTitle: 하\nTitle: 한")
    expectEqual(spoken(field("a", 1), AccessibleText("L", selected: "x")), "E\nTitle: a\nL\nx\n")
    // A field is repeated after a toast.
    let plain = AccessibleText("E", field: .init("T", "a", caret: 1))
    var notified = plain
    notified.notice = "Kept."
    expectEqual(spoken(plain, notified), "E\nT: a\nKept.\nT: a")
  }

  @Test func `reads keys from lines in Emacs shells`() {
    let emacs = LineInput(["INSIDE_EMACS": "29.4,comint"])
    expectEqual(emacs.keys(in: Array("n\n".utf8)), Array("n".utf8))
    expectEqual(emacs.keys(in: [0x0A]), [0x0A])
    expectEqual(LineInput([:]).keys(in: Array("n\n".utf8)), Array("n\n".utf8))
  }
}
