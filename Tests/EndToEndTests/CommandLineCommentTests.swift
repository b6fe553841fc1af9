import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("What several people say under entries, on the command line")
struct CommandLineCommentTests {
  private func comments(_ entry: String, as home: DiaryHome) throws -> [JSONValue] {
    let json = try JSONParser.parse(
      home.run("--diary", "Family", "show", entry, "--format", "json"))
    return json["comments"]?.array ?? []
  }

  private func texts(_ entry: String, as home: DiaryHome) throws -> [String] {
    try comments(entry, as: home).compactMap { $0["text"]?.string }
  }

  @Test(arguments: SharedHomes.Place.reachable)
  func `everybody sees them, changes only their own, and they go with the entry`(
    place: SharedHomes.Place
  ) throws {
    let homes = try SharedHomes(over: place)
    let (anna, ben) = (homes.anna, homes.ben)
    try homes.letIn(ben, "벤")
    let entry = try homes.add(anna, "At the lake", "--content", "cold")
    try homes.sync(anna, ben)
    let made = try ben.run(
      "--diary", "Family", "comment", entry, "--text", "부럽다!\n나도.")
    let id = String(made.dropLast())
    try homes.sync(ben, anna)
    #expect(try texts(entry, as: anna) == ["부럽다!\n나도."])
    let shown = try anna.run("--diary", "Family", "show", entry)
    #expect(shown.contains("벤 · ") && shown.contains("\n  부럽다!\n  나도."))
    for change in [["--edit", id, "--text", "no"], ["--remove", id]] {
      let refused = try homes.failure(
        anna, ["--diary", "Family", "comment", entry] + change)
      #expect(refused.contains("Someone else wrote that comment."))
    }
    try anna.run("--diary", "Family", "comment", entry, "--text", "Come along")
    try ben.run(
      "--diary", "Family", "comment", entry, "--edit", String(id.prefix(8)), "--text", "Well")
    try homes.sync(ben, anna, ben)
    for home in [anna, ben] {
      #expect(try texts(entry, as: home) == ["Well", "Come along"])
      try homes.expectSound(home)
    }
    // What is exported has them.
    let folder = anna.folder.path("out")
    #expect(
      try anna.result(["--diary", "Family", "export", folder, "--format", "json"]).status == 0)
    #expect(try anna.folder.text("out/diary.json").contains("Come along"))
    // They come back with the entry, by those who said them.
    #expect(try anna.result(["import", folder]).text.contains("1 added"))
    let brought = try JSONParser.parse(anna.run("show", entry, "--format", "json"))
    #expect(
      brought["comments"]?.array?.compactMap { $0["author"] }
        == (try comments(entry, as: anna)).compactMap { $0["author"] })
    #expect(try anna.result(["import", folder]).text.contains("0 added"))
    // Somebody finds by them, and no member says anything in another's name.
    for word in ["come ALONG", "lake well"] {
      let found = try anna.run("--diary", "Family", "search", word, "--format", "json")
      #expect(found.contains(entry), "\(word)")
    }
    #expect(try ben.result(["--diary", "Family", "import", folder]).status == 0)
    #expect(try comments(entry, as: ben).count == 2)

    // As a reader, one says nothing; what was said before stays.
    #expect(try anna.result(["people", "role", homes.id("벤", as: anna), "reader"]).status == 0)
    try homes.sync(ben)
    #expect(
      try homes.failure(ben, "--diary", "Family", "comment", entry, "--text", "x")
        .contains("You are a reader"))
    #expect(try texts(entry, as: ben) == ["Well", "Come along"])

    try anna.run("--diary", "Family", "delete", entry)
    try anna.run("--diary", "Family", "trash", "--empty")
    try homes.sync(anna, ben)
    for home in [anna, ben] {
      try homes.expectSound(home)
      let log = try home.run("--diary", "Family", "list")
      #expect(log == "")
    }
    #expect(try !files(of: ben).contains("Come along") && !files(of: anna).contains("부럽다"))
  }

  /// All that stands in the logs of the shared diary.
  private func files(of home: DiaryHome) throws -> String {
    let root = "data/photodiary-diaries/Family/log"
    return try home.files(in: home.folder.path(root)).filter { $0.hasSuffix(".jsonl") }
      .map { try home.folder.text("\(root)/\($0)") }.joined()
  }

  @Test func `what somebody says after having been removed is kept, not shown, and named`() throws {
    let homes = try SharedHomes()
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    for (home, name) in [(ben, "벤"), (cho, "Cho")] { try homes.letIn(home, name) }
    let entry = try homes.add(anna, "At the lake")
    try homes.sync(anna, ben, cho)
    try ben.run("--diary", "Family", "comment", entry, "--text", "before")
    try homes.sync(ben, anna, cho)
    // Ben doesn't hear of it, and goes on.
    let kept = homes.address + "-away"
    try #require(rename(homes.address, kept) == 0)
    _ = try anna.result(["people", "remove", homes.id("벤", as: anna)])
    try #require(rename(kept, homes.address) == 0)
    try ben.run("--diary", "Family", "comment", entry, "--text", "after")
    _ = try ben.result(["--diary", "Family", "sync"])
    for home in [anna, cho, anna] { _ = try home.result(["--diary", "Family", "sync"]) }
    for home in [anna, cho] {
      #expect(try texts(entry, as: home) == ["before"])
      let status = try home.run("--diary", "Family", "status", "--format", "json")
      #expect(status.contains("\"removed\""))
      try homes.expectSound(home)
    }
  }
}
