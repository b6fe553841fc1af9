import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Comments of several people")
struct CommentCommandTests {
  private func comments(_ entry: String, as home: TestHome) async throws -> [JSONValue] {
    let json = try await home.json("--diary", "Family", "show", entry, "--format", "json")
    return json["comments"]?.array ?? []
  }

  private func texts(_ entry: String, as home: TestHome) async throws -> [String] {
    try await comments(entry, as: home).compactMap { $0["text"]?.string }
  }

  @Test func `everyone sees comments, changes only their own, and they are deleted with the entry`()
    async throws
  {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try await homes.letIn(ben, "벤")
    let entry = try await homes.add(anna, "At the lake", "--content", "cold")
    try await homes.sync(anna, ben)
    let made = try await ben.output(
      "--diary", "Family", "comment", entry, "--text", "부럽다!\n나도.")
    let id = String(made.dropLast())
    try await homes.sync(ben, anna)
    try await expectEqual(texts(entry, as: anna), ["부럽다!\n나도."])
    let shown = try await anna.output("--diary", "Family", "show", entry)
    expectContains(shown, "벤 · ")
    expectContains(shown, "\n  부럽다!\n  나도.")
    for change in [["--edit", id, "--text", "no"], ["--remove", id]] {
      let refused = try await anna.failure(
        ["--diary", "Family", "comment", entry] + change)
      expectContains(refused, "Someone else wrote that comment.")
    }
    try await anna.output("--diary", "Family", "comment", entry, "--text", "Come along")
    try await ben.output(
      "--diary", "Family", "comment", entry, "--edit", String(id.prefix(8)), "--text", "Well")
    try await homes.sync(ben, anna, ben)
    for home in [anna, ben] {
      try await expectEqual(texts(entry, as: home), ["Well", "Come along"])
      try await homes.verify(home)
    }
    // An export has them.
    let folder = anna.folder.path("out")
    try await expectEqual(
      anna.run(["--diary", "Family", "export", folder, "--format", "json"]).status, 0)
    try expectContains(anna.folder.text("out/diary.json"), "Come along")
    // An import restores them with their authors.
    try await expectContains(anna.run(["import", folder]).text, "1 added")
    let brought = try await anna.json("show", entry, "--format", "json")
    let authors = try await comments(entry, as: anna).compactMap { $0["author"] }
    expectEqual(brought["comments"]?.array?.compactMap { $0["author"] }, authors)
    try await expectContains(anna.run(["import", folder]).text, "0 added")
    // A search finds them, and no member can import comments of another.
    for word in ["come ALONG", "lake well"] {
      let found = try await anna.output("--diary", "Family", "search", word, "--format", "json")
      expectContains(found, entry, "\(word)")
    }
    try await expectEqual(ben.run(["--diary", "Family", "import", folder]).status, 0)
    try await expectEqual(comments(entry, as: ben).count, 2)

    // A reader writes none; the earlier ones stay.
    try await anna.output("people", "role", try await homes.id("벤", as: anna), "reader")
    try await homes.sync(ben)
    try await expectContains(
      ben.failure("--diary", "Family", "comment", entry, "--text", "x"), "You are a reader")
    try await expectEqual(texts(entry, as: ben), ["Well", "Come along"])

    try await anna.output("--diary", "Family", "delete", entry)
    try await anna.output("--diary", "Family", "trash", "--empty")
    try await homes.sync(anna, ben)
    for home in [anna, ben] {
      try await homes.verify(home)
      let log = try await home.output("--diary", "Family", "list")
      expectEqual(log, "")
    }
    try expect(!logs(of: ben).contains("Come along") && !logs(of: anna).contains("부럽다"))
  }

  /// The text of the shared diary's logs.
  private func logs(of home: TestHome) throws -> String {
    let root = "data/photodiary-diaries/Family/log"
    return try home.files(in: home.folder.path(root)).filter { $0.hasSuffix(".jsonl") }
      .map { try home.folder.text("\(root)/\($0)") }.joined()
  }

  @Test func `a comment written after its author was removed is kept, not shown, and reported`()
    async throws
  {
    let homes = try SharedHomes()
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    for (home, name) in [(ben, "벤"), (cho, "Cho")] { try await homes.letIn(home, name) }
    let entry = try await homes.add(anna, "At the lake")
    try await homes.sync(anna, ben, cho)
    try await ben.output("--diary", "Family", "comment", entry, "--text", "before")
    try await homes.sync(ben, anna, cho)
    // Ben doesn't get the removal, and writes again.
    let kept = homes.address + "-away"
    try require(rename(homes.address, kept) == 0)
    _ = try await anna.run(["people", "remove", homes.id("벤", as: anna)])
    try require(rename(kept, homes.address) == 0)
    try await ben.output("--diary", "Family", "comment", entry, "--text", "after")
    _ = try await ben.run(["--diary", "Family", "sync"])
    for home in [anna, cho, anna] { _ = try await home.run(["--diary", "Family", "sync"]) }
    for home in [anna, cho] {
      try await expectEqual(texts(entry, as: home), ["before"])
      let status = try await home.output("--diary", "Family", "status", "--format", "json")
      expectContains(status, "\"removed\"")
      try await homes.verify(home)
    }
  }
}
