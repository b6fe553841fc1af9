import DiaryCore
import TestSupport
import Testing

@Suite("A damaged index on the command line")
struct CommandLineIndexTests {
  private static let words =
    "The index was damaged. It was rebuilt from the logs; nothing is lost.\n"

  @Test func `everything is shown, with one word about it`() throws {
    let photodiary = try CommandLine()
    for number in 0..<12 {
      try photodiary.output("add", "Entry \(number)", "--content", "By the river", "--tag", "walks")
    }
    try photodiary.folder.write([], to: "diary/index.json")
    #expect(try photodiary("list").errorText == Self.words)
    let whole = try photodiary.folder.read(photodiary.store + "/index.json")
    let commands = [
      ["list"], ["search", "river"], ["stats"], ["tags"], ["onthisday"], ["journals"],
      ["list", "--format", "json"],
    ]
    for command in commands {
      let wanted = try photodiary.run(command)
      #expect(wanted.errorText != Self.words)
      for index in [100, whole.count / 4, whole.count / 2, whole.count - 40] {
        var bytes = whole
        bytes[index] ^= 0x01
        try photodiary.folder.write(bytes, to: "diary/index.json")
        let found = try photodiary.run(command)
        #expect(found.status == wanted.status && found.output == wanted.output, "\(command)")
        // What it doesn't read it needn't tell of.
        #expect([Self.words, wanted.errorText].contains(found.errorText), "\(command)")
        let next = try photodiary.run(["list"])
        if command == ["list"] { #expect(next.errorText == "") }
      }
    }
    #expect(try photodiary("verify").status == 0)
  }
}
