import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Usage of the command line") struct UsageCommandTests {
  private let home: TestHome

  init() async throws { home = try TestHome() }

  @Test func `commands that change an entry refuse IDs of two characters`() async throws {
    // It begins with a letter, so that its beginning isn't a number.
    let id = "a0" + String(repeating: "7", count: 30)
    try await home.output(
      "import", "-", input: #"{"id":"\#(id)","date":"2026-03-01T08:00:00Z","title":"one"}"#)
    let short = String(id.prefix(2))
    try await home.output("show", short)
    try await home.output("history", short)
    for arguments in [["delete", short], ["edit", short, "--title", "two"], ["restore", short]] {
      try await expectContains(
        home.failure(arguments, status: 64), "“\(short)” is too short. Give at least 4 characters")
    }
    let state = try require(try await home.json("history", id).array?.first?["revision"]?.string)
    _ = try await home.failure("revert", String(id.prefix(3)), state, status: 64)
    try await expectContains(home("list").text, "one")
    try await home.output("delete", String(id.prefix(4)))
  }

  @Test func `delete shows how to restore what it deleted`() async throws {
    let ids = [try await home.output("add", "one"), try await home.output("add", "two")]
    let result = try await home.run(["delete"] + ids)
    expect(result.text.isEmpty)
    let line = try require(result.errorText.split(separator: "\n").last)
    let command = try require(line.firstRange(of: "photodiary restore "))
    let words = line[command.upperBound...].split(separator: " ").map(String.init)
    expectEqual(words.count, 2)
    try await home.output(["restore"] + words)
    try await expectEqual(home("list").text.split(separator: "\n").count, 2)
    // An entry already in the trash isn't mentioned.
    try await home.output("delete", ids[0])
    try await expectLacks(home("delete", ids[0]).errorText, "photodiary restore")
  }

  @Test func `the command to restore names the same diary`() async throws {
    let store = home.folder.path("an other")
    let id = try await home.output("--store", store, "add", "one")
    let result = try await home("delete", "--store", store, id)
    expectContains(result.errorText, "photodiary restore --store '\(store)' 1\n")
  }

  @Test(arguments: [
    (["Had coffee"], "photodiary add \"Had coffee\""),
    (["Had", "coffee", "today"], "photodiary add \"Had coffee today\""),
    (["커피를 마셨다"], "photodiary add \"커피를 마셨다\""),
    (["say \"$(date)\""], "photodiary add \"say \\\"\\$(date)\\\"\""),
  ]) func `words that aren't a command are proposed as an entry`(words: [String], proposal: String)
    async throws
  { try await expectContains(home.failure(words, status: 64), "`\(proposal)`") }

  @Test func `a mistyped command is named, and not proposed as an entry`() async throws {
    let line = try await home.failure("lsit", status: 64)
    expectContains(line, "Did you mean list?")
    expectLacks(line, "photodiary add")
  }

  @Test(arguments: [["help", "nope"], ["help", "journals", "nope"], ["help", "list", "more"]])
  func `help for an unknown command is wrong usage`(arguments: [String]) async throws {
    try await expectContains(
      home.failure(arguments, status: 64), "Unknown command “\(arguments.last ?? "")”.")
  }

  @Test func `wrong usage exits with 64, one line and no result`() async throws {
    let remote = home.folder.path("remote")
    for arguments in [
      ["bogus"], ["show", "a", "b"], ["add", "--bogus"], ["add", "x", "--date", "soon"],
      ["list", "--limit", "0"], ["list", "--limit", "-1"], ["list", "--limit", "x"],
      ["list", "--limit", "99999999999999999999"], ["list", "--from", "x"],
      ["list", "--from", "2026-02-30"], ["list", "--sort", "size"], ["list", "--format", "xml"],
      ["show"], ["delete"], ["search"], ["search", " "], ["search", "\"\""], ["export"],
      ["export", "x", "--format", "epub"], ["import"], ["import", "x", "--format", "csv"],
      ["list", "--store", ""], ["--store"], ["verify", "--prune"], ["author", "a", "b"],
      ["remote", "add"], ["remote", "add", "x"], ["remote", "remove"], ["clone"],
      ["remote", "add", "x", remote, "--photos", "few"],
      ["--plain", "remote", "add", "x", remote], ["--photos", "cells", "clone", remote],
      ["sync", "--format", "xml"], ["sync", "--install", "--uninstall"],
      ["sync", "home", "--install"], ["sync", "--dry-run", "--uninstall"],
      ["device", "rename", "abcd"], ["device", "remove", "abc"], ["device", "rename", "abc", "x"],
    ] { _ = try await home.failure(arguments, status: 64) }
    for arguments in [
      ["backup"], ["backup", remote, "--keep", "7x"], ["backup", ""],
      ["backup", remote, "--check", "--restore"], ["backup", remote, "--check", "--keep", "7d"],
      ["photos", "--free", "5Q"], ["photos", "--free", "0"],
      ["photos", "--fetch", "--free", "1K"], ["remote", "photos", "home", "some"],
      ["import", "-", "--gap", "3"], ["import", "x", "--format", "jsonl", "--gap", "3"],
      ["import", "x", "--format", "photos", "--gap", "0"],
      ["import", "x", "--format", "photos", "--json"],
      ["remind", "--install"], ["remind", "--at", "25:00"], ["remind", "--at", "soon"],
      ["remind", "--install", "--uninstall"], ["remind", "--uninstall", "--at", "21:30"],
      ["remind", "--install", "--at", "21:30", "--notify"],
    ] { try await expectEqual(home.run(arguments).status, 64, "\(arguments)") }
    for place in [home.store, remote, home.folder.path("config/systemd")] {
      expectNotEqual(access(place, F_OK), 0)
    }
  }

  @Test func `help and version are results`() async throws {
    try await expectEqual(home.output("--version"), Checkout.version)
    for arguments in [["help"], ["help", "list"], ["help", "journals", "add"]] {
      try await expectPrefix(home.output(arguments), "OVERVIEW")
    }
    let help = try await home.with(["COLUMNS": "200"]).output("list", "--help")
    expectContains(help, "USAGE: photodiary list [<options>]\n")
    // Values that the description lists aren't repeated.
    expectContains(help, "Sort by date, modified or title. (default: date)")
  }

  @Test func `the diary, the demo and an empty entry need a terminal`() async throws {
    for arguments in [[], ["demo"], ["demo", "--two"], ["new"], ["today"]] {
      try await expectContains(home.failure(arguments), "terminal")
    }
    try await expectContains(home.failure("add"), "The entry is empty")
  }

  @Test(arguments: [[], ["--plain"], ["--store", "elsewhere"], ["--photos=cells"]])
  func `an unknown command is named, whichever options precede it`(options: [String]) async throws {
    for (word, words) in [
      ("nosuch", "Unknown command “nosuch”."), ("lits", "Did you mean list?"),
      ("ade", "Unknown command “ade”. Did you mean add?"),
    ] {
      let refused = try await home.run(options + [word])
      expectEqual(refused.status, 64, "\(refused.errorText)")
      expectContains(refused.errorText, words, "\(refused.errorText)")
    }
    // The beginning of an ID isn't a command.
    let refused = try await home.run(options + ["ebf"])
    expectLacks(refused.errorText, "Unknown command", "\(refused.errorText)")
  }

  @Test func `IDs and dates are distinguished from mistyped commands`() async throws {
    try await home.add("Plum tree")
    for (arguments, status, words) in [
      (["00000000"], 1, "No entry has the id 00000000"),
      (["ffff0"], 1, "No entry has the id ffff0"),
      (["addd"], 64, "addd"), (["ade"], 64, "ade"), (["bad"], 1, "No entry has the id bad"),
      (["serch"], 64, "serch"), (["2024-13-01"], 64, "no date 2024-13-01"),
      (["0000"], 64, "no date 0000"), (["123"], 1, "No entry has the id 123"),
      (["c2"], 1, "No entry has the id c2"), (["2024-5", "x"], 64, "Leave out “x” or 2024-5"),
      (["yesterday", "x"], 64, "Leave out “x” or yesterday"),
      (["2024", "list"], 64, "Leave out “list” or 2024"),
      (["list", "--from", "2024-02-30"], 64, "no date 2024-02-30"),
      (["list", "--from", "soon"], 64, "“soon” isn't a date"),
      (["onthisday", "--date", "2025-02-30"], 64, "no date 2025-02-30"),
      (["onthisday", "--date", "2025-02"], 64, "more than one day"),
      (["add", "x", "--date", "yesterday 25:00"], 64, "isn't a date"),
      (["add", "x", "--date", "last week"], 64, "more than one day"),
    ] { try await expectContains(home.failure(arguments, status: status), words, "\(arguments)") }
    for (arguments, words) in [
      (["--from", "2026", "--to", "2025"], "--to is before --from"),
      (["--journal", "nosuch"], "Journal “nosuch” not found"),
      (["--journal", "기본 일기장", "--from", "tomorrow"], "No entries."),
    ] {
      let notes = try await home.notes(["list"] + arguments)
      expectContains(notes, words)
      expectEqual(notes.split(separator: "\n").count, 1)
    }
  }

  @Test func `entries of this day in earlier years are listed`() async throws {
    let none = try await home("onthisday")
    expect((none.status, none.text) == (0, ""))
    expectEqual(
      none.errorText, "No diary at \(home.store) yet. Your first entry creates it.\n")
    try expect(home.files(in: home.folder.path).isEmpty)
    for year in 2016...2023 {
      try await home.output("add", "Of \(year)\u{1B}[31m", "--date", "\(year)-05-03T10:00+09:00")
    }
    try await home.output("add", "Leap", "--date", "2020-02-29T10:00+09:00")
    let text = try await home.output("onthisday", "--date", "2024-05-03")
    expectLacks(text.utf8, 0x1B)
    expectPrefix(text, "On this day, 3 May\n  a year ago   Of 2023")
    expectSuffix(text, "  and 3 more in the diary")
    for format in ["table", "jsonl"] {
      let empty = try await home("onthisday", "--date", "2 May", "--format", format)
      expect((empty.status, empty.text) == (0, ""))
      expectEqual(empty.errorText, "No entries on this day in earlier years.\n")
    }
    try await expectContains(home.output("onthisday", "--date", "2023-02-28"), "Leap")
    try await expectEqual(home.output("onthisday", "--date", "2024-02-28"), "")
    let json = try await home.json("onthisday", "--date", "2024-05-03")
    expectEqual(json.array?.count, 8)
    try await expectEqual(home.output("onthisday", "--date", "3월 5일", "--format", "jsonl"), "")
    _ = try await home.failure("onthisday", "--date", "soon", status: 64)
  }

  // MARK: --version --verbose

  @Test func `the program and the store's format have separate versions`() async throws {
    let lines = try await home.output("--version", "--verbose").split(separator: "\n")
    expectEqual(lines.first, "photodiary \(try Checkout.version)")
    try await home.output("add", "one")
    let format = try await require(home.json("status")["format"]?.integer)
    expect(lines.contains { $0.hasPrefix("  store format ") && $0.contains("\(format), ") })
  }

  @Test func `missing programs are reported as not found`() async throws {
    let home = home.with(["PATH": home.folder.path])
    let report = try await home.output("--version", "--verbose")
    let words = report.split(separator: "\n").map { $0.split(separator: " ") }
    for program in ["git", "rclone", "age", "ssh"] {
      expectContains(words, [program[...], "not", "found"])
    }
    // The options may be in any order, and any language.
    try await expectEqual(home.output("--verbose", "--version"), report)
    try await expectContains(
      home.with(["LC_ALL": "ko_KR.UTF-8"]).output("--version", "--verbose"), "다이어리 형식")
  }
}

