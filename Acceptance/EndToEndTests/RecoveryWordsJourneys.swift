import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Recovery words are asked for on a terminal.
  @Suite struct RecoveryWords {
    private func shownWords(_ session: TerminalSession) throws -> [String] {
      let row = (0..<session.screen.rows).map { session.screen.text(ofRow: $0) }
        .first(where: TwoMachines.isSixWords)
      return try require(row).split(separator: " ").map(String.init)
    }

    /// Waits for a question, before which input is discarded.
    private func waitForQuestion(
      _ words: String, asked times: Int, _ session: TerminalSession
    ) throws {
      try session.waitUntil("“\(words)” \(times) times") {
        $0.text.ranges(of: words).count == times
      }
    }

    @Test func `words are shown once, and confirmed`() throws {
      let machines = try TwoMachines()
      try machines.laptop.output("add", "첫눈")
      let session = try machines.laptop.open(
        ["remote", "add", "home", machines.shared], columns: 160, showing: nil)
      let askingBack = "To check your note, type"
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
      try session.press(.backspace, .enter, showing: "Your note is correct.")
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

    @Test func `the words are skipped, and cloning is stopped`() throws {
      let machines = try TwoMachines()
      try machines.laptop.output("add", "첫눈")
      let session = try machines.laptop.open(
        ["remote", "add", "home", machines.shared], columns: 160, showing: nil)
      try waitForQuestion("To check your note, type", asked: 1, session)
      try session.press(.enter, showing: "Not checked.")
      try expectEqual(session.waitForEnd(), .status(0))
      let cloning = try machines.desktop.open(
        ["clone", machines.shared], columns: 160, showing: nil)
      try waitForQuestion("The six recovery words:", asked: 1, cloning)
      try cloning.press(.control("c"), showing: "Stopped. Nothing was done.")
      try expectEqual(cloning.waitForEnd(), .status(1))
      expectNotEqual(access(machines.desktop.store, F_OK), 0)
    }
  }
}
