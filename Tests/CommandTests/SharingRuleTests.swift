import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("A diary that several people share, on the command line")
struct SharingRuleTests {
  @Test func `what a person wrote after the removal is kept, not shown, and named`() async throws {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try await homes.letIn(ben, "벤")
    let id = try await homes.id("벤", as: anna)
    // The remote is away, so neither knows of the other.
    let place = homes.address
    try require(rename(place, place + "-away") == 0)
    try await expectEqual(anna.run(["people", "remove", id]).status, 0)
    try require(rename(place + "-away", place) == 0)
    _ = try await homes.add(ben, "Unknowing")
    try await homes.sync(ben)
    // Anna has what he wrote, and it isn't shown.
    _ = try await anna.run(["--diary", "Family", "sync"])
    try await expectEqual(homes.titles(anna), [])
    let status = try await anna.run(["--diary", "Family", "status", "--format", "json"])
    let refused = try require(try JSONParser.parse(status.text)["refused"]?.array?.first)
    expect(refused["person"]?.string == "벤" && refused["reason"]?.string == "removed")
    expectContains(status.errorText, "came after the removal")
    try await homes.verify(anna)
  }

  @Test func `somebody leaves, and the others know it at once`() async throws {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try await homes.letIn(ben, "벤")
    _ = try await homes.add(ben, "Last words")
    let left = try await ben.run(["people", "remove", homes.id("벤", as: ben)])
    expectEqual(left.status, 0)
    expectContains(left.errorText, "Removed 벤.")
    expectLacks(left.errorText, "don't know it yet")
    try await homes.sync(anna)
    try await expectEqual(homes.titles(anna), ["Last words"])
    try await expectEqual(homes.person("벤", as: anna)?["state"]?.string, "removed")
    try await expectContains(ben.failure("--diary", "Family", "add", "No"), "You were removed")
  }

  @Test func `an invitation is for one person, once, and for two weeks`() async throws {
    let homes = try SharedHomes()
    let invitation = try await homes.invite()
    try await homes.ask(homes.ben, invitation)
    try await expectContains(homes.cho.failure("join", invitation), "used this invitation")
    try await expectContains(homes.ben.failure("join", invitation), "already, with the words")
    try await homes.anna.output("people", "approve", homes.id("벤", as: homes.anna))
    // It has served, and nothing of it is left.
    try expect(homes.files().allSatisfy { !$0.hasPrefix("join/") })
    try await expectContains(homes.cho.failure("join", invitation), "isn't known")
    let damaged = invitation.dropLast(3) + "abc"
    try await expectContains(homes.cho.failure("join", String(damaged)), "isn't a whole")
    try await expectEqual(homes.cho.output("diaries"), "")
    try expect(
      homes.cho.files(in: homes.cho.folder.path).allSatisfy { !$0.contains("Family") })
  }

  @Test func `everybody is called as in their own diary`() async throws {
    let homes = try SharedHomes()
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    for home in [anna, ben, cho] { try home.folder.write("", to: "config/photodiary/config.toml") }
    try await anna.output("add", "Anna's own")
    try await anna.output("author", "Anna A")
    try await ben.output("author", "벤 B")
    // What the settings say goes before a name that nobody chose.
    try await cho.output("add", "Cho's own")
    try cho.folder.write("author = \"Cho C\"\n", to: "config/photodiary/config.toml")
    try await homes.letIn(ben, "벤 B")
    try await homes.letIn(cho, "Cho C")
    try await expectEqual(homes.person("Anna A", as: cho)?["role"]?.string, "owner")
  }

  @Test func `who was removed is told that alone`() async throws {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try await homes.letIn(ben, "벤")
    try await expectEqual(anna.run(["people", "remove", homes.id("벤", as: anna)]).status, 0)
    _ = try await homes.add(anna, "After Ben")
    try await homes.sync(anna)
    for _ in 1...2 {
      let late = try await ben.run(["--diary", "Family", "sync"])
      expectEqual(late.status, 1)
      expectContains(late.errorText, "You were removed")
      expectEqual(late.errorText.split(separator: "\n").count, 1, "\(late.errorText)")
    }
  }