@Suite("Completions") struct CompletionCommandTests {
  private let home: TestHome
  private let ids: [String]

  init() async throws {
    home = try TestHome()
    ids = [
      try await home.output(
        "add", "One: a\ttitle $(touch ran)", "--tag", "walks", "--date", "2026-03-01"),
      try await home.output(
        "add", "Two", "--tag", "it's $(touch ran)", "--tag", "walks", "--journal", "Travel",
        "--date", "2026-03-02"),
    ]
  }

  private func proposed(
    to shell: String?, _ command: String, _ argument: String, _ words: String...
  ) async throws -> [String] {
    let home = home.with(["SAP_SHELL": shell])
    let line = ["photodiary"] + words + [""]
    return try await home.output(
      ["---completion", command, "--", argument, "\(line.count - 1)", "0"] + line
    ).split(separator: "\n").map(String.init)
  }

  @Test func `numbers are proposed with descriptions, the newest first`() async throws {
    let candidates = ["1\t2026-03-02  Two", "2\t2026-03-01  One: a title $(touch ran)"]
    try await expectEqual(proposed(to: "fish", "show", "positional@0", "show"), candidates)
    let zsh = try await proposed(to: "zsh", "delete", "positional@0", "delete")
    expectEqual(zsh.first, "1:2026-03-02  Two")
  }

