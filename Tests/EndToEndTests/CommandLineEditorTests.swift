import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("The person's own editor")
struct CommandLineEditorTests {
  private var photodiary: CommandLine
  private let id: String

  init() throws {
    photodiary = try CommandLine()
    id = try photodiary.output("add", "title", "--content", "first\nsecond", "--tag", "t")
  }

  private func edited(by script: String) throws -> ProgramResult {
    let editor = try photodiary.folder.write("#!/bin/sh\n\(script)\n", to: "editor")
    try makeExecutable(editor)
    var photodiary = photodiary
    photodiary.environment = ["VISUAL": nil, "EDITOR": editor]
    return try photodiary("edit", id)
  }

  private var entry: JSONValue {
    get throws { try photodiary.json("show", id, "--format", "json") }
  }

  /// What is left over where temporary files are.
  private var leftOvers: String {
    get throws {
      try ProgramResult.run(
        "/bin/sh", ["-c", "ls -d photodiary-* 2>/dev/null || true"],
        folder: photodiary.folder.path
      ).text
    }
  }

  @Test func `title and text are edited, the rest stays`() throws {
    let result = try edited(
      by: "cp \"$1\" \"$HOME/seen\"; sed -i 's/title/제목/; s/second/둘/' \"$1\"")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(try photodiary.folder.text("seen") == "title\n\nfirst\nsecond\n")
    #expect(try entry["title"]?.string == "제목")
    #expect(try entry["content"]?.string == "first\n둘")
    #expect(try entry["tags"]?.array == [.string("t")])
    #expect(try leftOvers == "")
  }

  @Test func `nothing changed, nothing saved`() throws {
    let before = try entry
    #expect(try edited(by: "touch \"$1\"").status == 0)
    #expect(try entry == before)
  }

  @Test func `line ends of another kind stay out of the title`() throws {
    #expect(try edited(by: "sed -i 's/$/\\r/' \"$1\"").status == 0)
    #expect(try entry["title"]?.string == "title")
    #expect(try entry["content"]?.string == "first\r\nsecond")
  }

  @Test func `the file is the person's alone`() throws {
    _ = try edited(by: "stat -c %a \"$1\" \"$(dirname \"$1\")\" > \"$HOME/modes\"")
    #expect(try photodiary.folder.text("modes") == "600\n700\n")
  }

  @Test func `what an editor saved counts even when it fails`() throws {
    let result = try edited(by: "printf 'new\\n\\ntext' > \"$1\"; exit 3")
    #expect(result.status == 1)
    #expect(result.errorText.contains("status 3"))
    #expect(try entry["title"]?.string == "new")
    #expect(try entry["content"]?.string == "text")
    #expect(try leftOvers == "")
  }

  @Test func `text that can't be saved is kept in a file that is named`() throws {
    let result = try edited(by: "printf 'bad \\377' > \"$1\"")
    #expect(result.status == 1)
    #expect(result.errorText.contains("at byte 4"))
    let path = try #require(
      result.errorText.split(separator: " ").last { $0.hasSuffix("entry.md.\n") }?.dropLast(2))
    #expect(try photodiary.folder.read(String(path)) == Array("bad ".utf8) + [0xFF])
    #expect(try entry["title"]?.string == "title")
  }

  @Test func `changed elsewhere while it was open, both texts are kept and that is told`() throws {
    let program = BuiltProgram.path("photodiary")
    let result = try edited(
      by: "sed -i 's/first/하나/' \"$1\"; '\(program)' edit \(id) --title Theirs")
    #expect(result.status == 0)
    #expect(
      result.errorText == """
        “title” was changed by another program meanwhile, so both versions are kept. `photodiary \
        history \(id)` lists them; press m in the diary to merge them.

        """)
    let listed = try photodiary.output("list")
    #expect(listed.hasSuffix("  title  2 versions        #t  \(id.prefix(8))"))
    // Known from the start, the other one is no news.
    #expect(try edited(by: "sed -i 's/하나/둘/' \"$1\"").errorText == "")
    #expect(try photodiary.output("list").contains("  2 versions  "))
  }

  @Test func `an editor that isn't there is named`() throws {
    var photodiary = photodiary
    photodiary.environment = ["VISUAL": "no-such-editor", "EDITOR": "true"]
    let result = try photodiary("edit", id)
    #expect(result.status == 1)
    #expect(result.errorText.contains("Couldn't start the editor no-such-editor"))
    #expect(try leftOvers == "")
  }
}