  @Test func `who asks can be refused`() async throws {
    let homes = try SharedHomes()
    try await homes.ask(homes.ben, homes.invite())
    let id = try await homes.id("벤", as: homes.anna)
    let result = try await homes.anna.run(["people", "remove", id])
    expectEqual(result.status, 0)
    expectContains(result.errorText, "Refused 벤")
    try await expectNil(homes.person("벤", as: homes.anna))
    try await expectEqual(homes.ben.run(["--diary", "Family", "sync"]).status, 1)
  }

  @Test func `a person has several machines`() async throws {
    let homes = try SharedHomes()
    let (anna, phone) = (homes.anna, homes.cho)
    try await homes.ask(phone, homes.invite("--device"))
    try await anna.output("people", "approve", homes.id("Anna", as: anna))
    try await homes.sync(phone)
    let id = try await homes.add(phone, "From the phone")
    try await homes.sync(phone, anna)
    try await anna.output("--diary", "Family", "edit", id, "--title", "Changed at home")
    try await homes.sync(anna, phone)
    try await expectEqual(homes.titles(phone), ["Changed at home"])
    try await expectEqual(
      JSONParser.parse(anna.output("people", "list", "--format", "json")).array?.count, 1)
  }

  @Test func `an owner can't lock themselves out`() async throws {
    let homes = try SharedHomes()
    _ = try await homes.invite()
    let id = try await homes.id("Anna", as: homes.anna)
    for command in [["remove", id], ["role", id, "reader"]] {
      let result = try await homes.anna.run(["people"] + command)
      expectEqual(result.status, 1)
      expectContains(result.errorText, "is the only owner")
    }
    try await homes.letIn(homes.ben, "벤")
    let ben = try await homes.id("벤", as: homes.anna)
    try await expectContains(homes.ben.failure("people", "remove", id), "Only an owner")
    try await homes.anna.output("people", "role", ben, "owner")
    try await expectEqual(homes.anna.run(["people", "role", id, "writer"]).status, 0)
  }

  @Test func `a diary whose owner is out of reach is carried on in a new one`() async throws {
    let homes = try SharedHomes()
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    try await homes.letIn(ben, "벤")
    let annas = try await homes.add(anna, "From Anna", "--photo", Checkout.photo("river-fog.jpg"))
    let bens = try await homes.add(ben, "벤이 씀")
    try await homes.sync(ben, anna)
    try await anna.output("--diary", "Family", "comment", bens, "--text", "anna says")
    try await homes.sync(anna, ben)
    try await ben.output("--diary", "Family", "comment", annas, "--text", "벤이 말함")
    try await expectContains(ben.failure("share", "Family", "--from", "Family"), "a new name")
    try await expectContains(
      ben.failure("share", "New", homes.address + "-new", "--from", "Nowhere"),
      "There are: Family")
    let made = try await ben.run(["share", "New", homes.address + "-new", "--from", "Family"])
    expectEqual(made.status, 0, "\(made.errorText)")
    expectPrefix(made.text, "pd1:", "\(made.errorText)")
    // Cho never was in the old one, and sees all of it in the names of those who wrote it.
    try await cho.output("join", String(made.text.dropLast()))
    let asking = try await JSONParser.parse(
      ben.output("--diary", "New", "people", "list", "--format", "json"))
    let id = try require(asking.array?.first { $0["name"]?.string == "Cho" }?["id"]?.string)
    try await ben.output("--diary", "New", "people", "approve", id)
    try await expectEqual(cho.run(["--diary", "New", "sync"]).status, 0)
    for home in [ben, cho] {
      let list = try await JSONParser.parse(
        home.output("--diary", "New", "list", "--format", "json"))
      let entries = try require(list.array)
      expectEqual(entries.compactMap { $0["title"]?.string }.sorted(), ["From Anna", "벤이 씀"])
      for (title, said, name) in [("From Anna", "벤이 말함", "벤"), ("벤이 씀", "anna says", "Anna")] {
        let entry = try require(entries.first { $0["title"]?.string == title }?["id"]?.string)
        let shown = try await home.output("--diary", "New", "show", entry)
        expectContains(shown, said, "\(shown)")
        expectContains(shown, name + " · ", "\(shown)")
      }
      let verified = try await home.run(["--diary", "New", "verify"])
      expectEqual(verified.status, 0, "\(verified.text)")
      expectEqual(verified.text, "", "\(verified.text)")
      let status = try await home.output("--diary", "New", "status", "--format", "json")
      try expectEqual(JSONParser.parse(status)["refused"]?.array ?? [], [])
    }
    let entries = try await JSONParser.parse(
      ben.output("--diary", "New", "list", "--format", "json"))
    let hers = try require(entries.array?.first { $0["title"]?.string == "From Anna" })
    let file = try require(hers["photos"]?.array?.first?["file"]?.string)
    expectEqual(access(file, R_OK), 0)
    // What was Anna's nobody changes; what was Ben's he does.
    let hersID = try require(hers["id"]?.string)
    try await expectContains(ben.failure("--diary", "New", "delete", hersID), "someone else")
    let his = try require(
      entries.array?.first { $0["title"]?.string == "벤이 씀" }?["id"]?.string)
    try await expectEqual(ben.run(["--diary", "New", "edit", his, "--title", "고침"]).status, 0)
  }

