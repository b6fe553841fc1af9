import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("A diary that several people share, on the command line")
struct CommandLineSharingTests {
  @Test(arguments: SharedHomes.Place.reachable)
  func `three homes write together, one is made a reader, one removed`(
    place: SharedHomes.Place
  ) throws {
    let homes = try SharedHomes(over: place)
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    try anna.output("add", "Anna's own")
    let words = try homes.ask(ben, homes.invite())
    let asking = try require(try homes.person("벤", as: anna))
    expect(asking["state"]?.string == "asking" && asking["check"]?.string == words)
    let id = try require(asking["id"]?.string)
    // Nothing comes before an owner has said so, and nothing can be written.
    for command in [["sync"], ["add", "Too early"]] {
      let result = try ben.run(["--diary", "Family"] + command)
      expectEqual(result.status, 1, "\(result.errorText)")
      expectContains(result.errorText, words, "\(result.errorText)")
    }
    let approved = try anna.run(["people", "approve", id])
    expectEqual(approved.status, 0)
    expectContains(approved.errorText, "Let 벤 in")
    try homes.sync(ben)
    try homes.letIn(cho, "Cho")

    let annas = try homes.add(anna, "From Anna", "--photo", Checkout.photo("river-fog.jpg"))
    _ = try homes.add(ben, "벤이 씀")
    _ = try homes.add(cho, "From Cho")
    try homes.sync(anna, ben, cho, anna, ben)
    for home in [anna, ben, cho] {
      try expectEqual(homes.titles(home), ["From Anna", "From Cho", "벤이 씀"])
      try homes.expectSound(home)
    }
    try expectEqual(anna.titles(), ["Anna's own"])
    // Only its author changes an entry or deletes it.
    for command in [["edit", annas, "--title", "Ben's"], ["delete", annas]] {
      let result = try ben.run(["--diary", "Family"] + command)
      expectEqual(result.status, 1)
      expectContains(result.errorText, "written by someone else")
    }

    let role = try anna.run(["people", "role", homes.id("Cho", as: anna), "reader"])
    expectEqual(role.status, 0)
    expectContains(role.errorText, "Cho: reader from now on.")
    try homes.sync(cho)
    try expectContains(homes.failure(cho, "--diary", "Family", "add", "No"), "You are a reader")

    // Ben has written something that nobody has by then.
    _ = try homes.add(ben, "Ben's last")
    let removed = try anna.run(["people", "remove", id])
    expectEqual(removed.status, 0)
    expect(TwoMachines.isSixWords(String(removed.text.dropLast())))
    _ = try homes.add(anna, "After Ben")
    try homes.sync(anna, cho)
    try expectEqual(homes.titles(cho), ["After Ben", "From Anna", "From Cho", "벤이 씀"])
    let late = try ben.run(["--diary", "Family", "sync"])
    expectEqual(late.status, 1)
    expectContains(late.errorText, "You were removed")
    try expectLacks(homes.titles(ben), "After Ben")
    try expectEqual(homes.person("벤", as: cho)?["state"]?.string, "removed")
  }

  @Test func `what a person wrote after the removal is kept, not shown, and named`() throws {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try homes.letIn(ben, "벤")
    let id = try homes.id("벤", as: anna)
    // The remote is away, so neither knows of the other.
    let place = homes.address
    try require(rename(place, place + "-away") == 0)
    try expectEqual(anna.run(["people", "remove", id]).status, 0)
    try require(rename(place + "-away", place) == 0)
    _ = try homes.add(ben, "Unknowing")
    try homes.sync(ben)
    // Anna has what he wrote, and it isn't shown.
    _ = try anna.run(["--diary", "Family", "sync"])
    try expectEqual(homes.titles(anna), [])
    let status = try anna.run(["--diary", "Family", "status", "--format", "json"])
    let refused = try require(try JSON.parse(status.text)["refused"]?.array?.first)
    expect(refused["person"]?.string == "벤" && refused["reason"]?.string == "removed")
    expectContains(status.errorText, "came after the removal")
    try homes.expectSound(anna)
  }

  @Test func `somebody leaves, and the others know it at once`() throws {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try homes.letIn(ben, "벤")
    _ = try homes.add(ben, "Last words")
    let left = try ben.run(["people", "remove", homes.id("벤", as: ben)])
    expectEqual(left.status, 0)
    expectContains(left.errorText, "Removed 벤.")
    expectLacks(left.errorText, "don't know it yet")
    try homes.sync(anna)
    try expectEqual(homes.titles(anna), ["Last words"])
    try expectEqual(homes.person("벤", as: anna)?["state"]?.string, "removed")
    try expectContains(homes.failure(ben, "--diary", "Family", "add", "No"), "You were removed")
  }