  @Test func `tags and journals are proposed, the most used first`() async throws {
    let tags = try await proposed(to: nil, "list", "--tag", "list", "--tag")
    expectEqual(tags, ["walks", "it's $(touch ran)"])
    try await expectContains(proposed(to: nil, "add", "--journal", "add", "--journal"), "Travel")
  }

  @Test func `candidates for restore are in the trash`() async throws {
    try await home.output("delete", ids[0])
    let found = try await proposed(to: nil, "restore", "positional@0", "restore")
    expectEqual(found, ["1"])
  }

  @Test func `without a diary there are no candidates, and none is created`() async throws {
    let store = home.folder.path("none")
    try await expectEqual(proposed(to: nil, "show", "positional@0", "--store", store, "show"), [])
    try expectNotEqual(ProgramResult.run("/bin/ls", [store]).status, 0)
  }
}

@Suite("Concurrent commands") struct InvocationTests {
  @Test func `each command has its language, time zone, environment and output`() async throws {
    var seoul = try TestHome().inKorean
    seoul.offsetFromUTC = 9 * 3600
    let london = try TestHome()
    for (home, name) in [(seoul, "서울"), (london, "London")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (home, zone, author, word) in [
        (seoul, "+09:00", "서울", "일기 "), (london, "+00:00", "London", "Entries "),
      ] {
        group.addTask {
          for number in 1...5 {
            let id = try await home.output("add", "\(number)")
            try await expectEqual(home.entry(id)["date"]?.string?.hasSuffix(zone), true)
            try await expectPrefix(home.output("stats"), word)
            try await expectContains(home.output("author"), author)
          }
        }
      }
      try await group.waitForAll()
    }
    try await expectEqual(london.entries().count, 5)
  }

  @Test func `commands that write to one diary wait for each other`() async throws {
    let home = try TestHome()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 { group.addTask { try await home.output("add", "\(number)") } }
      try await group.waitForAll()
    }
    try await expectEqual(Set(home.titles()), Set((1...8).map { "\($0)" }))
    try await expectEqual(home.output("verify"), "")
  }

  @Test func `started programs have the environment and folders of the home`() async throws {
    var home = try TestHome()
    home.environment["GREETING"] = "hello"
    try home.folder.write(
      "[hooks]\nsaved = \"echo $GREETING > $HOME/hook\"\n", to: "config/photodiary/config.toml")
    try await home.output("add", "one")
    try expectEqual(home.folder.text("hook"), "hello\n")
  }

  @Test func `without a terminal nothing is asked`() async throws {
    let home = try TestHome()
    try await home.output("add", "one")
    try await expectContains(home.failure("encrypt"), "without a terminal")
  }
}
