import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// The diary as lines of text, for a screen reader or a dumb terminal.
  @Suite struct Plain {
    private func lines(_ session: TerminalSession) -> [String] {
      String(decoding: session.terminal.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func press(
      _ session: TerminalSession, _ key: TerminalKey, until words: String
    ) throws {
      let start = session.terminal.bytes.count
      session.press(key)
      try session.waitUntil("“\(words)” after \(key)") { _ in
        String(decoding: session.terminal.bytes[start...], as: UTF8.self).contains(words)
      }
    }

    private func write(_ session: TerminalSession) throws {
      try session.waitFor("q: Go back, or quit")
      try press(session, .character("n"), until: "Title: ")
      try session.send("River walk", showing: "Title: River walk")
      try press(session, .tab, until: "Text, line 1 of 1: ")
      try session.send("Fog.", showing: "1: Fog.")
      try press(session, .enter, until: "Text, line 2 of 2: ")
      try session.send("기차", showing: "2: 기차")
      try press(session, .control("s"), until: "Added “River walk”.")
      try session.waitFor("(1 of 1)")
    }

    @Test func `an entry is written, read and deleted`() throws {
      let home = try TestHome()
      let session = try home.open(["--plain"], showing: nil)
      try write(session)
      try press(session, .enter, until: "기차")
      try press(session, .character("q"), until: "(1 of 1)")
      try press(session, .character("d"), until: "No (1 of 2)")
      try press(session, .tab, until: "Yes (y) (2 of 2)")
      try press(session, .enter, until: "Deleted “River walk”. Press u to undo.")
      session.press(.character("q"))
      try expectEqual(session.waitForEnd(), .status(0))
      expectLacks(session.terminal.bytes, 0x1B)

      let printed = lines(session)
      let date = try require(printed.first { $0.hasSuffix(", River walk (1 of 1)") })
      let day = date.replacing(", River walk (1 of 1)", with: "")
      var spoken = printed.filter { !$0.isEmpty }
      // The question of the day differs every day.
      let title = try require(spoken.firstIndex(of: "Title: River walk"))
      expectSuffix(spoken.remove(at: title + 1), "?")
      expectEqual(
        Array(spoken.prefix(17)),
        [
          "Diary, 0 entries", "n: New entry", "?: All keys", "q: Go back, or quit", "New entry",
          "Ctrl-S: Save and close", "Esc: Save changes and stay; without any, close",
          "F1: All keys",
          "Title: River walk", "Text, line 1 of 1: Fog.", "Text, line 2 of 2: 기차",
          "Diary, 1 entry", "Added “River walk”.", date, "Reading “River walk”", "River walk",
          try require(spoken.dropFirst(16).first),
        ])
      try expectPrefix(spoken.at(16), day)
      expectEqual(spoken[17...18], ["Fog.", "기차"])
      let question = try require(spoken.firstIndex(of: "Delete this entry?"))
      expectEqual(
        Array(spoken[question...].prefix(7)),
        [
          "Delete this entry?", "River walk", day,
          "It will be moved to the trash. Press u to undo.",
          "Enter choose, Esc no, d yes, Tab next", "No (1 of 2)", "Yes (y) (2 of 2)",
        ])
      try expect(home.titles().isEmpty)
    }

    @Test func `the setting selects lines of text`() throws {
      let home = try TestHome()
      try home.folder.write("plain = true\n", to: "config/photodiary/config.toml")
      let session = try home.open(showing: nil)
      try session.waitFor("q: Go back, or quit")
      expectLacks(session.terminal.bytes, 0x1B)
      try session.quit()
    }

    @Test func `a closed terminal keeps the text`() throws {
      let home = try TestHome()
      let session = try home.open(["--plain"], showing: nil)
      try session.waitFor("q: Go back, or quit")
      try press(session, .character("n"), until: "Title: ")
      try session.send("Unsaved", showing: "Unsaved")
      session.terminal.hangUp()
      _ = try session.waitForEnd()
      try expectEqual(home.drafts().count, 1)
    }

    @Test func `Ctrl-Z restores the terminal`() throws {
      let home = try TestHome()
      try home.add("one")
      let session = try home.shell(
        "set -m; \"$DIARY\"; stty -a | grep -q ' echo ' && echo cooked; fg && echo over",
        environment: ["TERM": "dumb"])
      try session.waitFor("(1 of 1)")
      let start = session.terminal.bytes.count
      try session.press(.control("z"), showing: "cooked")
      // Until the diary has resumed, the shell receives Ctrl-C.
      try session.waitUntil("the diary after fg") { _ in
        String(decoding: session.terminal.bytes[start...], as: UTF8.self).contains("(1 of 1)")
      }
      try session.press(.control("c"), showing: "over")
    }
  }
}
