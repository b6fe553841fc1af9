import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("The person's own editor")
struct EditorCommandTests {
  private var photodiary: TestHome
  private let id: String

  init() async throws {
    photodiary = try TestHome()
    id = try await photodiary.output("add", "title", "--content", "first\nsecond", "--tag", "t")
  }

  private func edited(by script: String) async throws -> ProgramResult {
    let editor = try photodiary.folder.write("#!/bin/sh\n\(script)\n", to: "editor")
    try makeExecutable(editor)
    var photodiary = photodiary
    photodiary.environment["EDITOR"] = editor
    return try await photodiary("edit", id)
  }

  private var entry: JSONValue {
    get async throws { try await photodiary.json("show", id, "--format", "json") }
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

  @Test func `nothing changed, nothing saved`() async throws {
    let before = try await entry
    try await expectEqual(edited(by: "touch \"$1\"").status, 0)
    try await expectEqual(entry, before)
  }

  @Test func `line ends of another kind stay out of the title`() async throws {
    try await expectEqual(edited(by: "sed -i 's/$/\\r/' \"$1\"").status, 0)
    try await expectEqual(entry["title"]?.string, "title")
    try await expectEqual(entry["content"]?.string, "first\r\nsecond")
  }

  @Test func `the file is the person's alone`() async throws {
    _ = try await edited(by: "stat -c %a \"$1\" \"$(dirname \"$1\")\" > \"$HOME/modes\"")
    try expectEqual(photodiary.folder.text("modes"), "600\n700\n")
  }

  @Test func `what an editor saved counts even when it fails`() async throws {
    let result = try await edited(by: "printf 'new\\n\\ntext' > \"$1\"; exit 3")
    expectEqual(result.status, 1)
    expectContains(result.errorText, "status 3")
    try await expectEqual(entry["title"]?.string, "new")
    try await expectEqual(entry["content"]?.string, "text")
    try expectEqual(leftOvers, "")
  }

  @Test func `text that can't be saved is kept in a file that is named`() async throws {
    let result = try await edited(by: "printf 'bad \\377' > \"$1\"")
    expectEqual(result.status, 1)
    expectContains(result.errorText, "at byte 4")
    let path = try require(
      result.errorText.split(separator: " ").last { $0.hasSuffix("entry.md.\n") }?.dropLast(2))
    try expectEqual(photodiary.folder.read(String(path)), Array("bad ".utf8) + [0xFF])
    try await expectEqual(entry["title"]?.string, "title")
  }

  @Test func `an editor that isn't there is named`() async throws {
    var photodiary = photodiary
    photodiary.environment["VISUAL"] = "no-such-editor"
    photodiary.environment["EDITOR"] = "true"
    let result = try await photodiary("edit", id)
    expectEqual(result.status, 1)
    expectContains(result.errorText, "Couldn't start the editor no-such-editor")
    try expectEqual(leftOvers, "")
  }
}
