import TestSupport
import Testing

/// Emoji on simulated terminals. The probe's fifth row begins with 🙂, two families and a thumb.
@Suite struct EmojiTests {
  private static let family = "\u{1B}[5;3H👩‍👩‍👦"
  private static let largeFamily = "\u{1B}[5;5H👩‍👩‍👧‍👦"
  private static let thumb = "\u{1B}[5;7H👍🏽"

  private func start(
    _ part: TerminalActor.Part, holdsBack: Bool = false
  ) throws -> (session: TerminalSession, actor: TerminalActor) {
    let actor = TerminalActor(part, holdsBack: holdsBack)
    return (try ProbeSession.start(playedBy: actor), actor)
  }

  private func waitForWhole(_ session: TerminalSession) throws {
    try session.waitUntil("whole emoji") { _ in
      session.written().contains(Self.family + Self.largeFamily + Self.thumb)
    }
  }

  /// Waits until the terminal has answered, and expects that no answer was decoded as a key.
  private func waitForAnswers(_ session: TerminalSession, _ actor: TerminalActor) throws {
    try session.waitUntil("the questions") { _ in
      actor.asked.filter { $0 == "\u{1B}[c" }.count == 2
    }
    session.press(.function(12))
    try session.waitFor("key F12")
    expectEqual(session.keys, ["key F12"])
  }

  @Test func `draws emoji whole once the terminal has measured them`() throws {
    let (session, actor) = try start(.foot)
    try waitForWhole(session)
    try waitForAnswers(session, actor)
    let (before, after) = try require(split(session.written(), at: TerminalActor.cursorQuery))
    expectLacks(before, "👩‍👩‍👧‍👦")
    // Only the row that was measured in is written again.
    expectEqual(occurrences(of: "漢字", in: before), 1)
    expectEqual(occurrences(of: "漢字", in: after), 1)
    expectEqual(occurrences(of: "reverse", in: after), 0)
    expectEqual(session.screen.text(ofRow: 1), "한글 안녕 漢字|")
  }

  private func split(_ text: String, at separator: String) -> (String, String)? {
    text.firstRange(of: separator).map {
      (String(text[..<$0.lowerBound]), String(text[$0.upperBound...]))
    }
  }

  private func occurrences(of word: String, in text: String) -> Int { text.ranges(of: word).count }

  @Test func `draws only those kinds whole that take two columns`() throws {
    let (kitty, kittyActor) = try start(.kitty)
    try kitty.waitUntil("a whole thumb") { _ in kitty.written().contains(Self.thumb) }
    try waitForAnswers(kitty, kittyActor)
    expectLacks(kitty.written(), Self.family)
    let (xterm, xtermActor) = try start(.xterm)
    try waitForAnswers(xterm, xtermActor)
    expectContains(xtermActor.asked, TerminalActor.cursorQuery)
    expectLacks(xterm.written(), Self.thumb)
    expectLacks(xterm.written(), Self.family)
    var part = TerminalActor.Part.tmux
    part.cursorColumns = [5, 4, 2, 2, 3, 3, 3, 7]
    let (tmux, tmuxActor) = try start(part)
    try tmux.waitUntil("a whole family") { _ in tmux.written().contains(Self.family) }
    try waitForAnswers(tmux, tmuxActor)
    expectLacks(tmux.written(), Self.largeFamily)
    expectLacks(tmux.written(), Self.thumb)
  }

  @Test func `draws no emoji whole if an answer is missing`() throws {
    var part = TerminalActor.Part.foot
    part.cursorColumns[2] = 0
    let (session, actor) = try start(part)
    try waitForAnswers(session, actor)
    try session.waitForRest()
    expectLacks(session.written(), "👩‍👩‍👧‍👦")
  }