  @Test func `an invitation is for one person, once, and for two weeks`() throws {
    let homes = try SharedHomes()
    let invitation = try homes.invite()
    try homes.ask(homes.ben, invitation)
    try expectContains(homes.failure(homes.cho, "join", invitation), "used this invitation")
    try expectContains(homes.failure(homes.ben, "join", invitation), "already, with the words")
    try homes.anna.output("people", "approve", homes.id("벤", as: homes.anna))
    // It has served, and nothing of it is left.
    try expect(homes.files().allSatisfy { !$0.hasPrefix("join/") })
    try expectContains(homes.failure(homes.cho, "join", invitation), "isn't known")
    let damaged = invitation.dropLast(3) + "abc"
    try expectContains(homes.failure(homes.cho, "join", String(damaged)), "isn't a whole")
    try expectEqual(homes.cho.output("diaries"), "")
    try expect(homes.cho.files(in: homes.cho.folder.path).allSatisfy { !$0.contains("Family") })
  }

  @Test func `everybody is called as in their own diary`() throws {
    let homes = try SharedHomes()
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    for home in [anna, ben, cho] { try home.folder.write("", to: "config/photodiary/config.toml") }
    try anna.output("add", "Anna's own")
    try anna.output("author", "Anna A")
    try ben.output("author", "벤 B")
    // What the settings say goes before a name that nobody chose.
    try cho.output("add", "Cho's own")
    try cho.folder.write("author = \"Cho C\"\n", to: "config/photodiary/config.toml")
    try homes.letIn(ben, "벤 B")
    try homes.letIn(cho, "Cho C")
    try expectEqual(homes.person("Anna A", as: cho)?["role"]?.string, "owner")
  }

  @Test func `who was removed is told that alone`() throws {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try homes.letIn(ben, "벤")
    try expectEqual(anna.run(["people", "remove", homes.id("벤", as: anna)]).status, 0)
    _ = try homes.add(anna, "After Ben")
    try homes.sync(anna)
    for _ in 1...2 {
      let late = try ben.run(["--diary", "Family", "sync"])
      expectEqual(late.status, 1)
      expectContains(late.errorText, "You were removed")
      expectEqual(late.errorText.split(separator: "\n").count, 1, "\(late.errorText)")
    }
  }

  @Test func `who asks can be refused`() throws {
    let homes = try SharedHomes()
    try homes.ask(homes.ben, homes.invite())
    let id = try homes.id("벤", as: homes.anna)
    let result = try homes.anna.run(["people", "remove", id])
    expectEqual(result.status, 0)
    expectContains(result.errorText, "Refused 벤")
    try expectNil(homes.person("벤", as: homes.anna))
    try expectEqual(homes.ben.run(["--diary", "Family", "sync"]).status, 1)
  }

  @Test func `a person has several machines`() throws {
    let homes = try SharedHomes()
    let (anna, phone) = (homes.anna, homes.cho)
    try homes.ask(phone, homes.invite("--device"))
    try anna.output("people", "approve", homes.id("Anna", as: anna))
    try homes.sync(phone)
    let id = try homes.add(phone, "From the phone")
    try homes.sync(phone, anna)
    try anna.output("--diary", "Family", "edit", id, "--title", "Changed at home")
    try homes.sync(anna, phone)
    try expectEqual(homes.titles(phone), ["Changed at home"])
    try expectEqual(
      JSON.parse(anna.output("people", "list", "--format", "json")).array?.count, 1)
  }

  @Test func `an owner can't lock themselves out`() throws {
    let homes = try SharedHomes()
    _ = try homes.invite()
    let id = try homes.id("Anna", as: homes.anna)
    for command in [["remove", id], ["role", id, "reader"]] {
      let result = try homes.anna.run(["people"] + command)
      expectEqual(result.status, 1)
      expectContains(result.errorText, "is the only owner")
    }
    try homes.letIn(homes.ben, "벤")
    let ben = try homes.id("벤", as: homes.anna)
    try expectContains(homes.failure(homes.ben, "people", "remove", id), "Only an owner")
    try homes.anna.output("people", "role", ben, "owner")
    try expectEqual(homes.anna.run(["people", "role", id, "writer"]).status, 0)
  }

