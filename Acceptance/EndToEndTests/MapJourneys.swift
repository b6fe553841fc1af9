import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// Where entries were written, on the real earth.
  @Suite struct Maps {
    private func home() throws -> TestHome {
      let home = try TestHome()
      try home.output("add", "Palace", "--place", "37.5796, 126.9770", "--date", "2026-11-01")
      try home.output("add", "River", "--place", "37.5180, 126.9590", "--date", "2026-11-02")
      try home.output("add", "Beach", "--place", "Busan, South Korea", "--date", "2026-11-03")
      try home.output("add", "Orchard", "--place", "제주시 애월읍", "--date", "2026-11-04")
      try home.output("add", "At home", "--date", "2026-11-05")
      return home
    }

    @Test func theMapShowsWhereEntriesAreAndLeadsToThem() throws {
      let home = try home()
      let session = try home.open()
      session.press(.alt("m"))
      try session.waitFor("4 entries")
      try session.waitFor("▌ Seoul  2 entries")
      session.press(.tab)
      try session.waitFor("▌ ")
      session.press(.character("t"))
      try session.waitFor("The way is drawn.")
      session.press(.character("0"), .enter)
      try session.waitFor("1 entry")
      session.press(.character("q"))
      try session.waitFor("4 entries")
      session.press(.character("q"), .character("q"))
    }

    @Test func theShellPrintsItAndASiteHasIt() throws {
      let home = try home()
      let map = try home.output("map")
      expect(map.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
      expectContains(map, "Seoul  2 entries")
      try expectContains(home.output("map", "--search", "orchard"), "1 entry")
      try home.output("export", home.folder.path("site"), "--format", "html")
      let page = try home.folder.text("site/places/index.html")
      expectContains(page, "<svg class=\"map\"")
      expectContains(page, "Busan, South Korea")
      expectLacks(page, "Palace")
    }

    @Test func theMapIsWrittenAsAnImage() throws {
      let home = try home()
      try home.output(
        "import", "-", "--format", "jsonl",
        input: #"""
          {"title":"Hostile","content":"x","date":"2026-11-06T08:00:00Z",\#
          "place":"<script>&\"'","location":{"latitude":43.1,"longitude":131.9}}
          """#)
      let path = home.folder.path("map.svg")
      try expectEqual(home.output("map", "--svg", path), "5 entries on the map in \(path)")
      let image = try home.folder.text("map.svg")
      expectPrefix(image, "<?xml")
      expectContains(image, "class=\"coast\"")
      expectContains(image, "<title>Busan, South Korea · 1 entry</title>")
      expectContains(image, "&lt;script&gt;&amp;&quot;&#39;")
      expectLacks(image, "<script")
      // What nobody has named is called as it is.
      expectContains(image, "Seoul, South Korea · 1 entry</title>")
      let again = try home.run(["map", "--svg", path])
      expectEqual(again.status, 1)
      expectContains(again.errorText, "already exists")
      try expectEqual(home.folder.text("map.svg"), image)
      try expectEqual(home.output("map", "--svg", "-") + "\n", image)
      let part = try home.output("map", "--svg", "-", "--search", "orchard")
      expectContains(part, "애월읍")
      expectLacks(part, "Busan")
      let none = try home.run(["map", "--svg", home.folder.path("none.svg"), "--search", "zzz"])
      expect(none.text.isEmpty)
      expect(!none.errorText.isEmpty)
      expectThrows((any Error).self) { try home.folder.text("none.svg") }
    }

    @Test(.enabled(if: Browser.path != nil))
    func theImageIsOneThatABrowserShows() throws {
      let home = try home()
      let path = home.folder.path("map.svg")
      try home.output("map", "--svg", path)
      let document = try Browser().visit(path).document
      expectContains(document, "<title>Busan, South Korea · 1 entry</title>")
      expectLacks(document, "parsererror")
    }
  }
}
