import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct LinkTests {
  @Test(arguments: [1, 2]) func `after every frame each cell has its link`(_ seed: Int) throws {
    let (columns, rows) = seed.isMultiple(of: 2) ? (40, 12) : (60, 24)
    let folder = try TemporaryFolder()
    let session = try ProbeSession.start(
      environment: ["PROBE_LINKS": "\(seed)", "PROBE_LOG": folder.path("log")], columns: columns,
      rows: rows, showing: nil)
    let screen = LinkScreen(columns: columns, rows: rows)
    var fed = 0
    for number in 1...RandomRounds.usually(30) {
      let cells = try cells(of: number, in: folder, session)
      screen.feed(session.terminal.bytes[fed...])
      fed = session.terminal.bytes.count
      let wrong = places(columns, rows).filter { place in
        let (column, row) = (place.column, place.row)
        // A wide character has its link in the first column.
        guard !session.screen.cell(column: column, row: row).text.isEmpty else { return false }
        return screen.address(column: column, row: row) != cells[place]
          || screen.cell(column: column, row: row) != session.screen.cell(column: column, row: row)
      }
      try require(wrong.isEmpty, "frame \(number): \(wrong)")
      session.press(.character("x"))
    }
    expect(!screen.sequences.isEmpty)
  }

  @Test func `links change nothing else on the screen`() throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    let sessions = try zip(folders, [nil, "4205"]).map { folder, version in
      try ProbeSession.start(
        environment: ["PROBE_LINKS": "7", "PROBE_LOG": folder.path("log"), "VTE_VERSION": version],
        showing: nil)
    }
    for number in 1...30 {
      for (folder, session) in zip(folders, sessions) {
        _ = try cells(of: number, in: folder, session)
      }
      let screens = sessions.map(\.screen)
      expect(screens[0].cursor == screens[1].cursor)
      let others = places(80, 24).filter { place in
        let cells = screens.map { $0.cell(column: place.column, row: place.row) }
        return cells[0] != cells[1]
      }
      try require(others.isEmpty, "frame \(number): \(others)")
      for session in sessions { session.press(.character("x")) }
    }
    let texts = sessions.map { $0.written() }
    expect(texts[0].contains("\u{1B}]8;") && !texts[1].contains("\u{1B}]8;"))
  }

  private func places(_ columns: Int, _ rows: Int) -> [Point] {
    (0..<rows).flatMap { row in (0..<columns).map { Point(column: $0, row: row) } }
  }

  /// Returns the linked cells the probe logged for a frame, once it is on the screen.
  private func cells(
    of frame: Int, in folder: TemporaryFolder, _ session: TerminalSession
  ) throws -> [Point: String] {
    var line: Substring?
    // The probe logs a frame once it is written, ending with a line break.
    let isThere = comesTrue {
      // Unread output would block the probe.
      _ = session.text
      guard let log = try? folder.text("log"), log.hasSuffix("\n") else { return false }
      line = log.split(separator: "\n").first { ($0 + " ").hasPrefix("frame \(frame) ") }
      return line != nil
    }
    try require(isThere, "no frame \(frame)")
    _ = session.text
    var cells: [Point: String] = [:]
    for word in (line ?? "").split(separator: " ").dropFirst(2) {
      let parts = word.split(separator: ",", maxSplits: 2)
      guard parts.count == 3, let column = Int(parts[0]), let row = Int(parts[1]) else { continue }
      cells[Point(column: column, row: row)] = String(parts[2])
    }
    return cells
  }

  @Test func `sends links only to terminals that support them`() throws {
    func areSupported(_ type: String, _ more: [String: String] = [:]) -> Bool {
      LinkSequence.areSupported(in: more.merging(["TERM": type]) { one, _ in one })
    }
    for type in ["xterm-256color", "tmux-256color", "xterm-kitty", "foot", "alacritty"] {
      expect(areSupported(type), "\(type)")
    }
    for type in ["linux", "dumb", "vt100", "vt220", "screen", "screen.xterm-256color"] {
      expect(!areSupported(type), "\(type)")
    }
    expect(areSupported("screen", ["TMUX": "default,1,0"]))
    expect(!areSupported("xterm", ["STY": "1.pts"]))
    expect(!areSupported("xterm", ["INSIDE_EMACS": "29.1,eat"]))
    for (version, isSupported) in [
      ("4205", false), ("5000", false), ("5001", true), ("7200", true),
    ] {
      expectEqual(areSupported("xterm-256color", ["VTE_VERSION": version]), isSupported)
    }
    expect(areSupported("xterm-256color", ["NO_COLOR": "1"]))
    // An oversized address is omitted.
    let address = try require(LinkAddress("https://x.org/강"))
    expectEqual(
      LinkSequence.opening(address, id: 3).map { String(decoding: $0, as: UTF8.self) },
      "\u{1B}]8;id=3;https://x.org/%EA%B0%95\u{1B}\\")
    let long = try require(LinkAddress("https://x.org/" + String(repeating: "a", count: 2000)))
    expectNil(LinkSequence.opening(long, id: 1))
  }
}
