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
    try machines.laptop.run("add", "첫눈")
    words = try machines.addRemote()
  }

  /// The one line that is said to words that are none.
  private func refusal(of words: String) throws -> String {
    let result = try machines.clone(to: machines.desktop, with: words)
    #expect(result.status == 1 && result.text == "")
    #expect(result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
    #expect(access(machines.desktop.store, F_OK) != 0)
    return result.errorText
  }

  @Test func `in capitals, with commas and numbers they are the same`() throws {
    let upper = words.uppercased().replacing(" ", with: ", ")
    #expect(try machines.clone(to: machines.desktop, with: upper).status == 0)
    let numbered = words.split(separator: " ").enumerated()
      .map { "\($0 + 1). \($1)\n" }.joined()
    let other = try DiaryHome()
    #expect(try machines.clone(to: other, with: numbered).status == 0)
    #expect(try other.titles() == ["첫눈"])
  }

  @Test func `a wrong one is named, with what it may be`() throws {
    var typed = words.split(separator: " ").map(String.init)
    typed[2] = "abdomenn"
    #expect(
      try refusal(of: typed.joined(separator: " "))
        .contains("Word 3, “abdomenn”, isn't a recovery word. Is it abdomen?"))
    typed[2] = "qqqqqqqqqq"
    #expect(try refusal(of: typed.joined(separator: " ")).contains("Word 3, “qqqqqqqqqq”"))
    typed.remove(at: 2)
    #expect(
      try refusal(of: typed.joined(separator: " ")).contains("all 6 recovery words: there are 5"))
    #expect(
      try refusal(of: "abacus abdomen abdominal abide abiding ability")
        .contains("These recovery words don't open"))
    // After that, the right ones still do.
    #expect(try machines.clone(to: machines.desktop, with: words).status == 0)
  }

  @Test func `without words and without a terminal it says where they may stand`() throws {
    let result = try machines.desktop.result(["clone", machines.shared])
    #expect(result.status == 1 && result.errorText.contains("--recovery-file FILE"))
    #expect(result.errorText.split(separator: "\n").count == 1)
    let missing = try machines.desktop.result([
      "clone", machines.shared, "--recovery-file", "/nonexistent",
    ])
    #expect(missing.status == 1)
    #expect(missing.errorText.contains("Couldn't read the recovery words from /nonexistent"))
    #expect(access(machines.desktop.store, F_OK) != 0)
  }

  @Test func `a diary that is there isn't cloned over`() throws {
    try machines.desktop.run("add", "Mine")
    #expect(try machines.clone(to: machines.desktop, with: words).status == 1)
    #expect(try machines.desktop.titles() == ["Mine"])
  }

  @Test func `a second remote of the same diary has the same words`() throws {
    let other = machines.laptop.folder.path("other")
    let result = try machines.laptop.result(["remote", "add", "other", other])
    #expect(result.status == 0 && result.text == "", "\(result.errorText)")
    let desktop = try machines.desktop.result(
      ["clone", other, "--recovery-file", "-"], input: words)
    #expect(desktop.status == 0, "\(desktop.errorText)")
    #expect(try machines.desktop.titles() == ["첫눈"])
  }
}

extension Journeys {
  /// Recovery words are asked for, and asked back, where somebody can answer.
  @Suite struct RecoveryWords {
    private func shownWords(_ session: TerminalSession) throws -> [String] {
      let row = (0..<session.screen.rows).map { session.screen.text(ofRow: $0) }
        .first(where: TwoMachines.isSixWords)
      return try #require(row).split(separator: " ").map(String.init)
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
      try machines.laptop.run("add", "첫눈")
      let session = try machines.laptop.start(
        ["remote", "add", "home", machines.shared], columns: 160)
      let askingBack = "Type them from your note"
      try waitForQuestion(askingBack, asked: 1, session)
      let words = try shownWords(session)
      session.send("abacus qqqqqqqqqq\r")
      try waitForQuestion(askingBack, asked: 2, session)
      #expect(session.text.contains("Word 2, “qqqqqqqqqq”, isn't a recovery word"))
      var wrong = words
      wrong[3] = words[3] == "abacus" ? "abdomen" : "abacus"
      session.send(wrong.joined(separator: " ") + "\r")
      try waitForQuestion(askingBack, asked: 3, session)
      #expect(session.text.contains("Word 4 is “\(words[3])”, not “\(wrong[3])”."))
      session.send(words.joined(separator: ", ").uppercased() + "x")
      session.press(.backspace, .enter)
      try session.waitFor("Your note is right.")
      #expect(try session.waitForEnd() == .status(0))

      let cloning = try machines.desktop.start(["clone", machines.shared], columns: 160)
      let asking = "The six recovery words:"
      try waitForQuestion(asking, asked: 1, cloning)
      cloning.send("zzzzzzzzzz\r")
      try waitForQuestion(asking, asked: 2, cloning)
      #expect(cloning.text.contains("Word 1, “zzzzzzzzzz”, isn't a recovery word"))
      cloning.send("abacus abdomen abdominal abide abiding ability\r")
      try waitForQuestion(asking, asked: 3, cloning)
      #expect(cloning.text.contains("don't open"))
      cloning.send(words.joined(separator: " ") + "\r")
      try cloning.waitFor("The diary is in \(machines.desktop.store): 1 entry.")
      #expect(try cloning.waitForEnd() == .status(0))
    }

    @Test func skippedAndStopped() throws {
      let machines = try TwoMachines()
      try machines.laptop.run("add", "첫눈")
      let session = try machines.laptop.start(
        ["remote", "add", "home", machines.shared], columns: 160)
      try waitForQuestion("Type them from your note", asked: 1, session)
      session.press(.enter)
      try session.waitFor("Not checked.")
      #expect(try session.waitForEnd() == .status(0))
      let cloning = try machines.desktop.start(["clone", machines.shared], columns: 160)
      try waitForQuestion("The six recovery words:", asked: 1, cloning)
      cloning.press(.control("c"))
      try cloning.waitFor("Stopped. Nothing was done.")
      #expect(try cloning.waitForEnd() == .status(1))
      #expect(access(machines.desktop.store, F_OK) != 0)
    }
  }
}
