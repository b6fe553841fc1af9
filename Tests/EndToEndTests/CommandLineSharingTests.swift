import DiaryCore
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
    try anna.run("add", "Anna's own")
    let words = try homes.ask(ben, homes.invite())
    let asking = try #require(try homes.person("벤", as: anna))
    #expect(
      asking.members?.map(\.name).prefix(5) == ["id", "name", "role", "state", "check"])
    #expect(asking["state"]?.string == "asking" && asking["check"]?.string == words)
    let id = try #require(asking["id"]?.string)
    // Nothing comes before an owner has said so, and nothing can be written.
    for command in [["sync"], ["add", "Too early"]] {
      let result = try ben.result(["--diary", "Family"] + command)
      #expect(result.status == 1 && result.errorText.contains(words), "\(result.errorText)")
    }
    let approved = try anna.result(["people", "approve", id])
    #expect(approved.status == 0 && approved.errorText.contains("Let 벤 in"))
    try homes.sync(ben)
    try homes.letIn(cho, "Cho")

    let annas = try homes.add(anna, "From Anna", "--photo", DiaryHome.photo("river-fog.jpg"))
    _ = try homes.add(ben, "벤이 씀")
    _ = try homes.add(cho, "From Cho")
    try homes.sync(anna, ben, cho, anna, ben)
    for home in [anna, ben, cho] {
      #expect(try homes.titles(home) == ["From Anna", "From Cho", "벤이 씀"])
      try homes.expectSound(home)
    }
    #expect(try anna.titles() == ["Anna's own"])
    // Only its author changes an entry or deletes it.
    for command in [["edit", annas, "--title", "Ben's"], ["delete", annas]] {
      let result = try ben.result(["--diary", "Family"] + command)
      #expect(result.status == 1 && result.errorText.contains("written by someone else"))
    }

    let role = try anna.result(["people", "role", homes.id("Cho", as: anna), "reader"])
    #expect(role.status == 0 && role.errorText.contains("Cho: reader from now on."))
    try homes.sync(cho)
    #expect(try homes.failure(cho, "--diary", "Family", "add", "No").contains("You are a reader"))

    // Ben has written something that nobody has by then.
    _ = try homes.add(ben, "Ben's last")
    let removed = try anna.result(["people", "remove", id])
    #expect(removed.status == 0 && TwoMachines.isSixWords(String(removed.text.dropLast())))
    _ = try homes.add(anna, "After Ben")
    try homes.sync(anna, cho)
    #expect(try homes.titles(cho) == ["After Ben", "From Anna", "From Cho", "벤이 씀"])
    let late = try ben.result(["--diary", "Family", "sync"])
    #expect(late.status == 1 && late.errorText.contains("You were removed"))
    #expect(!(try homes.titles(ben)).contains("After Ben"))
    #expect(try homes.person("벤", as: cho)?["state"]?.string == "removed")
  }

  @Test func `what a person wrote after the removal is kept, not shown, and named`() throws {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try homes.letIn(ben, "벤")
    let id = try homes.id("벤", as: anna)
    // The remote is away, so neither knows of the other.
    let place = homes.address
    try #require(rename(place, place + "-away") == 0)
    #expect(try anna.result(["people", "remove", id]).status == 0)
    try #require(rename(place + "-away", place) == 0)
    _ = try homes.add(ben, "Unknowing")
    try homes.sync(ben)
    // Anna has what he wrote, and it isn't shown.
    _ = try anna.result(["--diary", "Family", "sync"])
    #expect(try homes.titles(anna) == [])
    let status = try anna.result(["--diary", "Family", "status", "--format", "json"])
    let refused = try #require(try JSONParser.parse(status.text)["refused"]?.array?.first)
    #expect(refused["person"]?.string == "벤" && refused["reason"]?.string == "removed")
    #expect(status.errorText.contains("came after the removal"))
    try homes.expectSound(anna)
  }

  @Test func `somebody leaves, and the others know it at once`() throws {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try homes.letIn(ben, "벤")
    _ = try homes.add(ben, "Last words")
    let left = try ben.result(["people", "remove", homes.id("벤", as: ben)])
    #expect(left.status == 0 && left.errorText.contains("Removed 벤."))
    #expect(!left.errorText.contains("don't know it yet"))
    try homes.sync(anna)
    #expect(try homes.titles(anna) == ["Last words"])
    #expect(try homes.person("벤", as: anna)?["state"]?.string == "removed")
    #expect(try homes.failure(ben, "--diary", "Family", "add", "No").contains("You were removed"))
  }

  @Test func `an invitation is for one person, once, and for two weeks`() throws {
    let homes = try SharedHomes()
    let invitation = try homes.invite()
    try homes.ask(homes.ben, invitation)
    #expect(try homes.failure(homes.cho, "join", invitation).contains("used this invitation"))
    #expect(try homes.failure(homes.ben, "join", invitation).contains("already, with the words"))
    try homes.anna.run("people", "approve", homes.id("벤", as: homes.anna))
    // It has served, and nothing of it is left.
    #expect(try homes.files().allSatisfy { !$0.hasPrefix("join/") })
    #expect(try homes.failure(homes.cho, "join", invitation).contains("isn't known"))
    let damaged = invitation.dropLast(3) + "abc"
    #expect(try homes.failure(homes.cho, "join", String(damaged)).contains("isn't a whole"))
    #expect(try homes.cho.run("diaries") == "")
    #expect(try homes.cho.files(in: homes.cho.folder.path).allSatisfy { !$0.contains("Family") })
  }

  @Test func `everybody is called as in their own diary`() throws {
    let homes = try SharedHomes()
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    for home in [anna, ben, cho] { try home.folder.write("", to: "config/photodiary/config.toml") }
    try anna.run("add", "Anna's own")
    try anna.run("author", "Anna A")
    try ben.run("author", "벤 B")
    // What the settings say goes before a name that nobody chose.
    try cho.run("add", "Cho's own")
    try cho.folder.write("author = \"Cho C\"\n", to: "config/photodiary/config.toml")
    try homes.letIn(ben, "벤 B")
    try homes.letIn(cho, "Cho C")
    #expect(try homes.person("Anna A", as: cho)?["role"]?.string == "owner")
  }

  @Test func `who was removed is told that alone`() throws {
    let homes = try SharedHomes()
    let (anna, ben) = (homes.anna, homes.ben)
    try homes.letIn(ben, "벤")
    #expect(try anna.result(["people", "remove", homes.id("벤", as: anna)]).status == 0)
    _ = try homes.add(anna, "After Ben")
    try homes.sync(anna)
    for _ in 1...2 {
      let late = try ben.result(["--diary", "Family", "sync"])
      #expect(late.status == 1 && late.errorText.contains("You were removed"))
      #expect(late.errorText.split(separator: "\n").count == 1, "\(late.errorText)")
    }
  }

  @Test func `who asks can be refused`() throws {
    let homes = try SharedHomes()
    try homes.ask(homes.ben, homes.invite())
    let id = try homes.id("벤", as: homes.anna)
    let result = try homes.anna.result(["people", "remove", id])
    #expect(result.status == 0 && result.errorText.contains("Refused 벤"))
    #expect(try homes.person("벤", as: homes.anna) == nil)
    #expect(try homes.ben.result(["--diary", "Family", "sync"]).status == 1)
  }

  @Test func `a person has several machines`() throws {
    let homes = try SharedHomes()
    let (anna, phone) = (homes.anna, homes.cho)
    try homes.ask(phone, homes.invite("--device"))
    try anna.run("people", "approve", homes.id("Anna", as: anna))
    try homes.sync(phone)
    let id = try homes.add(phone, "From the phone")
    try homes.sync(phone, anna)
    try anna.run("--diary", "Family", "edit", id, "--title", "Changed at home")
    try homes.sync(anna, phone)
    #expect(try homes.titles(phone) == ["Changed at home"])
    #expect(
      try JSONParser.parse(anna.run("people", "list", "--format", "json")).array?.count == 1)
  }

  @Test func `an owner can't lock themselves out`() throws {
    let homes = try SharedHomes()
    _ = try homes.invite()
    let id = try homes.id("Anna", as: homes.anna)
    for command in [["remove", id], ["role", id, "reader"]] {
      let result = try homes.anna.result(["people"] + command)
      #expect(result.status == 1 && result.errorText.contains("is the only owner"))
    }
    try homes.letIn(homes.ben, "벤")
    let ben = try homes.id("벤", as: homes.anna)
    #expect(try homes.failure(homes.ben, "people", "remove", id).contains("Only an owner"))
    try homes.anna.run("people", "role", ben, "owner")
    #expect(try homes.anna.result(["people", "role", id, "writer"]).status == 0)
  }

  @Test func `a diary whose owner is out of reach is carried on in a new one`() throws {
    let homes = try SharedHomes()
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    try homes.letIn(ben, "벤")
    let annas = try homes.add(anna, "From Anna", "--photo", DiaryHome.photo("river-fog.jpg"))
    let bens = try homes.add(ben, "벤이 씀")
    try homes.sync(ben, anna)
    try anna.run("--diary", "Family", "comment", bens, "--text", "anna says")
    try homes.sync(anna, ben)
    try ben.run("--diary", "Family", "comment", annas, "--text", "벤이 말함")
    #expect(try homes.failure(ben, "share", "Family", "--from", "Family").contains("a new name"))
    #expect(
      try homes.failure(ben, "share", "New", homes.address + "-new", "--from", "Nowhere")
        .contains("There are: Family"))
    let made = try ben.result(["share", "New", homes.address + "-new", "--from", "Family"])
    #expect(made.status == 0 && made.text.hasPrefix("pd1:"), "\(made.errorText)")
    // Cho never was in the old one, and sees all of it in the names of those who wrote it.
    try cho.run("join", String(made.text.dropLast()))
    let asking = try JSONParser.parse(
      ben.run("--diary", "New", "people", "list", "--format", "json"))
    let id = try #require(asking.array?.first { $0["name"]?.string == "Cho" }?["id"]?.string)
    try ben.run("--diary", "New", "people", "approve", id)
    #expect(try cho.result(["--diary", "New", "sync"]).status == 0)
    for home in [ben, cho] {
      let list = try JSONParser.parse(home.run("--diary", "New", "list", "--format", "json"))
      let entries = try #require(list.array)
      #expect(entries.compactMap { $0["title"]?.string }.sorted() == ["From Anna", "벤이 씀"])
      for (title, said, name) in [("From Anna", "벤이 말함", "벤"), ("벤이 씀", "anna says", "Anna")] {
        let entry = try #require(entries.first { $0["title"]?.string == title }?["id"]?.string)
        let shown = try home.run("--diary", "New", "show", entry)
        #expect(shown.contains(said) && shown.contains(name + " · "), "\(shown)")
      }
      let verified = try home.result(["--diary", "New", "verify"])
      #expect(verified.status == 0 && verified.text == "", "\(verified.text)")
      let status = try home.run("--diary", "New", "status", "--format", "json")
      #expect(try JSONParser.parse(status)["refused"]?.array ?? [] == [])
    }
    let entries = try JSONParser.parse(ben.run("--diary", "New", "list", "--format", "json"))
    let hers = try #require(entries.array?.first { $0["title"]?.string == "From Anna" })
    let file = try #require(hers["photos"]?.array?.first?["file"]?.string)
    #expect(access(file, R_OK) == 0)
    // What was Anna's nobody changes; what was Ben's he does.
    let hersID = try #require(hers["id"]?.string)
    #expect(try homes.failure(ben, "--diary", "New", "delete", hersID).contains("someone else"))
    let his = try #require(
      entries.array?.first { $0["title"]?.string == "벤이 씀" }?["id"]?.string)
    #expect(try ben.result(["--diary", "New", "edit", his, "--title", "고침"]).status == 0)
  }

  @Test func `what can't be is told on one line`() throws {
    let homes = try SharedHomes()
    let anna = homes.anna
    #expect(try homes.failure(anna, "people").contains("No shared diary yet"))
    #expect(try homes.failure(anna, "--diary", "Nowhere", "list").contains("No shared diary yet"))
    #expect(try homes.failure(anna, "share", "../escape", "/tmp/x").contains("can't be a diary's"))
    let file = try anna.folder.write("x", to: "file")
    #expect(try anna.result(["share", "Family", file + "/below"]).status == 1)
    #expect(try anna.run("diaries") == "")
    _ = try homes.invite()
    #expect(try homes.failure(anna, "--diary", "Nowhere", "list").contains("There are: Family"))
    #expect(
      try homes.failure(anna, "share", "Family", "/other").contains("a diary named Family already"))
    #expect(
      try anna.result(["--diary", "Family", "--store", "/tmp", "list"]).errorText
        .contains("can't be used together"))
  }

  @Test func `diaries are listed, and the diary stands before or behind the sub-command`() throws {
    let homes = try SharedHomes()
    _ = try homes.invite()
    let listed = try #require(
      try JSONParser.parse(homes.anna.run("diaries", "--format", "json")).array?.first)
    #expect(listed["name"]?.string == "Family" && listed["role"]?.string == "owner")
    #expect(listed["state"]?.string == "member" && listed["people"]?.integer == 1)
    for arguments in [
      ["people", "--diary", "Family", "list"], ["--diary", "Family", "people", "list"],
      ["people", "list", "--diary", "family"], ["people"],
    ] {
      let result = try homes.anna.result(arguments)
      #expect(result.status == 0 && result.text.contains("Anna  owner (you)"), "\(arguments)")
    }
  }

  @Test func `of a locked diary nothing is told but that it is locked`() throws {
    let homes = try SharedHomes()
    _ = try homes.invite()
    let passphrase = try homes.anna.folder.write("correct horse battery staple", to: "passphrase")
    try homes.anna.run("--diary", "Family", "encrypt", "--passphrase-file", passphrase)
    #expect(try homes.anna.run("diaries") == "Family  locked")
    let listed = try JSONParser.parse(homes.anna.run("diaries", "--format", "json")).array?.first
    #expect(listed?["state"]?.string == "locked" && listed?["entries"]?.integer == nil)
  }

  @Test func `an invitation is a QR code, too, where the terminal has room for one`() throws {
    let found = try ProgramResult.run(
      "/bin/sh", ["-c", "/sbin/ldconfig -p | grep -q libqrencode.so.4"])
    guard found.status == 0 else { return print("libqrencode isn't installed: no code is tested.") }
    let home = try DiaryHome()
    for (columns, rows) in [(120, 70), (40, 12)] {
      let session = try home.start(
        ["share", "Family"] + (columns == 120 ? [home.folder.path("family")] : []),
        columns: columns, rows: rows, environment: ["TERM": "xterm-256color"])
      try session.waitFor("then approve.")
      #expect(session.text.contains("▀▀▀▀▀▀") == (columns == 120))
      #expect(try session.waitForEnd() == .status(0))
    }
  }
}
