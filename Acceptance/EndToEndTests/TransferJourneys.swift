import AcceptanceSupport
import Glibc
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

  @Suite struct Exporting {
    @Test func asASiteThatIsOpened() throws {
      let home = try TestHome()
      try home.add("One")
      let noted = home.folder.path("noted")
      let script = "#!/bin/sh\necho \"$1\" >\(noted).new; mv \(noted).new \(noted)\n"
      try makeExecutable(home.folder.write(script, to: "bin/xdg-open"))
      let session = try home.open(environment: ["PATH": home.folder.path("bin") + ":/usr/bin:/bin"])
      session.press(.character("x"), .control("u"))
      session.send("~/site")
      session.press(.tab, .tab, .right, .right, .right, .right)
      try session.waitFor("a site for a browser")
      session.press(.enter)
      try session.waitFor("The site is written")
      try session.waitFor("Press o to open it in the browser.")
      session.press(.character("o"))
      try session.waitFor("Opened in your browser.")
      let page = String(decoding: try home.folder.read(noted), as: UTF8.self).dropLast()
      expectSuffix(page, "/site/index.html")
      expectEqual(access(String(page), R_OK), 0)
      let again = try home.output("export", home.folder.path("site"), "--format", "html")
      expectSuffix(again, "/site/index.html")
    }
  }
}
