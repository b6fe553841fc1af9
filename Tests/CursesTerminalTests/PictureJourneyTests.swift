import Glibc
import TestSupport
import Testing

@Suite struct PictureJourneyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts with a picture of 14×5 cells at 30, 10.
  private func start(
    _ part: TerminalActor.Part, _ name: String, _ bytes: [UInt8],
    environment: [String: String?] = [:], takingRest: Bool = true
  ) throws -> TerminalSession {
    let path = try folder.write(bytes, to: name)
    let pixels = name.hasSuffix(".six") ? "84,60" : "4,4"
    let session = try ProbeSession.start(
      environment: environment.merging(["PROBE_PICTURES": "\(path),\(pixels),30,10,14,5"]) { $1 },
      showing: nil, playedBy: TerminalActor(part))
    try session.waitUntil("the first frame", takingRest: takingRest) { $0.text.contains("끝|") }
    return session
  }

  /// Waits until the program has written an invisible text. Returns its offset.
  @discardableResult private func wait(
    _ session: TerminalSession, for text: String, from start: Int = 0, takingRest: Bool = true
  ) throws -> Int {
    try session.waitUntil("“\(text.debugDescription)” written", takingRest: takingRest) { _ in
      session.written(from: start).contains(text)
    }
    return session.terminal.bytes.count
  }

  @Test func `kitty draws, moves, covers and frees a picture`() throws {
    let session = try start(.kitty, "a.png", TestPictures.png)
    var mark = try wait(session, for: "C=1,q=2")
    let first = session.written()
    expectContains(first, "a=t,f=100")
    expectContains(first, "\u{1B}[11;31H\u{1B}_Ga=p")
    // A move doesn't send it again, and replaces it in one update, the new place first.
    session.press(.function(7))
    try wait(session, for: "\u{1B}[?2026l", from: mark)
    let moved = session.written(from: mark)
    expectLacks(moved, "a=t")
    expect(
      moved.contains(/\x1B\[\?2026h(?s:.*)\x1B\[11;32H\x1B_Ga=p(?s:.*)\x1B_Ga=d,d=i/))
    mark = session.terminal.bytes.count
    session.press(.function(9))
    try wait(session, for: "c=14,r=4,x=0,y=0,w=4,h=4", from: mark)
    // A line over it leaves two parts.
    mark = session.terminal.bytes.count
    session.press(.function(8))
    try session.waitFor("covered by th")
    try wait(session, for: "\u{1B}[?2026l", from: mark)
    let covered = session.written(from: mark)
    for part in ["c=14,r=2,x=0,y=0,w=4,h=2", "c=14,r=1,x=0,y=3,w=4,h=1"] {
      expectContains(covered, part)
    }
    expect(covered.contains(/a=p(?s:.*)a=d,d=i/))
    mark = session.terminal.bytes.count
    session.press(.function(8))
    try wait(session, for: "\u{1B}[?2026l", from: mark)
    let whole = session.written(from: mark)
    expectContains(whole, "c=14,r=4,x=0,y=0,w=4,h=4")
    expectEqual(whole.ranges(of: "a=d,d=i").count, 2)
    for bytes in [covered, whole] { expectLacks(bytes, "a=t") }
    // A redraw sends it again.
    mark = session.terminal.bytes.count
    session.press(.control("l"))
    try wait(session, for: "C=1,q=2", from: mark)
    expectContains(session.written(from: mark), "a=t,f=100")
    mark = session.terminal.bytes.count
    try session.quit()
    let left = session.written(from: mark)
    let freed = try require(left.firstRange(of: "a=d,d=I,i="))
    let other = try require(left.firstRange(of: "\u{1B}[?1049l"))
    expectLess(freed.lowerBound, other.lowerBound)
    expectContains(left, "a=d,d=A")
  }

  @Test func `draws through tmux with placeholders`() throws {
    let session = try start(
      .tmux(in: "ghostty 1.1.3"), "a.png", TestPictures.png, environment: ["TMUX": "x,1,0"])
    var mark = try wait(session, for: "\u{1B}[15;31H\u{1B}[38;5;1m")
    let first = session.written()
    expectContains(first, "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=t,f=100")
    expectContains(first, "a=p,U=1,i=")
    expectContains(first, "\u{1B}[11;31H\u{1B}[38;5;1m")
    expectEqual(first.unicodeScalars.count { $0 == "\u{10EEEE}" }, 14 * 5)
    // Covering and uncovering rewrites the placeholders, not the picture.
    session.press(.function(8))
    mark = session.terminal.bytes.count
    try session.waitFor("covered by th")
    expect(!session.written(from: mark).unicodeScalars.contains("\u{10EEEE}"))
    mark = session.terminal.bytes.count
    session.press(.function(8))
    try wait(session, for: "\u{1B}[15;31H\u{1B}[38;5;1m", from: mark)
    expectLacks(session.written(from: mark), "a=t")
    mark = session.terminal.bytes.count
    try session.quit()
    expectContains(session.written(from: mark), "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d,d=I,i=")
  }

  /// kitty and xterm would move a picture with lines scrolled by the terminal.
  @Test(arguments: [true, false]) func `scrolls no lines under a picture`(hasPicture: Bool) throws {
    let session =
      hasPicture
      ? try start(.kitty, "a.png", TestPictures.png)
      : try ProbeSession.start(playedBy: TerminalActor(.kitty))
    try session.waitFor("learned kitty")
    if hasPicture { try wait(session, for: "C=1,q=2") }
    let mark = session.terminal.bytes.count
    for letter in "abcdefghijklmnopqrst" {
      session.press(.character(letter))
      try session.waitFor("key \(letter)")
    }
    let after = session.written(from: mark)
    expectNotEqual(after.contains(/\x1B\[\d+;\d+r/), hasPicture)
    expectLacks(after, "a=p")
    // Without a picture, the lines are correct as well.
    for (index, letter) in "ghijklmnopqrst".enumerated() {
      expectPrefix(session.screen.text(ofRow: 9 + index), "key \(letter)")
    }
  }

  @Test(arguments: [(1, "status 132"), (2, "134"), (4, "status 3")])
  func `frees kitty's pictures when the program dies`(key: Int, status: String) throws {
    let path = try folder.write(TestPictures.png, to: "a.png")
    let session = try ProbeSession.shell(
      "\"$PROBE\"; echo status $?; read line",
      environment: ["PROBE_PICTURES": "\(path),4,4,30,10,14,5"], playedBy: TerminalActor(.kitty))
    try wait(session, for: "C=1,q=2")
    let mark = session.terminal.bytes.count
    session.press(.function(key))
    try session.waitFor("status ")
    let left = session.written(from: mark)
    expectContains(left, "a=d,d=I,i=")
    expectContains(left, "a=d,d=A")
    expectContains(left, "\u{1B}[?1049l")
  }

  private let sixel = TestPictures.sixel(width: 84, height: 60, upper: "100;0;0", lower: "0;0;100")

  @Test func `draws, moves and erases sixels`() throws {
    let session = try start(.xterm, "a.six", sixel)
    let drawing = "\u{1B}[11;31H" + String(decoding: sixel, as: UTF8.self) + "\u{1B}8"
    var mark = try wait(session, for: drawing)
    // A key that changes nothing there draws nothing there.
    session.press(.character("x"))
    try session.waitFor("key x")
    try session.waitForRest()
    expectLacks(session.written(from: mark), "\u{1B}P")
    // A line over it leaves the rest, and after it, it is drawn again over itself.
    mark = session.terminal.bytes.count
    session.press(.function(8))
    try session.waitFor("covered by th")
    try session.waitForRest()
    expectLacks(session.written(from: mark), "\u{1B}P")
    mark = session.terminal.bytes.count
    session.press(.function(8))
    try wait(session, for: drawing, from: mark)
    for row in [11, 12, 14, 15] { expectLacks(session.written(from: mark), "\u{1B}[\(row);31H ") }
    // A move erases it immediately, and draws it when no more keys arrive.
    mark = session.terminal.bytes.count
    session.press(.function(7))
    try wait(session, for: "\u{1B}[11;31H" + String(repeating: " ", count: 14), from: mark)
    try wait(session, for: "\u{1B}[11;32H\u{1B}P", from: mark)
    mark = session.terminal.bytes.count
    session.press(.function(6))
    try wait(session, for: "\u{1B}[15;32H" + String(repeating: " ", count: 14), from: mark)
    try session.waitForRest()
    expectLacks(session.written(from: mark), "\u{1B}P")
  }

  /// A slow terminal and a fast user.
  @Test func `interrupts a picture for a key`() throws {
    let long = Array(
      ("\u{1B}Pq\"1;1;9;9" + String(repeating: "~~~~$", count: 300_000) + "\u{1B}\\").utf8)
    let session = try start(.xterm, "a.six", long, takingRest: false)
    try session.waitUntil("sixel", takingRest: false) { $0.text.contains("learned sixel") }
    // The terminal stops reading after its beginning.
    try wait(session, for: "\u{1B}[11;31H\u{1B}Pq\"1;1;9;9~~", takingRest: false)
    let mark = session.terminal.bytes.count
    expectLess(mark, long.count)
    session.press(.character("k"))
    try session.waitUntil("the key", takingRest: false) { $0.text.contains("key k") }
    let until = session.written()
    let ends = ["~", "$"].compactMap { until.ranges(of: $0 + "\u{1B}\\\u{1B}8").last?.lowerBound }
    let ended = try require(ends.first)
    expectLess(until.utf8.distance(from: until.startIndex, to: ended), long.count)
    try session.waitUntil("the whole picture") { _ in
      session.terminal.bytes.count > mark + long.count
    }
    try session.quit()
  }

  @Test func `draws inline images and ignores other encodings`() throws {
    let session = try start(.iterm, "a.jpg", Array(repeating: 0x41, count: 300))
    try wait(session, for: "\u{1B}[11;31H\u{1B}]1337;File=size=300;inline=1;width=14;height=5;")
    expectContains(session.written(), "QUFB")
    let hostile = Array("\u{1B}Pq\"1;1;9;9~~\u{1B}\\\u{1B}]0;stolen\u{7}\u{1B}\\".utf8)
    for (part, bytes) in [(TerminalActor.Part.kitty, sixel), (.xterm, hostile)] {
      let session = try start(part, "a.six", bytes)
      try session.waitFor("learned ")
      try session.waitForRest()
      for text in ["a=t", "\u{1B}Pq", "stolen"] { expectLacks(session.written(), text) }
    }
  }

  @Test func `frees pictures when it suspends or lends the terminal`() throws {
    let path = try folder.write(TestPictures.png, to: "a.png")
    let session = try ProbeSession.shell(
      "set -m; \"$PROBE\"; echo stopped; read line; fg; echo gone",
      environment: [
        "PROBE_PICTURES": "\(path),4,4,30,10,14,5", "PROBE_COMMAND": "echo lent; read line",
      ], playedBy: TerminalActor(.kitty))
    var mark = try wait(session, for: "C=1,q=2")
    for (key, word) in [(TerminalKey.control("e"), "lent"), (.control("z"), "stopped")] {
      session.press(key)
      try session.waitFor(word)
      expectContains(session.written(from: mark), "a=d,d=I,i=", "\(word)")
      mark = session.terminal.bytes.count
      session.press(.enter)
      try wait(session, for: "C=1,q=2", from: mark)
      mark = session.terminal.bytes.count
    }
  }
}
