import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("A shared diary on the command line") struct SharingRuleTests {
  private let homes: SharedHomes
  private var anna: TestHome { homes.anna }
  private var ben: TestHome { homes.ben }
  private var cho: TestHome { homes.cho }

  init() throws { homes = try SharedHomes() }

  @Test func `entries written after a removal are kept, hidden and reported`() async throws {
    try await homes.letIn(ben, "벤")
    let id = try await homes.id("벤", as: anna)
    // The remote is unreachable, so neither person hears of the other.
    let place = homes.address
    try require(rename(place, place + "-away") == 0)
    let stopped = try await anna.failure("people", "remove", id)
    expectContains(stopped, "doesn't exist")
    expectContains(stopped, "Nothing was changed")
    try await expectContains(anna.failure("people", "role", id, "reader"), "add --offline")
    let removed = try await anna.run(["people", "remove", id, "--offline"])
    expectEqual(removed.status, 0)
    expectContains(removed.errorText, "Removed 벤.")
    expectContains(removed.errorText, "doesn't exist")
    try require(rename(place + "-away", place) == 0)
    _ = try await homes.add(ben, "Unknowing")
    try await homes.sync(ben)
    // The entry is received, but not shown.
    _ = try await anna.run(["--diary", "Family", "sync"])
    try await expectEqual(homes.titles(anna), [])
    let status = try await anna.run(["--diary", "Family", "status", "--format", "json"])
    let refused = try require(try JSONParser.parse(status.text)["refused"]?.array?.first)
    expect(refused["person"]?.string == "벤" && refused["reason"]?.string == "removed")
    expect(
      status.errorText.contains(
        /Not shown: \d+ changes? of device .+ of 벤, written after its removal/))
    try await homes.verify(anna)
  }

  @Test func `a device is removed by its owner, or by an owner of the diary`() async throws {
    for (home, name) in [(ben, "벤"), (cho, "Cho")] { try await homes.letIn(home, name) }
    for home in [anna, ben, cho, anna, ben] { try await homes.sync(home) }
    func device(_ home: TestHome) async throws -> String {
      let devices = try await home.json("--diary", "Family", "device", "list")
      return try require(devices.array?.first { $0["this"] == .bool(true) }?["id"]?.string)
    }
    let (annas, bens, chos) = try await (device(anna), device(ben), device(cho))
    func remove(_ device: String) -> [String] { ["--diary", "Family", "device", "remove", device] }
    for other in [chos, annas] {
      let line = try await ben.failure(remove(other))
      expectContains(
        line, other == chos ? "is a device of Cho. Only Cho or an owner can" : "Only Anna can")
    }
    // A co-owner can't remove devices of the diary's founder either.
    try await anna.output("people", "role", homes.id("벤", as: anna), "owner")
    try await homes.sync(ben)
    try await expectContains(
      ben.failure(remove(annas)), "Anna, who created this diary. Only Anna can")
    try await expectContains(
      ben.failure("people", "remove", homes.id("Anna", as: ben)), "can't be removed by others")
    let devices = try await ben.json("--diary", "Family", "device", "list")
    expect(devices.array?.allSatisfy { $0["removed"] == .bool(false) } == true)
    try await expectEqual(ben.run(remove(chos)).status, 0)
    try await expectEqual(anna.run(remove(bens)).status, 0)
  }

  @Test func `people are listed in columns`() async throws {
    try await homes.letIn(cho, "Cho")
    let starts = try await anna.output("people").split(separator: "\n").map { line in
      line.wholeMatch(of: /(.*  )\S+ \S+ \S+/)?.output.1.count
    }
    expectEqual(starts.count, 2)
    expect(starts.first == starts.last && !starts.contains(nil))
  }

  @Test func `others learn immediately that a person left`() async throws {
    try await homes.letIn(ben, "벤")
    _ = try await homes.add(ben, "Last words")
    let left = try await ben.notes("people", "remove", homes.id("벤", as: ben))
    expectContains(left, "Removed 벤.")
    expectLacks(left, "hasn't been sent")
    try await homes.sync(anna)
    try await expectEqual(homes.titles(anna), ["Last words"])
    try await expectEqual(homes.person("벤", as: anna)?["state"]?.string, "removed")
    try await expectContains(ben.failure("--diary", "Family", "add", "No"), "You were removed")
  }

  @Test(arguments: [[], ["--plain"]])
  func `a diary isn't shared in the place of another one`(options: [String]) async throws {
    let place = homes.address
    try await anna.output("add", "Own")
    try await anna.output(["remote", "add", "home", place] + options)
    let refused = try await ben.failure("share", "Family", place)
    expectContains(refused, "\(place) already contains another diary. Use an empty place.")
    try await expectEqual(ben.output("diaries"), "")
    try ben.folder.write("mine", to: "full/notes.txt")
    let full = ben.folder.path("full")
    try await expectContains(
      ben.failure("share", "Family", full), "\(full) contains other files and no diary")
  }

  @Test func `the name of a missing diary isn't given to a new one`() async throws {
    let invitation = try await homes.invite()
    _ = try await homes.add(anna, "Kept")
    let away = anna.folder.path("away")
    let store = anna.folder.path("data/photodiary-diaries/Family")
    try require(rename(store, away) == 0)
    for arguments in [["share", "Family", anna.folder.path("new")], ["join", invitation]] {
      try await expectContains(anna.failure(arguments), "which had 1 entry, is missing from")
    }
    try require(rename(away, store) == 0)
    try await homes.sync(anna)
    try await expectEqual(homes.titles(anna), ["Kept"])
  }

  @Test func `an invitation is for one person, once, and for two weeks`() async throws {
    let invitation = try await homes.invite()
    try await homes.ask(ben, invitation)
    try await expectContains(cho.failure("join", invitation), "used this invitation")
    try await expectContains(ben.failure("join", invitation), ", with the words ")
    try await anna.output("people", "approve", homes.id("벤", as: anna))
    try expect(homes.files().allSatisfy { !$0.hasPrefix("join/") })
    try await expectContains(cho.failure("join", invitation), "doesn't have this invitation")
    let damaged = invitation.dropLast(3) + "abc"
    try await expectContains(cho.failure("join", String(damaged)), "invitation is incomplete")
    try await expectEqual(cho.output("diaries"), "")
    try expect(cho.files(in: cho.folder.path).allSatisfy { !$0.contains("Family") })
  }

  @Test func `people have the names of their private diaries`() async throws {
    for home in [anna, ben, cho] { try home.folder.write("", to: "config/photodiary/config.toml") }
    try await anna.output("add", "Anna's own")
    try await anna.output("author", "Anna A")
    try await ben.output("author", "벤 B")
    // A configured name precedes a default one.
    try await cho.output("add", "Cho's own")
    try cho.folder.write("author = \"Cho C\"\n", to: "config/photodiary/config.toml")
    try await homes.letIn(ben, "벤 B")
    try await homes.letIn(cho, "Cho C")
    try await expectEqual(homes.person("Anna A", as: cho)?["role"]?.string, "owner")
  }

  @Test func `a request to join can be refused`() async throws {
    try await homes.ask(ben, homes.invite())
    let id = try await homes.id("벤", as: anna)
    try await expectContains(anna.notes("people", "remove", id), "Refused 벤")
    try await expectNil(homes.person("벤", as: anna))
    try await expectEqual(ben.run(["--diary", "Family", "sync"]).status, 1)
  }

  @Test func `a person has several devices`() async throws {
    let phone = cho
    try await homes.ask(phone, homes.invite("--device"))
    try await anna.output("people", "approve", homes.id("Anna", as: anna))
    try await homes.sync(phone)
    let id = try await homes.add(phone, "From the phone")
    try await homes.sync(phone, anna)
    try await anna.output("--diary", "Family", "edit", id, "--title", "Changed at home")
    try await homes.sync(anna, phone)
    try await expectEqual(homes.titles(phone), ["Changed at home"])
    try await expectEqual(anna.json("people", "list").array?.count, 1)
  }

  @Test func `the only owner can't leave or change role`() async throws {
    _ = try await homes.invite()
    let id = try await homes.id("Anna", as: anna)
    for command in [["remove", id], ["role", id, "reader"]] {
      try await expectContains(anna.failure(["people"] + command), "is the only owner")
    }
    try await homes.letIn(ben, "벤")
    let his = try await homes.id("벤", as: anna)
    try await expectContains(ben.failure("people", "remove", id), "Only an owner")
    try await anna.output("people", "role", his, "owner")
    try await expectEqual(anna.run(["people", "role", id, "writer"]).status, 0)
  }

  @Test func `a role is set by its name on the screens or in JSON`() async throws {
    try await homes.letIn(ben, "벤")
    let id = try await homes.id("벤", as: anna)
    let roles = [
      ("viewer", "reader"), ("editor", "writer"), ("reader", "reader"), ("writer", "writer"),
      ("owner", "owner"),
    ]
    for (name, role) in roles {
      try await anna.output("people", "role", id, name)
      try await expectEqual(homes.person("벤", as: anna)?["role"]?.string, role, name)
    }
    let refused = try await anna.run(["people", "role", id, "author"])
    expectEqual(refused.status, 64)
    expectContains(refused.errorText, "Please provide one of 'owner', 'editor' or 'viewer'.")
  }

  @Test func `a diary without its owner can be continued in a new one`() async throws {
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
      "Shared diaries: Family")
    let made = try await ben.output("share", "New", homes.address + "-new", "--from", "Family")
    expectPrefix(made, "pd1:")
    // A new member sees all entries with the names of their authors.
    try await cho.output("join", made)
    let asking = try await ben.json("--diary", "New", "people", "list")
    let id = try require(asking.array?.first { $0["name"]?.string == "Cho" }?["id"]?.string)
    try await ben.output("--diary", "New", "people", "approve", id)
    try await expectEqual(cho.run(["--diary", "New", "sync"]).status, 0)
    for home in [ben, cho] {
      let entries = try require(try await home.json("--diary", "New", "list").array)
      expectEqual(entries.compactMap { $0["title"]?.string }.sorted(), ["From Anna", "벤이 씀"])
      for (title, said, name) in [("From Anna", "벤이 말함", "벤"), ("벤이 씀", "anna says", "Anna")] {
        let entry = try require(entries.first { $0["title"]?.string == title }?["id"]?.string)
        let shown = try await home.output("--diary", "New", "show", entry)
        expectContains(shown, said, "\(shown)")
        expectContains(shown, name + " · ", "\(shown)")
      }
      try await expectEqual(home.output("--diary", "New", "verify"), "")
      try await expectEqual(home.json("--diary", "New", "status")["refused"]?.array ?? [], [])
    }
    let entries = try await ben.json("--diary", "New", "list")
    let hers = try require(entries.array?.first { $0["title"]?.string == "From Anna" })
    let file = try require(hers["photos"]?.array?.first?["file"]?.string)
    expectEqual(access(file, R_OK), 0)
    let hersID = try require(hers["id"]?.string)
    try await expectContains(ben.failure("--diary", "New", "delete", hersID), "someone else")
    let his = try require(entries.array?.first { $0["title"]?.string == "벤이 씀" }?["id"]?.string)
    try await expectEqual(ben.run(["--diary", "New", "edit", his, "--title", "고침"]).status, 0)
  }

  @Test func `impossible requests are refused in one line`() async throws {
    try await expectContains(anna.failure("people"), "You don't share a diary yet")
    try await expectContains(
      anna.failure("--diary", "Nowhere", "list"), "You don't share a diary yet")
    try await expectContains(
      anna.failure("share", "../escape", homes.address), "can't be a diary's")
    let file = try anna.folder.write("x", to: "file")
    try await expectEqual(anna.run(["share", "Family", file + "/below"]).status, 1)
    try await expectEqual(anna.output("diaries"), "")
    _ = try await homes.invite()
    try await expectContains(anna.failure("--diary", "Nowhere", "list"), "Shared diaries: Family")
    try await expectContains(
      anna.failure("share", "Family", homes.address + "-other"), "already have a diary named Family"
    )
    try await expectContains(
      anna.run(["--diary", "Family", "--store", anna.store, "list"]).errorText,
      "can't be used together")
  }

  @Test func `diaries are listed, and --diary may be before or after the command`() async throws {
    _ = try await homes.invite()
    let listed = try await require(try anna.json("diaries").array?.first)
    expect(listed["name"]?.string == "Family" && listed["role"]?.string == "owner")
    expect(listed["state"]?.string == "member" && listed["people"]?.integer == 1)
    for arguments in [
      ["people", "--diary", "Family", "list"], ["--diary", "Family", "people", "list"],
      ["people", "list", "--diary", "family"], ["people"],
    ] { try await expectContains(anna.output(arguments), "Anna  owner (you)", "\(arguments)") }
  }

  @Test func `a locked diary shows only that it is locked`() async throws {
    _ = try await homes.invite()
    let passphrase = try anna.folder.write("correct horse battery staple", to: "passphrase")
    try await anna.output("--diary", "Family", "encrypt", "--passphrase-file", passphrase)
    try await expectEqual(anna.output("diaries"), "Family  locked")
    let listed = try await anna.json("diaries").array?.first
    expect(listed?["state"]?.string == "locked" && listed?["entries"]?.integer == nil)
  }

  // MARK: Comments

  private func texts(_ entry: String, as home: TestHome) async throws -> [String] {
    let comments = try await home.json("--diary", "Family", "show", entry)["comments"]?.array
    return (comments ?? []).compactMap { $0["text"]?.string }
  }

  @Test func `comments are shared, edited by their authors, deleted with the entry`() async throws {
    try await homes.letIn(ben, "벤")
    let entry = try await homes.add(anna, "At the lake", "--content", "cold")
    try await homes.sync(anna, ben)
    let made = try await ben.output("--diary", "Family", "comment", entry, "--text", "부럽다!\n나도.")
    let id = String(made.dropLast())
    try await homes.sync(ben, anna)
    try await expectEqual(texts(entry, as: anna), ["부럽다!\n나도."])
    let shown = try await anna.output("--diary", "Family", "show", entry)
    expectContains(shown, "벤 · ")
    expectContains(shown, "\n  부럽다!\n  나도.")
    for change in [["--edit", id, "--text", "no"], ["--remove", id]] {
      let refused = try await anna.failure(["--diary", "Family", "comment", entry] + change)
      expectContains(refused, "Someone else wrote this comment.")
    }
    try await anna.output("--diary", "Family", "comment", entry, "--text", "Come along")
    try await ben.output(
      "--diary", "Family", "comment", entry, "--edit", String(id.prefix(8)), "--text", "Well")
    try await homes.sync(ben, anna, ben)
    for home in [anna, ben] {
      try await expectEqual(texts(entry, as: home), ["Well", "Come along"])
      try await homes.verify(home)
    }
    // An import doesn't add comments of other people.
    let folder = anna.folder.path("out")
    try await anna.output("--diary", "Family", "export", folder, "--format", "json")
    try expectContains(anna.folder.text("out/diary.json"), "Come along")
    try await expectEqual(ben.run(["--diary", "Family", "import", folder]).status, 0)
    try await expectEqual(texts(entry, as: ben).count, 2)

    try await anna.output("people", "role", try await homes.id("벤", as: anna), "reader")
    try await homes.sync(ben)
    try await expectContains(
      ben.failure("--diary", "Family", "comment", entry, "--text", "x"), "You are a viewer")
    try await expectEqual(texts(entry, as: ben), ["Well", "Come along"])

    try await anna.output("--diary", "Family", "delete", entry)
    try await anna.output("--diary", "Family", "trash", "--empty")
    try await homes.sync(anna, ben)
    for home in [anna, ben] {
      try await homes.verify(home)
      try await expectEqual(home.output("--diary", "Family", "list"), "")
    }
    try expect(!logs(of: ben).contains("Come along") && !logs(of: anna).contains("부럽다"))
  }

  private func logs(of home: TestHome) throws -> String {
    let root = "data/photodiary-diaries/Family/log"
    return try home.files(in: home.folder.path(root)).filter { $0.hasSuffix(".jsonl") }
      .map { try home.folder.text("\(root)/\($0)") }.joined()
  }
}

