import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct JournalsAndTags {
    @Test func anEntryIsMovedIntoANewJournal() throws {
      let home = try TestHome()
      try home.add("Plum tree", "Rain", "Train north")
      let session = try home.open()
      session.press(.character("J"))
      try session.waitFor("All entries")
      session.press(.character("n"))
      try session.waitFor("New journal")
      session.send("Travel")
      session.press(.enter)
      try session.waitFor("Created journal “Travel”. Press u to undo.")
      session.press(.character("q"), .character("M"))
      try session.waitFor("Move “Train north” to which journal?")
      session.press(.down, .enter)
      try session.waitFor("Moved 1 entry to Travel. Press u to undo.")
      try expectEqual(journals(home), ["Travel", "Diary", "Diary"])
      // It is listed alone, and new ones are written there.
      session.press(.character("J"))
      try session.waitFor("All entries")
      session.press(.character("G"), .enter)
      try session.waitFor("1 entry")
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("Harbour")
      session.press(.control("s"))
      try session.waitFor("2 entries")
      session.press(.character("u"), .character("u"))
      try session.waitFor("Undone: moving 1 entry to Travel.")
      // Back to where the journal was opened, and from there to the list.
      session.press(.character("q"))
      try session.waitFor("All entries")
      session.press(.character("q"))
      try session.waitFor("3 entries")
      try session.waitForEnd(afterPressing: .character("q"))
      try expectEqual(journals(home), ["Diary", "Diary", "Diary"])
    }

    @Test func whatIsPinnedStaysInView() throws {
      let home = try TestHome()
      let lines = (1...28).map { day in
        let number = day < 10 ? "0\(day)" : "\(day)"
        return #"{"title":"Day \#(day)","date":"2026-03-\#(number)T08:00:00Z"}"#
      }
      try home.output("import", "-", "--format", "jsonl", input: lines.joined(separator: "\n"))
      let first = try home.open()
      first.press(.character("G"), .character("P"))
      try first.waitFor("⚑ Day 1")
      try first.waitForEnd(afterPressing: .character("q"))
      let session = try home.open(showing: "⚑ Day 1")
      try session.waitForSelection("Day 28")
      session.press(.up)
      try session.waitForSelection("Day 1")
      session.press(.character("P"))
      try session.waitForNo("⚑")
      try session.waitForSelection("Day 28")
      try session.waitForEnd(afterPressing: .character("q"))
    }

    private func journals(_ home: TestHome) throws -> [String] {
      try home.entries().compactMap { $0["journal"]?.string }
    }

    /// Of the field and the text, as the tags are listed for each entry.
    private func tags(_ home: TestHome) throws -> [[String]] {
      try home.entries().map { entry in
        let field = entry["tags"]?.array?.compactMap(\.string) ?? []
        return field + (entry["content"]?.string ?? "").matches(of: /#(\w+)/).map { String($0.1) }
      }
    }
  }
}
