import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Pasting {
    /// Some 200 KB of lines in several scripts, with what must not be taken for keys.
    private static let text: String = {
      let lines = [
        "아침 일찍 강가를 걸었다. 안개가 천천히 걷히고 첫 기차가 다리를 건넜다.",
        "Tabs\there, and an escape \u{1B}[31mred\u{1B}[0m that is text.",
        "", "끝 \u{13}\u{11}\u{03} control characters \u{07}\u{7F}", "漢字 かな café cafe\u{301} 👩‍👩‍👧‍👦 🇰🇷",
      ]
      var text = ""
      var number = 0
      while text.utf8.count < 200_000 {
        text += "\(number) \(lines[number % lines.count])\n"
        number += 1
      }
      return text + "the end"
    }()

    @Test func muchTextAtOnce() throws {
      let home = try TestHome()
      let session = try home.open()
      session.press(.character("n"), .tab)
      try session.waitFor("New entry")
      session.paste(Self.text)
      try session.waitFor("the end")
      session.press(.control("s"))
      try session.waitFor("Added")
      let content = try require(try home.entries().first?["content"]?.string)
      // Compared as bytes: text is kept as it was given.
      expectEqual(Array(content.utf8), Array(Self.text.utf8))
    }

    @Test func lineEndsOfOtherSystems() throws {
      let home = try TestHome()
      let session = try home.open()
      session.press(.character("n"), .tab)
      try session.waitFor("New entry")
      session.paste("one\r\ntwo\rthree\nfour\r\n\r\nfive")
      try session.waitFor("five")
      session.press(.control("s"))
      try session.waitFor("Added")
      try expectEqual(home.entries().first?["content"]?.string, "one\ntwo\nthree\nfour\n\nfive")
    }
  }
}
