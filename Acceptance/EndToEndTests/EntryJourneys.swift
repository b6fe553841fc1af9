import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct Editing {
    @Test func theirOwnEditor() throws {
      let home = try TestHome()
      try home.add("Soup")
      // Like vi: draws on the terminal, and waits for a key in its own modes. It may fail after that.
      let editor = try home.folder.write(
        """
        #!/bin/sh
        echo editing; stty -a | grep -o ' icanon'; read line
        echo "$line" >> "$1"; [ "$line" != kept ] || kill -9 $$

        """, to: "editor")
      try makeExecutable(editor)
      let session = try home.open(environment: ["EDITOR": editor])
      session.press(.character("E"))
      try session.waitFor("editing")
      try session.waitFor("icanon")
      session.send("국수와 두 장\r")
      try session.waitFor("Saved “Soup”")
      try session.waitForSelection("Soup")
      expectLacks(session.text, "icanon")
      try expectEqual(home.entries().first?["content"]?.string, "Soup: text.\n국수와 두 장")
      // Keys are the diary's again.
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.press(.escape)
      try session.waitForNo("New entry")
      session.press(.character("E"))
      try session.waitFor("icanon")
      session.send("kept\r")
      try session.waitUntil("what was saved before the editor failed") { _ in
        (try? home.entries().first?["content"]?.string?.hasSuffix("\nkept")) == true
      }
      try session.waitForSelection("Soup")
      try expect(
        comesTrue { try home.files(in: home.folder.path).allSatisfy { !$0.hasSuffix("entry.md") } })
    }
  }

  @Suite struct Deleting {
    @Test func theTrash() throws {
      let home = try TestHome()
      try home.add("Stays", "Comes back", "Goes")
      let session = try home.open()
      session.press(.character("d"), .character("y"))
      try session.waitFor("Deleted “Goes”")
      session.press(.character("d"), .character("y"))
      try session.waitFor("Deleted “Comes back”")
      session.press(.character("t"))
      // The last deleted comes first.
      try session.waitForSelection("Comes back")
      try session.waitFor("2 entries")
      session.press(.enter)
      try session.waitFor("Comes back: text.")
      session.press(.character("e"))
      try session.waitFor("Restore it first")
      session.press(.character("q"), .character("r"))
      try session.waitFor("Restored “Comes back”")
      try session.waitForSelection("Goes")
      try expectEqual(home.titles(), ["Comes back", "Stays"])

      session.press(.character("D"))
      try session.waitFor("Empty the trash?")
      session.press(.enter)
      try session.waitForNo("Empty the trash?")
      try session.waitForSelection("Goes")
      session.press(.character("D"), .character("y"))
      try session.waitFor("[ Yes (y) ]")
      session.press(.enter)
      try session.waitFor("Permanently deleted 1 entry")
      try session.waitFor("The trash is empty")
      try expectEqual(home.output("trash", "--format", "json"), "[]")
      session.press(.character("q"))
      try session.waitForSelection("Comes back")
      let logs = try home.files(in: home.store + "/log").map {
        try home.folder.read(home.store + "/log/" + $0)
      }
      expect(logs.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("Goes") })
    }
  }

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

    private func journals(_ home: TestHome) throws -> [String] {
      try home.entries().compactMap { $0["journal"]?.string }
    }
  }

  /// The history of an entry, its changes, and going back to an earlier state.
  @Suite struct History {
    @Test func twoProgramsMakeTwoVersions() throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.open(columns: 100)
      session.press(.character("e"))
      try session.waitFor("Edit entry")
      session.send(" Mine.")
      let id = try require(try home.entries().first?["id"]?.string)
      try home.output("edit", id, "--content", "One: text. Theirs.")
      try session.waitFor("changed in another window")
      session.press(.control("s"))
      try session.waitFor("Both versions were kept")
      session.press(.character("m"))
      try session.waitFor("Versions · One")
      try session.waitFor("One: text. Mine.")
      try session.waitFor("One: text. Theirs.")
      session.press(.character("e"))
      try session.waitFor("——— Right version, saved")
      session.press(.control("u"))
      session.press(.control("s"))
      try session.waitFor("Save with the divider lines?")
      session.press(.character("y"))
      try session.waitFor("Merged “One”")
      let history = try home.output("history", id)
      expectEqual(history.split(separator: "\n").count, 4)
      expectContains(history, "merged")
      session.press(.character("u"))
      try session.waitFor("Undone: merging the versions of “One”.")
      try expectContains(home.output("history", id), "One  (version)")
      // An edit from the shell is one of the version shown.
      try home.output("edit", id, "--tag", "shell")
      try expectEqual(home.output("history", id).split(separator: "(version)").count, 3)
      try session.waitFor("“One” was updated in another window.")
      session.press(.character("m"))
      try session.waitFor("Right · saved")
      session.press(.character("r"))
      try session.waitFor("Merged “One”")
      try expectSuffix(home.output("show", id), "One: text. Theirs.")
      // And back to how it began.
      session.press(.character("H"))
      try session.waitFor("1 of ")
      session.press(.character("G"))
      try session.waitFor("First revision.")
      session.press(.character("r"))
      try session.waitFor("Reverted “One”. Press u to undo.")
      try expectSuffix(home.output("show", id), "One: text.")
      try home.output("verify")
    }
  }
}
