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
      try session.press(.character("n"), .function(5), showing: "morning")
      try session.press(.enter, showing: "{{unknown}}")
      try session.send("It #겨", showing: "│ #겨울")
      session.press(.tab)
      try session.send(" [[", showing: "│ 첫눈")
      try session.press(.tab, .function(2), showing: "Mood")
      try session.press(.right, .up, .character(" "), .enter, showing: "★ · 😄")
      try session.press(.control("s"), showing: "Added “Morning”")
      let entry = try require(try home.entries().first { $0["title"]?.string == "Morning" })
      expectEqual(entry["content"]?.string, "It #겨울 [[첫눈]]\n\n{{unknown}}")
      expect(entry["starred"]?.bool == true && entry["mood"]?.string == "😄")
      expectEqual(entry["tags"]?.array, [.string("walk")])
    }

    @Test(
      .enabled(if: dlopen("libhunspell-1.7.so.0", RTLD_LAZY) != nil, "hunspell is not installed"))
    func `spelling goes by the dictionaries that are there`() throws {
      let home = try TestHome()
      for (name, words) in [("en_US", "3\nthe\nhouse\nred\n"), ("ko", "2\n나무\n하늘\n")] {
        try home.folder.write("SET UTF-8\nTRY sz\n", to: "dictionaries/\(name).aff")
        try home.folder.write(words, to: "dictionaries/\(name).dic")
      }
      let session = try home.open(environment: ["DICPATH": home.folder.path("dictionaries")])
      session.press(.character("n"), .tab)
      try session.send("the houze 나무 하눌 blorp", showing: "blorp")
      try session.press(.function(7), showing: "│ house")
      try session.press(.enter, showing: "the house 나무", "Add to my words")
      try session.press(.escape, hiding: "Add to my words")
      try session.press(.function(7), showing: "Add to my words")
      session.press(.up, .up, .enter)
      try session.waitUntil("the word in the person's list") { _ in
        (try? home.folder.text("config/photodiary/words.txt")) == "blorp\n"
      }
      try session.press(.escape, .control("s"), showing: "Added")
      try expectEqual(home.entries().first?["content"]?.string, "the house 나무 하눌 blorp")
    }
  }
}
