import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("The person's own editor")
struct CommandLineEditorTests {
  private var photodiary: TestHome
  private let id: String

  init() throws {
    photodiary = try TestHome()
    id = try photodiary.output("add", "title", "--content", "first\nsecond", "--tag", "t")
  }

  private func edited(by script: String) throws -> ProgramResult {
    let editor = try photodiary.folder.write("#!/bin/sh\n\(script)\n", to: "editor")
    try makeExecutable(editor)
    var photodiary = photodiary
    photodiary.environment = ["VISUAL": nil, "EDITOR": editor]
    return try photodiary("edit", id)
  }

  private var entry: JSON {
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
    expectEqual(result.status, 0, "\(result.errorText)")
    try expectEqual(photodiary.folder.text("seen"), "title\n\nfirst\nsecond\n")
    try expectEqual(entry["title"]?.string, "제목")
    try expectEqual(entry["content"]?.string, "first\n둘")
    try expectEqual(entry["tags"]?.array, [.string("t")])
    try expectEqual(leftOvers, "")
  }

  @Test func `changed elsewhere while it was open, both texts are kept and that is told`() throws {
    let program = BuiltProgram.path("photodiary")
    let result = try edited(
      by: "sed -i 's/first/하나/' \"$1\"; '\(program)' edit \(id) --title Theirs")
    expectEqual(result.status, 0)
    expectEqual(
      result.errorText,
      """
      “title” was changed by another program meanwhile, so both versions are kept. `photodiary \
      history \(id)` lists them; press m in the diary to merge them.

      """)
    let listed = try photodiary.output("list")
    expectSuffix(listed, "  title  2 versions        #t  \(id.prefix(8))")
    // Known from the start, the other one is no news.
    try expectEqual(edited(by: "sed -i 's/하나/둘/' \"$1\"").errorText, "")
    try expectContains(photodiary.output("list"), "  2 versions  ")
  }
}
