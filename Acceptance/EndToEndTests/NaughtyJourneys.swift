import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// Strings that broke other programs are kept byte for byte.
  @Suite struct Naughty {
    /// Pastes a quarter of the strings, one per line, between two lines that mark the ends.
    @Test(arguments: 0..<4) func `pasted strings are unchanged`(group: Int) throws {
      let home = try TestHome()
      let session = try home.open()
      try session.press(.character("n"), .tab, showing: "New entry")
      let file = try JSON.parse(Checkout.text("Tests/Fixtures/naughty-strings.json"))
      let all = file.array?.compactMap(\.string) ?? []
      expectEqual(all.count, 515)
      let strings = stride(from: group, to: all.count, by: 4).map { all[$0] }
      session.paste("from here")
      for string in strings { session.paste("\n" + string) }
      session.paste("\nto here")
      try session.waitFor("to here")
      let text = (["from here"] + strings + ["to here"]).joined(separator: "\n")
      try session.press(.control("s"), showing: "Added")
      let content = try require(try home.entries().first?["content"]?.string)
      expectEqual(Array(content.utf8), Array(text.withLineFeeds.utf8))
    }
  }
}

extension String {
  /// The text with the line ends of a paste.
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
