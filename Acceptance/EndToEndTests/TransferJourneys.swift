import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Importing {
    @Test func `another diary is imported, and undone`() throws {
      let home = try TestHome()
      try home.add("Mine")
      try home.folder.write(
        #"""
        {"metadata":{},"entries":[{"uuid":"5D2A4B1C0E9F48D7A6B3C2D1E0F98765",
        "creationDate":"2024-05-03T01:00:00Z","text":"# 강가\n\nFog.",
        "photos":[{"md5":"gone\u001b[2J"}]}]}
        """#, to: "Export/Journal.json")
      let session = try home.open()
      try session.press(.character("I"), showing: "Import ·")
      session.send("~/Export")
      try session.press(.control("s"), showing: "Day One", "1 new", "is missing")
      try session.press(.enter, showing: "Not imported, or imported with changes")
      try session.press(.enter, showing: "강가")
      try expectEqual(home.output("list").split(separator: "\n").count, 2)
      try session.press(.character("u"), showing: "Undone: importing 1 entry.")
      try expectEqual(home.output("list").split(separator: "\n").count, 1)
      try session.press(.control("r"), showing: "Redone: importing 1 entry.")
      try expectEqual(home.output("list").split(separator: "\n").count, 2)
    }
  }
}
