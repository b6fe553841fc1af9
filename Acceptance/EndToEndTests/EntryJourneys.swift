import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct Editing {
    @Test func `the user's editor runs on the terminal`() throws {
      let home = try TestHome()
      try home.add("Soup")
      // Like vi, it draws on the terminal and changes its modes, and may fail afterwards.
      let editor = try home.makeProgram(
        "editor",
        """
        echo editing; stty -a | grep -o ' icanon'; read line
        echo "$line" >> "$1"; [ "$line" != kept ] || kill -9 $$
        """)
      let session = try home.open(environment: ["EDITOR": editor])
      try session.press(.character("E"), showing: "editing", "icanon")
      try session.send("국수와 두 장\r", showing: "Saved “Soup”")
      try session.waitForSelection("Soup")
      expectLacks(session.text, "icanon")
      try expectEqual(home.entries().first?["content"]?.string, "Soup: text.\n국수와 두 장")
      try session.press(.character("n"), showing: "New entry")
      try session.press(.escape, hiding: "New entry")
      try session.press(.character("E"), showing: "icanon")
      try session.send("kept\r", showing: "status 137")
      // Text saved before the failure is in the editor, not in the entry.
      try session.press(.enter, hiding: "status 137")
      try expectEqual(home.entries().first?["content"]?.string, "Soup: text.\n국수와 두 장")
      try session.press(.control("s"), showing: "Saved “Soup”")
      try session.waitForSelection("Soup")
      try expectEqual(home.entries().first?["content"]?.string, "Soup: text.\n국수와 두 장\nkept")
      try expect(
        comesTrue { try home.files(in: home.folder.path).allSatisfy { !$0.hasSuffix("entry.md") } })
    }
  }

  @Suite struct Deleting {
    @Test func `entries are trashed, restored and removed permanently`() throws {
      let home = try TestHome()
      try home.add("Stays", "Comes back", "Goes")
      let session = try home.open()
      try session.press(.character("d"), .character("y"), showing: "Deleted “Goes”")
      try session.press(.character("d"), .character("y"), showing: "Deleted “Comes back”")
      session.press(.character("t"))
      try session.waitForSelection("Comes back")
      try session.waitFor("2 entries")
      try session.press(.enter, showing: "Comes back: text.")
      try session.press(.character("e"), showing: "Restore it first")
      try session.press(.character("q"), .character("r"), showing: "Restored “Comes back”")
      try session.waitForSelection("Goes")
      try expectEqual(home.titles(), ["Comes back", "Stays"])

      try session.press(.character("D"), showing: "Empty the trash?")
      try session.press(.enter, hiding: "Empty the trash?")
      try session.waitForSelection("Goes")
      try session.press(.character("D"), .character("y"), showing: "[ Yes (y) ]")
      try session.press(.enter, showing: "Permanently deleted 1 entry", "The trash is empty")
      try expectEqual(home.output("trash", "--format", "json"), "[]")
      try session.press(.character("q"), selecting: "Comes back")
      let logs = try home.files(in: home.store + "/log").map {
        try home.folder.read(home.store + "/log/" + $0)
      }
      expect(logs.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("Goes") })
    }
  }

  @Suite struct JournalsAndTags {
    @Test func `an entry is moved to a new journal`() throws {
      let home = try TestHome()
      try home.add("Plum tree", "Rain", "Train north")
      let session = try home.open()
      try session.press(.character("J"), showing: "All entries")
      try session.press(.character("n"), showing: "New journal")
      session.send("Travel")
      try session.press(.enter, showing: "Created journal “Travel”. Press u to undo.")
      session.press(.character("q"), .character("M"))
      try session.waitFor("Move “Train north” to which journal?")
      try session.press(.down, .enter, showing: "Moved 1 entry to Travel. Press u to undo.")
      try expectEqual(journals(home), ["Travel", "Diary", "Diary"])
      // The journal is listed alone, and new entries belong to it.
      try session.press(.character("J"), showing: "All entries")
      try session.press(.character("G"), .enter, showing: "1 entry")
      try session.press(.character("n"), showing: "New entry")
      session.send("Harbour")
      try session.press(.control("s"), showing: "2 entries")
      session.press(.character("u"), .character("u"))
      try session.waitFor("Undone: moving 1 entry to Travel.")
      try session.press(.character("q"), showing: "All entries")
      try session.press(.character("q"), showing: "3 entries")
      try session.waitForEnd(afterPressing: .character("q"))
      try expectEqual(journals(home), ["Diary", "Diary", "Diary"])
    }

    private func journals(_ home: TestHome) throws -> [String] {
      try home.entries().compactMap { $0["journal"]?.string }
    }
  }

  @Suite struct History {
    @Test func `two programs make two versions`() throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.open(columns: 100)
      try session.press(.character("e"), showing: "Edit entry")
      session.send(" Mine.")
      let id = try require(try home.entries().first?["id"]?.string)
      try home.output("edit", id, "--content", "One: text. Theirs.")
      try session.waitFor("changed in another window")
      try session.press(.control("s"), showing: "Both versions were kept")
      try session.press(.character("C"), showing: "Versions · One", "One: text. Mine.")
      try session.waitFor("One: text. Theirs.")
      try session.press(.character("e"), showing: "——— Right version, saved")
      try session.press(.control("u"), .control("s"), showing: "Save with the divider lines?")
      try session.press(.character("y"), showing: "Merged “One”")
      let history = try home.output("history", id)
      expectEqual(history.split(separator: "\n").count, 4)
      expectContains(history, "merged")
      try session.press(.character("u"), showing: "Undone: merging the versions of “One”.")
      try expectContains(home.output("history", id), "One  (version)")
      // An edit from the shell changes the shown version.
      try home.output("edit", id, "--tag", "shell")
      try expectEqual(home.output("history", id).split(separator: "(version)").count, 3)
      try session.waitFor("“One” was updated in another window.")
      try session.press(.character("C"), showing: "Right · saved")
      try session.press(.character(">"), showing: "Merged “One”")
      try expectSuffix(home.output("show", id), "One: text. Theirs.")
      try session.press(.character("H"), showing: "1 of ")
      try session.press(.character("G"), showing: "First revision.")
      try session.press(.character("r"), showing: "Reverted “One”. Press u to undo.")
      try expectSuffix(home.output("show", id), "One: text.")
      try home.output("verify")
    }
  }
}