@Suite("A public journal on the command line") struct PublishCommandTests {
  private let mina: TestHome
  private let june: TestHome

  init() async throws {
    (mina, june) = (try TestHome(), try TestHome())
    for (home, name) in [(mina, "미나"), (june, "June")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
    }
    try await mina.output("journals", "add", "Travel")
  }

  @Test func `publishing needs --yes, and mistakes are reported`() async throws {
    let site = mina.folder.path("site")
    try await mina.output("add", "First", "--journal", "Travel")
    let unasked = try await mina("publish", "Travel", site).errorText
    expect(unasked.contains("1 entry and 0 photos") && unasked.contains("use --yes"))
    try expect(mina.files(in: mina.folder.path).allSatisfy { !$0.hasPrefix("site") })
    try await expectContains(
      mina.failure("publish", "Nowhere", site, "--yes"), "Journals: Diary, Travel")
    let shown = mina.folder.path("shown")
    let korean = mina.with(["LC_ALL": "ko_KR.UTF-8"])
    try await expectContains(korean("publish", "기본 일기장", shown, "--yes").errorText, "기본 일기장: ")
    try await mina.output("publish", "기본 일기장", "--stop")
    try await expectContains(mina.failure("publish", "Travel"), "isn't public yet")
    try await expectContains(
      mina.failure("publish", "Travel", "ssh://host/site", "--yes"),
      "Can't use ssh://host/site for a public diary: ssh doesn't show pages to others")
    let full = mina.folder.path("full")
    try mina.folder.write("mine", to: "full/index.html")
    let refused = try await mina("publish", "Travel", full, "--yes")
    expect(refused.status == 1 && refused.errorText.contains("full"), refused.errorText)
    try expectEqual(mina.folder.text("full/index.html"), "mine")
    try await expectEqual(mina.output("publish"), "")

    let followed = try await mina.output("publish", "Travel", site, "--yes")
    try await expectContains(june.failure("follow", mina.folder.path("none")), "doesn't exist")
    try june.folder.write("x", to: "empty/file")
    try await expectContains(june.failure("follow", june.folder.path("empty")), "doesn't exist")
    let other = String(followed.split(separator: "#")[0]) + "#" + String(repeating: "0", count: 32)
    try await expectContains(
      june.failure("follow", other), "\(site) isn't the diary that the address names")
    try await expectContains(june.failure("follow", site + "#nonsense"), "isn't a diary's id")
    try await expectEqual(june.output("diaries"), "")
    try await mina.output("publish", "Travel", "--stop")
    try await expectEqual(mina.output("publish"), "")
    let again = try await mina("publish", "Travel", site, "--yes")
    expect(again.status == 1 && again.errorText.contains("with --stop"), again.errorText)
  }
}
