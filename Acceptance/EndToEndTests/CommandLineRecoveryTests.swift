import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// The six words that open a diary where its machines are lost.
@Suite("Recovery words, on the command line")
struct CommandLineRecoveryTests {
  private let machines: TwoMachines
  private let words: String

  init() throws {
    machines = try TwoMachines()
    try machines.laptop.output("add", "첫눈")
    words = try machines.addRemote()
  }

  /// The one line that is said to words that are none.
  private func refusal(of words: String) throws -> String {
    let result = try machines.clone(to: machines.desktop, with: words)
    expectEqual(result.status, 1)
    expectEqual(result.text, "")
    expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    expectNotEqual(access(machines.desktop.store, F_OK), 0)
    return result.errorText
  }

  @Test func `in capitals, with commas and numbers they are the same`() throws {
    let upper = words.uppercased().replacing(" ", with: ", ")
    try expectEqual(machines.clone(to: machines.desktop, with: upper).status, 0)
    let numbered = words.split(separator: " ").enumerated()
      .map { "\($0 + 1). \($1)\n" }.joined()
    let other = try TestHome()
    try expectEqual(machines.clone(to: other, with: numbered).status, 0)
    try expectEqual(other.titles(), ["첫눈"])
  }

  @Test func `a wrong one is named, with what it may be`() throws {
    var typed = words.split(separator: " ").map(String.init)
    typed[2] = "abdomenn"
    try expectContains(
      refusal(of: typed.joined(separator: " ")),
      "Word 3, “abdomenn”, isn't a recovery word. Is it abdomen?")
    typed[2] = "qqqqqqqqqq"
    try expectContains(refusal(of: typed.joined(separator: " ")), "Word 3, “qqqqqqqqqq”")
    typed.remove(at: 2)
    try expectContains(
      refusal(of: typed.joined(separator: " ")), "all 6 recovery words: there are 5")
    try expectContains(
      refusal(of: "abacus abdomen abdominal abide abiding ability"),
      "These recovery words don't open")
    // After that, the right ones still do.
    try expectEqual(machines.clone(to: machines.desktop, with: words).status, 0)
  }

  @Test func `without words and without a terminal it says where they may stand`() throws {
    let result = try machines.desktop.run(["clone", machines.shared])
    expectEqual(result.status, 1)
    expectContains(result.errorText, "--recovery-file FILE")
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    let missing = try machines.desktop.run([
      "clone", machines.shared, "--recovery-file", "/nonexistent",
    ])
    expectEqual(missing.status, 1)
    expectContains(missing.errorText, "Couldn't read the recovery words from /nonexistent")
    expectNotEqual(access(machines.desktop.store, F_OK), 0)
  }

  @Test func `a diary that is there isn't cloned over`() throws {
    try machines.desktop.output("add", "Mine")
    try expectEqual(machines.clone(to: machines.desktop, with: words).status, 1)
    try expectEqual(machines.desktop.titles(), ["Mine"])
  }

  @Test func `a second remote of the same diary has the same words`() throws {
    let other = machines.laptop.folder.path("other")
    let result = try machines.laptop.run(["remote", "add", "other", other])
    expectEqual(result.status, 0, "\(result.errorText)")
    expectEqual(result.text, "", "\(result.errorText)")
    let desktop = try machines.desktop(
      "clone", other, "--recovery-file", "-", input: words)
    expectEqual(desktop.status, 0, "\(desktop.errorText)")
    try expectEqual(machines.desktop.titles(), ["첫눈"])
  }
}

extension Journeys {
  /// Recovery words are asked for, and asked back, where somebody can answer.
  @Suite struct RecoveryWords {
    private func shownWords(_ session: TerminalSession) throws -> [String] {
      let row = (0..<session.screen.rows).map { session.screen.text(ofRow: $0) }
        .first(where: TwoMachines.isSixWords)
      return try require(row).split(separator: " ").map(String.init)
    }

    /// What is typed before a question stands there is thrown away.
    private func waitForQuestion(
      _ words: String, asked times: Int, _ session: TerminalSession
    ) throws {
      try session.waitUntil("“\(words)” \(times) times") {
        $0.text.ranges(of: words).count == times
      }
    }

    @Test func shownOnceAndAskedBack() throws {
      let machines = try TwoMachines()
      try machines.laptop.output("add", "첫눈")
      let session = try machines.laptop.open(
        ["remote", "add", "home", machines.shared], columns: 160, showing: nil)
      let askingBack = "Type them from your note"
      try waitForQuestion(askingBack, asked: 1, session)
      let words = try shownWords(session)
      session.send("abacus qqqqqqqqqq\r")
      try waitForQuestion(askingBack, asked: 2, session)
      expectContains(session.text, "Word 2, “qqqqqqqqqq”, isn't a recovery word")
      var wrong = words
      wrong[3] = words[3] == "abacus" ? "abdomen" : "abacus"
      session.send(wrong.joined(separator: " ") + "\r")
      try waitForQuestion(askingBack, asked: 3, session)
      expectContains(session.text, "Word 4 is “\(words[3])”, not “\(wrong[3])”.")
      session.send(words.joined(separator: ", ").uppercased() + "x")
      session.press(.backspace, .enter)
      try session.waitFor("Your note is right.")
      try expectEqual(session.waitForEnd(), .status(0))

      let cloning = try machines.desktop.open(
        ["clone", machines.shared], columns: 160, showing: nil)
      let asking = "The six recovery words:"
      try waitForQuestion(asking, asked: 1, cloning)
      cloning.send("zzzzzzzzzz\r")
      try waitForQuestion(asking, asked: 2, cloning)
      expectContains(cloning.text, "Word 1, “zzzzzzzzzz”, isn't a recovery word")
      cloning.send("abacus abdomen abdominal abide abiding ability\r")
      try waitForQuestion(asking, asked: 3, cloning)
      expectContains(cloning.text, "don't open")
      cloning.send(words.joined(separator: " ") + "\r")
      try cloning.waitFor("The diary is in \(machines.desktop.store): 1 entry.")
      try expectEqual(cloning.waitForEnd(), .status(0))
    }

    @Test func skippedAndStopped() throws {
      let machines = try TwoMachines()
      try machines.laptop.output("add", "첫눈")
      let session = try machines.laptop.open(
        ["remote", "add", "home", machines.shared], columns: 160, showing: nil)
      try waitForQuestion("Type them from your note", asked: 1, session)
      session.press(.enter)
      try session.waitFor("Not checked.")
      try expectEqual(session.waitForEnd(), .status(0))
      let cloning = try machines.desktop.open(
        ["clone", machines.shared], columns: 160, showing: nil)
      try waitForQuestion("The six recovery words:", asked: 1, cloning)
      cloning.press(.control("c"))
      try cloning.waitFor("Stopped. Nothing was done.")
      try expectEqual(cloning.waitForEnd(), .status(1))
      expectNotEqual(access(machines.desktop.store, F_OK), 0)
    }
  }
}
