import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct HelpToWrite {
    @Test(
      .enabled(if: dlopen("libhunspell-1.7.so.0", RTLD_LAZY) != nil, "hunspell is not installed"))
    func `spelling uses the installed dictionaries`() throws {
      let home = try TestHome()
      for (name, words) in [("en_US", "3\nthe\nhouse\nred\n"), ("ko", "2\n나무\n하늘\n")] {
        try home.folder.write("SET UTF-8\nTRY sz\n", to: "dictionaries/\(name).aff")
        try home.folder.write(words, to: "dictionaries/\(name).dic")
      }
      let session = try home.open(environment: ["DICPATH": home.folder.path("dictionaries")])
      session.press(.character("n"), .tab)
      try session.send("the houze 나무 하눌 blorp", showing: "blorp")
      try session.press(.function(7), showing: "│ house")
      try session.press(.enter, showing: "the house 나무", "Add to dictionary")
      try session.press(.escape, hiding: "Add to dictionary")
      try session.press(.function(7), showing: "Add to dictionary")
      session.press(.up, .up, .enter)
      try session.waitUntil("the word in the person's list") { _ in
        (try? home.folder.text("config/photodiary/words.txt")) == "blorp\n"
      }
      try session.press(.escape, .control("s"), showing: "Added")
      try expectEqual(home.entries().first?["content"]?.string, "the house 나무 하눌 blorp")
    }
  }
}
