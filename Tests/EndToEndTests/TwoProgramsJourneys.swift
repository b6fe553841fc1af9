import TestSupport
import Testing

extension Journeys {
  /// A script or another window writes into the same diary.
  @Suite struct TwoPrograms {
    @Test func anEntryComesFromElsewhere() throws {
      let home = try DiaryHome()
      try home.add("One", "Two")
      let session = try home.open()
      session.press(.down)
      try session.waitForSelection("One")
      try home.run("add", "From a script")
      try session.waitFor("Elsewhere, “From a script” was added.")
      try session.waitFor("3 entries")
      try session.waitForSelection("One")
      try home.run("delete", try #require(try home.entries()[1]["id"]?.string))
      try session.waitFor("Elsewhere, “Two” was deleted.")
      try session.waitForSelection("One")
    }

    @Test func theFirstEntryComesFromElsewhere() throws {
      let home = try DiaryHome()
      let session = try home.open(showing: "Your diary is empty")
      try home.run("add", "From a script")
      try session.waitForSelection("From a script")
    }

    @Test func whileTheEditorIsOpen() throws {
      let home = try DiaryHome()
      try home.add("One")
      let session = try home.open()
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("Mine")
      try session.waitFor("Mine")
      try home.run("add", "Theirs")
      try session.waitFor("Elsewhere, “Theirs” was added.")
      session.press(.control("s"))
      try session.waitFor("Added “Mine”")
      #expect(Set(try home.titles()) == ["Mine", "Theirs", "One"])
    }

    @Test func bothWindowsSave() throws {
      let home = try DiaryHome()
      try home.add("One")
      let first = try home.open()
      let second = try home.open()
      for (session, title) in [(first, "Left"), (second, "Right")] {
        session.press(.character("n"))
        try session.waitFor("New entry")
        session.send(title)
      }
      first.press(.control("s"))
      second.press(.control("s"))
      try first.waitFor("3 entries")
      try second.waitFor("3 entries")
      #expect(Set(try home.titles()) == ["Left", "Right", "One"])
    }

    @Test func bothEditTheSameEntry() throws {
      let home = try DiaryHome()
      try home.add("One")
      let session = try home.open()
      session.press(.character("e"))
      try session.waitFor("Edit entry")
      session.send(" Mine.")
      let id = try #require(try home.entries().first?["id"]?.string)
      try home.run("edit", id, "--content", "Theirs.")
      try session.waitFor("Elsewhere, “One” was updated.")
      session.press(.control("s"))
      try session.waitFor("Both versions are kept")
      // Neither text is lost: both are in the log.
      let logs = try home.files(in: home.store + "/log")
        .map { String(decoding: try home.folder.read(home.store + "/log/" + $0), as: UTF8.self) }
        .joined()
      #expect(logs.contains("Theirs.") && logs.contains("One: text. Mine."))
    }
  }
}
