import DiaryCore
import TestSupport
import Testing

@Suite("Hostile text on the command line")
struct HostileTextCommandTests {
  private let photodiary: TestHome

  init() async throws { photodiary = try TestHome() }

  static let strings = [
    "\u{1B}[2J\u{1B}]0;title\u{07}", "a\r\nb\tc", "\u{9B}31m", "\u{202E}txt.exe", "'; rm -rf /",
    "$(touch x)", "%s%n", "\\u0000\\", "\"quotes\" and 'more'", "표준어", "표준어",
    "👩‍👩‍👧‍👦🏳️‍🌈", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", "\u{FEFF}bom", "\u{2028}line\u{2029}", "../../etc/passwd",
    "-", "--help", " leading and trailing ", "\u{7F}\u{0}x".replacing("\u{0}", with: ""),
    "ﷺ", "\u{FFFE}\u{FFFF}", "NULL", "#tag ![x](photo:y)",
  ]

  @Test(arguments: strings)
  func `text comes back byte for byte, and never raw to a terminal`(_ text: String) async throws {
    // A content of "-" is standard input.
    let id = try await photodiary.output(
      "add", "--content", "+" + text, "--tag", "t" + text, "--", text)
    let shown = try await photodiary("show", id, "--format", "json")
    let entry = try JSONParser.parse(shown.output)
    expectEqual(entry["title"]?.string.map { Array($0.utf8) }, Array(text.utf8))
    expectEqual(entry["content"]?.string.map { Array($0.utf8) }, Array(("+" + text).utf8))
    for arguments in [
      ["list"], ["show", id], ["show", id, "--format", "markdown"], ["search", "+"],
    ] {
      let result = try await photodiary.run(arguments)
      expectEqual(result.status, 0)
      expect(!Self.hasControls(result.text), "\(arguments)")
    }
    // JSONValue keeps what turns the text around, for it is data; control characters it escapes.
    let listed = try await photodiary("list", "--format", "jsonl").output
    expect(listed.allSatisfy { ($0 >= 0x20 || $0 == 0x0A) && $0 != 0x7F })
    expect(
      !String(decoding: listed, as: UTF8.self).unicodeScalars.contains {
        (0x80..<0xA0).contains($0.value)
      })
    let deleted = try await photodiary("delete", id)
    expect(!Self.hasControls(deleted.errorText))
    try await expect(!Self.hasControls(photodiary("trash").text))
  }

  @Test func `hostile names of files and options don't reach the terminal`() async throws {
    let file = try photodiary.folder.write("", to: "file")
    for arguments in [
      ["add", "--photo", photodiary.folder.path("\u{1B}[2J.jpg")], ["--\u{1B}[2J"],
      ["show", "\u{1B}[2J"],
      ["list", "--from", "\u{1B}[2J"], ["import", "\u{1B}[2J\nx"], ["\u{1B}[2J"],
      ["list", "--store", file + "/\u{1B}[2J"],
    ] {
      let result = try await photodiary.run(arguments)
      expectNotEqual(result.status, 0, "\(arguments)")
      expect(!Self.hasControls(result.errorText + result.text), "\(arguments)")
      expectEqual(result.errorText.split(separator: "\n").count, 1)
    }
  }

  /// Whether there is anything that a terminal could take for a command, line ends aside.
  private static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0 != "\n" && $0.isCommand }
  }
}

extension Unicode.Scalar {
  /// Is set for control characters, and those that turn the text around them.
  fileprivate var isCommand: Bool {
    properties.generalCategory == .control || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value)
  }
}
