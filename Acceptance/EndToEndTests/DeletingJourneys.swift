import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Deleting {
    @Test func deletedAndBroughtBack() throws {
      let home = try TestHome()
      try home.add("One", "Two", "Three")
      let session = try home.open()
      session.press(.character("j"))
      try session.waitForSelection("Two")
      session.press(.character("d"))
      try session.waitFor("Monday 2 March 2026")
      session.press(.character("y"))
      try session.waitFor("Deleted “Two”. Press u to undo.")
      // The next one is selected, at the place of the one that is gone.
      try session.waitForSelection("One")
      try session.waitFor("2 entries")
      try expectEqual(home.titles(), ["Three", "One"])

      session.press(.character("u"))
      try session.waitFor("Undone: deleting “Two”.")
      try session.waitForSelection("Two")
      try expectEqual(home.titles(), ["Three", "Two", "One"])

      session.press(.character("d"), .tab, .enter)
      try session.waitFor("Deleted “Two”")
      try expectEqual(home.titles(), ["Three", "One"])
    }

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
}
