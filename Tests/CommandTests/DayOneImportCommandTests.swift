import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Another program's diary, on the command line")
struct DayOneImportCommandTests {
  private let photodiary: TestHome
  private var export: String { photodiary.folder.path("export") }

  init() async throws {
    photodiary = try TestHome()
    try photodiary.folder.write(
      try DatedPhoto.bytes("2024:05:03 12:00:00", offset: nil, mark: 1),
      to: "export/photos/AB.JPEG")
    try await write("Two words\\.")
  }

  private func write(_ text: String) async throws {
    let id = String(repeating: "1", count: 32)
    try photodiary.folder.write(
      #"""
      {"metadata":{},"entries":[{"uuid":"\#(id)","creationDate":"2024-05-03T01:00:00Z",
      "modifiedDate":"2024-05-03T01:00:00Z","timeZone":"Asia/Seoul",
      "text":"\#(text.replacing("\\", with: "\\\\"))\n\n![](dayone-moment://ab)",
      "photos":[{"identifier":"AB","md5":"00"}],"audios":[{"md5":"ff","format":"aac"}]}]}
      """#, to: "export/Reise.json")
  }

  @Test func `it comes once, and what can't come stands in the report`() async throws {
    let report = photodiary.folder.path("report.txt")
    let dry = try await photodiary("import", export, "--dry-run")
    expectSuffix(dry.text, "Reise: 1 entry\n1 added, 0 already there, 0 refused; 1 photo\n")
    expectNotEqual(access(photodiary.store, F_OK), 0)

    let first = try await photodiary("import", export, "--report", report)
    expectEqual(first.status, 0, "\(first.errorText)")
    expectEqual(first.text, "1 added, 0 already there, 0 refused; 1 photo\n")
    try expectEqual(
      photodiary.folder.text("report.txt"),
      "Reise.json, entry 1 of 2024-05-03: its attachment ff.aac isn't there\n")
    let entry = try require(
      try await photodiary.json("list", "--format", "json").array?.first)
    expectEqual(entry["date"]?.string, "2024-05-03T10:00:00+09:00")
    expectEqual(entry["journal"]?.string, "Reise")
    expectEqual(entry["content"]?.string?.hasPrefix("Two words.\n\n![](photo:"), true)

    let again = try await photodiary("import", export)
    expectEqual(again.text, "0 added, 1 already there, 0 refused; 0 photos\n")
    try await write("Three words now\\.")
    let updated = try await photodiary("import", export, "--update")
    expectEqual(updated.text, "0 added, 1 updated, 0 already there, 0 refused; 1 photo\n")
    try await photodiary.output("verify")
  }

  @Test func `what can't be read is one line`() async throws {
    let text = try photodiary.folder.write("Dear diary", to: "diary.txt")
    let archive = try photodiary.folder.write([0x50, 0x4B, 0x03, 0x04, 0, 0], to: "cut.zip")
    let cases: [([String], Int, String)] = [
      ([text], 1, "isn't in a format that can be imported"),
      ([archive], 1, "it's damaged or incomplete"),
      ([text, "--format", "dayone"], 1, "isn't dayone"), ([export + "/none"], 1, "not found"),
      (["-", "--format", "dayone"], 64, "Standard input must be JSON"),
      ([export, "--gap", "3"], 64, "--gap, --places and --json are for photos"),
      ([export, "--report", export + "/none/r"], 1, "Couldn't write the report"),
    ]
    for (arguments, status, words) in cases {
      let result = try await photodiary.run(["import"] + arguments, input: [])
      expectEqual(result.status, status, "\(result.errorText)")
      expectContains(result.errorText, words, "\(result.errorText)")
      expectAtMost(result.errorText.split(separator: "\n").count, 2)
    }
  }

  @Test func `an import is taken back as one, and what was changed since stays`() async throws {
    try await photodiary.output("add", "Mine")
    try await photodiary.output("import", export)
    let back = try await photodiary("import", "--undo")
    expectEqual(back.text, "1 entry moved to the trash, 0 restored as before\n")
    try await expectEqual(photodiary.json("list", "--format", "json").array?.count, 1)
    try await expectEqual(photodiary.json("trash", "--format", "json").array?.count, 1)
    try await expectContains(photodiary.failure("import", "--undo"), "no import to undo")

    let id = try require(
      try await photodiary.json("trash", "--format", "json").array?.first?["id"]?.string)
    try await photodiary.output("restore", id)
    let lines = (0..<3).map { "{\"date\":\"2024-01-0\($0 + 1)\",\"title\":\"t\($0)\"}" }
    let file = try photodiary.folder.write(lines.joined(separator: "\n"), to: "own.jsonl")
    try await photodiary.output("import", file)
    let third = try require(
      try await photodiary.json("list", "--search", "t2", "--format", "json").array?.first?["id"]?
        .string)
    try await photodiary.output("edit", third, "--title", "t2 and more")
    let undone = try await photodiary("import", "--undo")
    expectEqual(undone.text, "2 entries moved to the trash, 0 restored as before\n")
    expectContains(undone.errorText, "Not undone because changed or deleted since: 1 entry.")
    try await expectContains(photodiary.failure("import", export, "--undo", status: 64), "no file")
    try await photodiary.output("verify")
  }

  @Test func `an update is taken back to what stood there`() async throws {
    try await photodiary.output("import", export)
    try await write("Three words now\\.")
    try await photodiary.output("import", export, "--update")
    let id = String(repeating: "1", count: 32)
    try await expectEqual(
      photodiary.json("show", id, "--format", "json")["content"]?.string?.hasPrefix("Three"), true)
    let back = try await photodiary("import", "--undo")
    expectEqual(back.text, "0 entries moved to the trash, 1 restored as before\n")
    try await expectEqual(
      photodiary.json("show", id, "--format", "json")["content"]?.string?.hasPrefix("Two"), true)
  }

  @Test func `without room it says so, and leaves the diary as it was`() async throws {
    let small = try photodiary.folder.write("", to: "small/mark")
    let folder = String(small.dropLast("/mark".count))
    // Only an administrator may mount; elsewhere the store's own tests fill disks.
    guard
      try ProgramResult.run("/bin/mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]).status
        == 0
    else { return }
    defer { _ = try? ProgramResult.run("/bin/umount", ["-l", folder]) }
    let store = folder + "/diary"
    try await photodiary.output("add", "Mine", "--store", store)
    var entries: [String] = []
    for index in 0..<30 {
      let digits = String(index, radix: 16)
      let id = String(repeating: "0", count: 32 - digits.count) + digits
      let text = String(repeating: "many words \(index) ", count: 8000)
      entries.append(
        #"{"uuid":"\#(id)","creationDate":"2024-05-03T01:00:00Z","text":"\#(text)"}"#)
    }
    try photodiary.folder.write(
      #"{"metadata":{},"entries":[\#(entries.joined(separator: ","))]}"#, to: "large/J.json")
    let failed = try await photodiary("import", photodiary.folder.path("large"), "--store", store)
    expectEqual(failed.status, 1)
    expectEqual(failed.text, "")
    expectContains(failed.errorText, "disk is full", "\(failed.errorText)")
    try await expectContains(photodiary.output("list", "--store", store), "Mine")
    try await expectEqual(
      photodiary.json("list", "--store", store, "--format", "json").array?.count, 1)
    let verified = try await photodiary("verify", "--store", store)
    expectEqual(verified.status, 0, "\(verified.text)")
    expectEqual(verified.text, "", "\(verified.text)")
    expectContains(verified.errorText, "2 lines", "\(verified.errorText)")
  }
}
