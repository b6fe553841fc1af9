import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct HelpToWrite {
    @Test func `a template, a tag, a link and the details make an entry`() throws {
      let home = try TestHome()
      try home.output("add", "첫눈", "--content", "white", "--tag", "겨울")
      try home.folder.write(
        "---\ntitle: Morning\ntags: walk\n---\n{{cursor}}\n\n{{unknown}}\n",
        to: "config/photodiary/templates/morning.md")
      let session = try home.open()
      session.press(.character("n"), .function(5))
      try session.waitFor("morning")
      session.press(.enter)
      try session.waitFor("{{unknown}}")
      session.send("It #겨")
      try session.waitFor("│ #겨울")
      session.press(.tab)
      session.send(" [[")
      try session.waitFor("│ 첫눈")
      session.press(.tab, .function(2))
      try session.waitFor("Mood")
      session.press(.right, .up, .character(" "), .enter)
      try session.waitFor("★ · 😄")
      session.press(.control("s"))
      try session.waitFor("Added “Morning”")
      let entry = try require(try home.entries().first { $0["title"]?.string == "Morning" })
      expectEqual(entry["content"]?.string, "It #겨울 [[첫눈]]\n\n{{unknown}}")
      expect(entry["starred"]?.bool == true && entry["mood"]?.string == "😄")
      expectEqual(entry["tags"]?.array, [.string("walk")])
    }

    @Test(
      .enabled(
        if: dlopen("libhunspell-1.7.so.0", RTLD_LAZY) != nil, "hunspell is not installed"))
    func `spelling goes by the dictionaries that are there`() throws {
      let home = try TestHome()
      for (name, words) in [("en_US", "3\nthe\nhouse\nred\n"), ("ko", "2\n나무\n하늘\n")] {
        try home.folder.write("SET UTF-8\nTRY sz\n", to: "dictionaries/\(name).aff")
        try home.folder.write(words, to: "dictionaries/\(name).dic")
      }
      let session = try home.open(environment: ["DICPATH": home.folder.path("dictionaries")])
      session.press(.character("n"), .tab)
      session.send("the houze 나무 하눌 blorp")
      try session.waitFor("blorp")
      session.press(.function(7))
      try session.waitFor("│ house")
      session.press(.enter)
      try session.waitFor("the house 나무")
      try session.waitFor("Add to my words")
      session.press(.escape)
      try session.waitForNo("Add to my words")
      session.press(.function(7))
      try session.waitFor("Add to my words")
      session.press(.up, .up, .enter)
      try session.waitUntil("the word in the person's list") { _ in
        (try? home.folder.text("config/photodiary/words.txt")) == "blorp\n"
      }
      session.press(.escape, .control("s"))
      try session.waitFor("Added")
      try expectEqual(home.entries().first?["content"]?.string, "the house 나무 하눌 blorp")
    }
  }
}
