import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Importing {
    @Test func anotherDiaryAndBack() throws {
      let home = try TestHome()
      try home.add("Mine")
      try home.folder.write(
        #"""
        {"metadata":{},"entries":[{"uuid":"5D2A4B1C0E9F48D7A6B3C2D1E0F98765",
        "creationDate":"2024-05-03T01:00:00Z","text":"# 강가\n\nFog.",
        "photos":[{"md5":"gone\u001b[2J"}]}]}
        """#, to: "Export/Journal.json")
      let session = try home.open()
      session.press(.character("I"))
      try session.waitFor("Import ·")
      session.send("~/Export")
      session.press(.control("s"))
      try session.waitFor("Day One")
      try session.waitFor("1 new")
      try session.waitFor("isn't there")
      session.press(.enter)
      try session.waitFor("Not imported, or changed")
      session.press(.enter)
      try session.waitFor("강가")
      try expectEqual(home.output("list").split(separator: "\n").count, 2)
      session.press(.character("u"))
      try session.waitFor("Undone: importing 1 entry.")
      try expectEqual(home.output("list").split(separator: "\n").count, 1)
      session.press(.control("r"))
      try session.waitFor("Redone: importing 1 entry.")
      try expectEqual(home.output("list").split(separator: "\n").count, 2)
    }
  }
}
