import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Two diaries with something at the same place")
struct OtherDiariesTests {
  private func texts(_ diary: Diary) async throws -> [String] {
    try await diary.service.entries().map(\.content).sorted()
  }

  @Test func `two journals of jrnl with the same minute and title both come, and stay apart`()
    async throws
  {
    let diary = try Diary()
    func file(_ name: String, _ text: String) throws -> String {
      try diary.folder("j", ["\(name).txt": "[2020-01-01 09:00] Daily.\n\(text)\n"])
        + "/\(name).txt"
    }
    // The same words, but for what two people did that day.
    let (home, work) = ("I got up, ate and read at home", "I got up, ate and read at work")
    try await expectEqual(diary.bring(try file("home", home)).outcome.added.count, 1)
    try await expectEqual(diary.bring(try file("work", work)).outcome.added.count, 1)
    for (name, text) in [("home", home), ("work", work)] {
      let again = try await diary.bring(try file(name, text), updates: true)
      expectEqual(again.plan.alreadyThere, 1)
      expectEqual(again.outcome.updated, [])
      expectEqual(again.lines, [])
    }
    let updated = try await diary.bring(try file("work", work + ", late"), updates: true)
    expectEqual(updated.outcome.updated.map(\.journal), ["work"])
    try await expectEqual(texts(diary), [home, work + ", late"])
  }

  @Test func `a journal of jrnl is the same as text, as JSON, in folders and in an archive`()
    async throws
  {
    let diary = try Diary()
    let text = "[2020-01-01 09:00] Daily.\nmine\n"
    let json = #"""
      {"tags": {}, "entries": [{"title": "Daily.", "body": "mine", "date": "2020-01-01",
        "time": "09:00", "tags": [], "starred": false}]}
      """#
    var zip = ZipWriter()
    zip.add("2020/01/01.txt", text)
    let paths = [
      try diary.folder("a", ["home.txt": text]) + "/home.txt",
      try diary.folder("a", ["home.json": json]) + "/home.json",
      try diary.folder("home", ["2020/01/01.txt": text]),
      try diary.folder("home", [:]) + "/2020",
      try diary.folder.write(zip.bytes, to: "in/home.zip"),
    ]
    for (index, path) in paths.enumerated() {
      let (plan, _, lines) = try await diary.bring(path, updates: true)
      expect((plan.entries, plan.updates) == (index == 0 ? 1 : 0, 0), "\(path)")
      expectEqual(lines, [])
    }
  }

  @Test func `two journals of RedNotebook with the same day both come, and stay apart`()
    async throws
  {
    let diary = try Diary()
    func month(_ name: String, _ text: String) throws -> String {
      try diary.folder(name, ["data/2020-05.txt": "1: {text: \(text)}\n"])
    }
    for text in ["mine one", "hers one", "theirs"] {
      let path = try month(String(text.prefix(4)), text)
      try await expectEqual(diary.bring(path).outcome.added.map(\.content), [text])
      for updates in [false, true] {
        let again = try await diary.bring(path, updates: updates)
        expectEqual(again.plan.alreadyThere, 1)
        expectEqual(again.lines, [])
        expectEqual(again.outcome.added, [])
        expectEqual(again.outcome.updated, [])
      }
    }
    // From another place and as a zip each is known, and what is written on is brought.
    var zip = ZipWriter()
    zip.add("data/2020-05.txt", "1: {text: hers one}\n")
    let other = try diary.folder.write(zip.bytes, to: "in/backup.zip")
    try await expectEqual(diary.bring(other, updates: true).plan.alreadyThere, 1)
    let later = try await diary.bring(try month("hers", "hers one and more"), updates: true)
    expectEqual(later.outcome.added, [])
    expectEqual(later.outcome.updated.map(\.content), ["hers one and more"])
    try await expectEqual(texts(diary), ["hers one and more", "mine one", "theirs"])
  }

  @Test func `notes of one name in two folders of Markdown both come`() async throws {
    let diary = try Diary()
    let mine = try diary.folder("v", ["2024-05-03.md": "By the river all day"])
    let hers = try diary.folder("w", ["2024-05-03.md": "A letter came from Busan"])
    // The names of files, which are titles, say nothing of what is in them.
    let name = "2024-05-04 All that was on this long day.md"
    try diary.folder.write("mine".utf8, to: "in/v/\(name)")
    try diary.folder.write("hers".utf8, to: "in/w/\(name)")
    for _ in 0..<2 {
      try await diary.bring(mine, updates: true)
      try await diary.bring(hers, updates: true)
    }
    try await expectEqual(
      texts(diary), ["A letter came from Busan", "By the river all day", "hers", "mine"])
  }
}