  @Test func `what can't be is told on one line`() async throws {
    let homes = try SharedHomes()
    let anna = homes.anna
    try await expectContains(anna.failure("people"), "No shared diary yet")
    try await expectContains(anna.failure("--diary", "Nowhere", "list"), "No shared diary yet")
    try await expectContains(
      anna.failure("share", "../escape", homes.address), "can't be a diary's")
    let file = try anna.folder.write("x", to: "file")
    try await expectEqual(anna.run(["share", "Family", file + "/below"]).status, 1)
    try await expectEqual(anna.output("diaries"), "")
    _ = try await homes.invite()
    try await expectContains(anna.failure("--diary", "Nowhere", "list"), "There are: Family")
    try await expectContains(
      anna.failure("share", "Family", homes.address + "-other"), "a diary named Family already")
    try await expectContains(
      anna.run(["--diary", "Family", "--store", anna.store, "list"]).errorText,
      "can't be used together")
  }

  @Test func `diaries are listed, and the diary stands before or behind the sub-command`()
    async throws
  {
    let homes = try SharedHomes()
    _ = try await homes.invite()
    let listed = try await require(
      try JSONParser.parse(homes.anna.output("diaries", "--format", "json")).array?.first)
    expect(listed["name"]?.string == "Family" && listed["role"]?.string == "owner")
    expect(listed["state"]?.string == "member" && listed["people"]?.integer == 1)
    for arguments in [
      ["people", "--diary", "Family", "list"], ["--diary", "Family", "people", "list"],
      ["people", "list", "--diary", "family"], ["people"],
    ] {
      let result = try await homes.anna.run(arguments)
      expectEqual(result.status, 0, "\(arguments)")
      expectContains(result.text, "Anna  owner (you)", "\(arguments)")
    }
  }

  @Test func `of a locked diary nothing is told but that it is locked`() async throws {
    let homes = try SharedHomes()
    _ = try await homes.invite()
    let passphrase = try homes.anna.folder.write("correct horse battery staple", to: "passphrase")
    try await homes.anna.output("--diary", "Family", "encrypt", "--passphrase-file", passphrase)
    try await expectEqual(homes.anna.output("diaries"), "Family  locked")
    let listed = try await JSONParser.parse(homes.anna.output("diaries", "--format", "json")).array?
      .first
    expect(listed?["state"]?.string == "locked" && listed?["entries"]?.integer == nil)
  }
}