  @Test func `measures nothing on unknown and small terminals`() throws {
    var mute = TerminalActor.Part.mute
    mute.cursorColumns = TerminalActor.Part.foot.cursorColumns
    let (session, actor) = try start(mute)
    try session.waitForRest()
    expectLacks(actor.asked, TerminalActor.cursorQuery)
    try session.quit()
    for (columns, rows) in [(15, 24), (80, 1)] {
      let actor = TerminalActor(.foot)
      let session = try ProbeSession.start(
        columns: columns, rows: rows, showing: nil, playedBy: actor)
      try session.waitUntil("the questions") { _ in
        actor.asked.filter { $0 == "\u{1B}[c" }.count == 2
      }
      expectLacks(actor.asked, TerminalActor.cursorQuery)
    }
  }

  @Test func `draws emoji whole after late answers`() throws {
    let (session, actor) = try start(.foot, holdsBack: true)
    try session.waitUntil("the questions") { _ in actor.asked.contains("\u{1B}[c") }
    let first = actor.held
    session.send(bytes: first)
    try session.waitUntil("the measurement") { _ in
      actor.asked.filter { $0 == "\u{1B}[c" }.count == 2
    }
    // Answers are due within two seconds.
    session.settle(for: .milliseconds(2200))
    session.press(.character("k"))
    try session.waitFor("key k")
    expectLacks(session.written(), "👩‍👩‍👧‍👦")
    session.send(bytes: Array(actor.held.dropFirst(first.count)))
    try waitForWhole(session)
    expectEqual(session.keys, ["key k"])
  }

  /// The sign for each sequence on a screen that has no sequences.
  private static let signs = [
    "👍🏽": "手", "☝🏽": "指", "❤️": "心", "1️⃣": "一", "🏴󠁧󠁢󠁥󠁮󠁧󠁿": "英", "👨‍👩‍👧": "子", "👨‍👩‍👧‍👦": "家",
    "👩🏽‍❤️‍💋‍👨🏾": "吻",
  ]

  private func withSigns(_ text: String) -> String {
    String(text.flatMap { Self.signs[String($0)] ?? String($0) })
  }

  @Test(arguments: [3, 4]) func `after every frame each emoji is whole`(_ seed: Int) throws {
    let folder = try TemporaryFolder()
    // tmux has nothing else to report, even late, and gets no query that libvterm would show.
    var part = TerminalActor.Part.tmux
    part.answers["\u{1B}[>q"] = "\u{1B}P>|tmux 3.6\u{1B}\\"
    part.cursorColumns = TerminalActor.Part.foot.cursorColumns
    let session = try ProbeSession.start(
      environment: ["PROBE_LINKS": "\(seed)", "PROBE_LOG": folder.path("log")], columns: 40,
      rows: 12, showing: nil, playedBy: TerminalActor(part))
    let screen = VirtualScreen(columns: 40, rows: 12)
    var fed = 0
    var shown: Set<Character> = []
    // The terminal's answers cause the second frame.
    for number in 2...RandomRounds.usually(60) {
      let expected = try text(of: number, in: folder, session)
      screen.feed(Array(withSigns(session.written(from: fed)).utf8)[...])
      fed = session.terminal.bytes.count
      let text = (0..<12).map { "⏎" + screen.text(ofRow: $0) }.joined()
      try require(text == withSigns(expected), "frame \(number):\n\(text)\n\(expected)")
      shown.formUnion(expected)
      session.press(.character("x"))
    }
    expect(shown.isSuperset(of: Self.signs.keys.map { Character($0) }))
  }

  /// Returns the text the probe logged for a frame, once it is on the screen.
  private func text(
    of frame: Int, in folder: TemporaryFolder, _ session: TerminalSession
  ) throws -> String {
    let head = "text \(frame) "
    var line: Substring?
    let isThere = comesTrue {
      // Unread output would block the probe.
      _ = session.text
      guard let log = try? folder.text("log"), log.hasSuffix("\n") else { return false }
      line = log.split(separator: "\n").first { $0.hasPrefix(head) }
      return line != nil
    }
    try require(isThere, "no frame \(frame)")
    _ = session.text
    return String((line ?? "").dropFirst(head.count))
  }
}