  @Test func `a diary whose owner is out of reach is carried on in a new one`() throws {
    let homes = try SharedHomes()
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    try homes.letIn(ben, "벤")
    let annas = try homes.add(anna, "From Anna", "--photo", Checkout.photo("river-fog.jpg"))
    let bens = try homes.add(ben, "벤이 씀")
    try homes.sync(ben, anna)
    try anna.output("--diary", "Family", "comment", bens, "--text", "anna says")
    try homes.sync(anna, ben)
    try ben.output("--diary", "Family", "comment", annas, "--text", "벤이 말함")
    try expectContains(homes.failure(ben, "share", "Family", "--from", "Family"), "a new name")
    try expectContains(
      homes.failure(ben, "share", "New", homes.address + "-new", "--from", "Nowhere"),
      "There are: Family")
    let made = try ben.run(["share", "New", homes.address + "-new", "--from", "Family"])
    expectEqual(made.status, 0, "\(made.errorText)")
    expectPrefix(made.text, "pd1:", "\(made.errorText)")
    // Cho never was in the old one, and sees all of it in the names of those who wrote it.
    try cho.output("join", String(made.text.dropLast()))
    let asking = try JSON.parse(
      ben.output("--diary", "New", "people", "list", "--format", "json"))
    let id = try require(asking.array?.first { $0["name"]?.string == "Cho" }?["id"]?.string)
    try ben.output("--diary", "New", "people", "approve", id)
    try expectEqual(cho.run(["--diary", "New", "sync"]).status, 0)
    for home in [ben, cho] {
      let list = try JSON.parse(home.output("--diary", "New", "list", "--format", "json"))
      let entries = try require(list.array)
      expectEqual(entries.compactMap { $0["title"]?.string }.sorted(), ["From Anna", "벤이 씀"])
      for (title, said, name) in [("From Anna", "벤이 말함", "벤"), ("벤이 씀", "anna says", "Anna")] {
        let entry = try require(entries.first { $0["title"]?.string == title }?["id"]?.string)
        let shown = try home.output("--diary", "New", "show", entry)
        expectContains(shown, said, "\(shown)")
        expectContains(shown, name + " · ", "\(shown)")
      }
      let verified = try home.run(["--diary", "New", "verify"])
      expectEqual(verified.status, 0, "\(verified.text)")
      expectEqual(verified.text, "", "\(verified.text)")
      let status = try home.output("--diary", "New", "status", "--format", "json")
      try expectEqual(JSON.parse(status)["refused"]?.array ?? [], [])
    }
    let entries = try JSON.parse(ben.output("--diary", "New", "list", "--format", "json"))
    let hers = try require(entries.array?.first { $0["title"]?.string == "From Anna" })
    let file = try require(hers["photos"]?.array?.first?["file"]?.string)
    expectEqual(access(file, R_OK), 0)
    // What was Anna's nobody changes; what was Ben's he does.
    let hersID = try require(hers["id"]?.string)
    try expectContains(homes.failure(ben, "--diary", "New", "delete", hersID), "someone else")
    let his = try require(
      entries.array?.first { $0["title"]?.string == "벤이 씀" }?["id"]?.string)
    try expectEqual(ben.run(["--diary", "New", "edit", his, "--title", "고침"]).status, 0)
  }

  @Test func `what can't be is told on one line`() throws {
    let homes = try SharedHomes()
    let anna = homes.anna
    try expectContains(homes.failure(anna, "people"), "No shared diary yet")
    try expectContains(homes.failure(anna, "--diary", "Nowhere", "list"), "No shared diary yet")
    try expectContains(homes.failure(anna, "share", "../escape", "/tmp/x"), "can't be a diary's")
    let file = try anna.folder.write("x", to: "file")
    try expectEqual(anna.run(["share", "Family", file + "/below"]).status, 1)
    try expectEqual(anna.output("diaries"), "")
    _ = try homes.invite()
    try expectContains(homes.failure(anna, "--diary", "Nowhere", "list"), "There are: Family")
    try expectContains(
      homes.failure(anna, "share", "Family", "/other"), "a diary named Family already")
    try expectContains(
      anna.run(["--diary", "Family", "--store", "/tmp", "list"]).errorText,
      "can't be used together")
  }

  @Test func `diaries are listed, and the diary stands before or behind the sub-command`() throws {
    let homes = try SharedHomes()
    _ = try homes.invite()
    let listed = try require(
      try JSON.parse(homes.anna.output("diaries", "--format", "json")).array?.first)
    expect(listed["name"]?.string == "Family" && listed["role"]?.string == "owner")
    expect(listed["state"]?.string == "member" && listed["people"]?.integer == 1)
    for arguments in [
      ["people", "--diary", "Family", "list"], ["--diary", "Family", "people", "list"],
      ["people", "list", "--diary", "family"], ["people"],
    ] {
      let result = try homes.anna.run(arguments)
      expectEqual(result.status, 0, "\(arguments)")
      expectContains(result.text, "Anna  owner (you)", "\(arguments)")
    }
  }

  @Test func `of a locked diary nothing is told but that it is locked`() throws {
    let homes = try SharedHomes()
    _ = try homes.invite()
    let passphrase = try homes.anna.folder.write("correct horse battery staple", to: "passphrase")
    try homes.anna.output("--diary", "Family", "encrypt", "--passphrase-file", passphrase)
    try expectEqual(homes.anna.output("diaries"), "Family  locked")
    let listed = try JSON.parse(homes.anna.output("diaries", "--format", "json")).array?.first
    expect(listed?["state"]?.string == "locked" && listed?["entries"]?.integer == nil)
  }

  @Test func `an invitation is a QR code, too, where the terminal has room for one`() throws {
    let found = try ProgramResult.run(
      "/bin/sh", ["-c", "/sbin/ldconfig -p | grep -q libqrencode.so.4"])
    guard found.status == 0 else { return print("libqrencode isn't installed: no code is tested.") }
    let home = try TestHome()
    for (columns, rows) in [(120, 70), (40, 12)] {
      let session = try home.open(
        ["share", "Family"] + (columns == 120 ? [home.folder.path("family")] : []),
        columns: columns, rows: rows, showing: "then approve.")
      expectEqual(session.text.contains("▀▀▀▀▀▀"), (columns == 120))
      try expectEqual(session.waitForEnd(), .status(0))
    }
  }
}
