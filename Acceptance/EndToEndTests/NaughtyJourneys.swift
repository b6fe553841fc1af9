import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// Strings that have broken other programs, and long texts, are kept byte for byte, however they come in.
  @Suite struct Naughty {
    /// In so many groups, each an entry: a string a line, between two lines that say where they are.
    private static let groups = 4

    private static func strings() throws -> [String] {
      let strings =
        try JSON.parse(Checkout.text("Tests/Fixtures/naughty-strings.json")).array?.compactMap(
          \.string) ?? []
      expectEqual(strings.count, 515)
      return strings
    }

    private static func group(_ number: Int) throws -> [String] {
      let strings = try strings()
      return strings.indices.filter { $0 % groups == number }.map { strings[$0] }
    }

    private let home: TestHome
    /// Has a new entry open, with the caret in its text.
    private let session: TerminalSession

    init() throws {
      home = try TestHome()
      session = try home.open()
      try session.press(.character("n"), .tab, showing: "New entry")
    }

    private func expectSaved(_ text: String) throws {
      try session.press(.control("s"), showing: "Added")
      let content = try require(try home.entries().first?["content"]?.string)
      expectEqual(Array(content.utf8), Array(text.utf8))
    }

    @Test(arguments: 0..<groups) func pasted(group: Int) throws {
      session.paste("from here")
      let strings = try Self.group(group)
      for string in strings { session.paste("\n" + string) }
      session.paste("\nto here")
      try session.waitFor("to here")
      let text = (["from here"] + strings + ["to here"]).joined(separator: "\n")
      try expectSaved(text.withLineFeeds)
    }

    /// About 200 KB of lines in several scripts, with sequences that must not be read as keys.
    private static let muchText: String = {
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
      session.paste(Self.muchText)
      try session.waitFor("the end")
      try expectSaved(Self.muchText)
    }
  }
}

extension String {
  /// With the line ends that a paste has.
  fileprivate var withLineFeeds: String {
    var scalars = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\r" {
        scalars.append("\n")
      } else if !(scalar == "\n" && last == "\r") {
        scalars.append(scalar)
      }
      last = scalar
    }
    return String(scalars)
  }
}
