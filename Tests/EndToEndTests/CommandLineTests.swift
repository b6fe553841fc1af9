import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("The command line")
struct CommandLineTests {
  private let photodiary: CommandLine

  init() throws { photodiary = try CommandLine() }

  @Test func `an entry is added, listed, shown, edited, deleted and restored`() throws {
    let id = try photodiary.output(
      "add", "첫눈", "--content", "- eggs", "--tag", "겨울", "--date", "2026-11-19T07:30:00+09:00")
    #expect(id.utf8.count == 32)
    #expect(
      try photodiary.output("list") == "2026-11-19  07:30  첫눈        #겨울  \(id.prefix(8))")
    #expect(
      try photodiary.output("show", String(id.prefix(6))) == """
        첫눈
        Thursday 19 November 2026, 07:30 +09:00
        #겨울

        • eggs
        """)
    try photodiary.output("edit", id, "--title", "Snow", "--tag", "")
    let shown = try photodiary.json("show", id, "--format", "json")
    #expect(
      shown.members?.map(\.name) == [
        "id", "date", "title", "content", "tags", "journal", "author", "photos", "created",
        "modified", "starred", "mood", "place", "weather", "pinned", "attachments",
      ])
    #expect(shown["title"]?.string == "Snow")
    #expect(shown["date"]?.string == "2026-11-19T07:30:00+09:00")
    #expect(shown["content"]?.string == "- eggs")
    #expect(shown["tags"]?.array == [])
    #expect(try photodiary.output("show", id, "--format", "markdown") == "# Snow\n\n- eggs")

    #expect(try photodiary("delete", id).text == "")
    #expect(try photodiary.output("list") == "")
    #expect(try photodiary.json("trash", "--format", "json").array?.count == 1)
    #expect(try photodiary.failure("edit", id, "--title", "x").contains("in the trash"))
    try photodiary.output("restore", id)
    #expect(try photodiary.json("list", "--format", "json").array?.count == 1)
    try photodiary.output("delete", id)
    try photodiary.output("trash", "--empty")
    #expect(try photodiary.json("trash", "--format", "json").array == [])
    #expect(try photodiary.failure("show", id).contains("No entry has the id"))
    try photodiary.output("verify")
  }

  @Test func `an entry without a title shows its text once, and moves to another journal`() throws {
    let id = try photodiary.output(
      "add", "--content", "no title\nat all", "--date", "2026-11-19T07:30:00+09:00")
    let text = "Thursday 19 November 2026, 07:30 +09:00\n\nno title\nat all"
    #expect(try photodiary.output("show", id) == text)
    try photodiary.output("edit", id, "--journal", "Travel")
    #expect(
      try photodiary.output("show", id)
        == text.replacing("+09:00\n", with: "+09:00\nin Travel\n"))
  }

  @Test func `star, mood, place and weather are noted, told and cleared`() throws {
    let id = try photodiary.output(
      "add", "첫눈", "--star", "--mood", "😊", "--place", " 서울 ", "--weather", "snow", "--date",
      "2026-11-19T07:30:00+09:00")
    #expect(
      try photodiary.output("show", id) == """
        첫눈
        Thursday 19 November 2026, 07:30 +09:00
        ★ · 😊 · snow · 서울
        """)
    try photodiary.output("edit", id, "--weather", "--", "--place", "")
    // Every option with a value takes it, whichever it is.
    #expect(try photodiary.failure("add", "x", "--attach", "--").contains("File -- not found"))
    var shown = try photodiary.json("show", id, "--format", "json")
    #expect(shown["starred"] == .bool(true) && shown["mood"] == .string("😊"))
    #expect(shown["place"] == .null && shown["weather"] == .string("--"))
    try photodiary.output("edit", id, "--no-star")
    shown = try photodiary.json("show", id, "--format", "json")
    #expect(shown["starred"] == .bool(false) && shown["mood"] == .string("😊"))
    #expect(shown["title"] == .string("첫눈"))
    try photodiary.output("verify")
  }

  @Test func `an option's value is the next argument, whatever it begins with`() throws {
    for value in ["--store", "--help", "--version", "-h", "--", "- eggs", "--tag"] {
      let id = try photodiary.output("add", "--content", value, "--tag", value)
      let entry = try photodiary.json("show", id, "--format", "json")
      #expect(entry["content"]?.string == value)
      #expect(entry["tags"]?.array == [.string(value)])
    }
    let id = try photodiary.output("add", "--", "--content")
    #expect(try photodiary.json("show", id, "--format", "json")["title"]?.string == "--content")
  }

  @Test func `the store is the one of the option, before or after the command`() throws {
    let other = photodiary.folder.path("other")
    try photodiary.output("add", "here")
    try photodiary.output("--store", other, "add", "there")
    #expect(try photodiary.json("list", "--format", "json").array?.count == 1)
    for arguments in [["list", "--store", other], ["--store=" + other, "list"]] {
      let result = try photodiary.run(arguments + ["--format", "jsonl"])
      #expect(result.text.contains("\"title\":\"there\""))
    }
    let moved = try CommandLine()
    var plain = moved
    plain.environment = ["PHOTODIARY_STORE": nil]
    try plain.output("add", "at home")
    #expect(access(plain.folder.path(".local/share/photodiary/index.json"), R_OK) == 0)
    #expect(access(plain.folder.path(".local/state/photodiary/device"), R_OK) == 0)
    plain.environment["XDG_DATA_HOME"] = plain.folder.path("data")
    try plain.output("add", "elsewhere")
    #expect(access(plain.folder.path("data/photodiary/index.json"), R_OK) == 0)
  }

  @Test func `listings filter, sort and limit`() throws {
    for (title, date, tag) in [
      ("b", "2026-01-31", "x"), ("c", "2026-02-01T10:00", "y"), ("a", "2025-12-31", "x"),
    ] { try photodiary.output("add", title, "--date", date, "--tag", tag) }
    func titles(_ arguments: String...) throws -> [String] {
      let result = try photodiary.run(["list", "--format", "jsonl"] + arguments)
      #expect(result.status == 0, "\(result.errorText)")
      return try result.text.split(separator: "\n").compactMap {
        try JSONParser.parse(String($0))["title"]?.string
      }
    }
    #expect(try titles() == ["c", "b", "a"])
    #expect(try titles("--limit", "2") == ["c", "b"])
    #expect(try titles("--ascending") == ["a", "b", "c"])
    #expect(try titles("--sort", "title") == ["c", "b", "a"])
    #expect(try titles("--sort", "modified") == ["a", "c", "b"])
    #expect(try titles("--from", "2026-01-31", "--to", "2026-01-31") == ["b"])
    #expect(try titles("--from", "2026") == ["c", "b"])
    #expect(try titles("--to", "2026-01") == ["b", "a"])
    #expect(try titles("--tag", "#X") == ["b", "a"])
    #expect(try titles("--journal", "Travel") == [])
    #expect(try titles("--with-photos") == [])
  }

  @Test func `a date is said as to the calendar, with a time`() throws {
    var photodiary = photodiary
    photodiary.environment["TZ"] = "Asia/Seoul"
    let today = try photodiary.json("show", try photodiary.output("add", "now"), "--format", "json")
    let now = try #require(today["date"]?.string.flatMap { EntryDate($0) })
    for (text, days, clock) in [
      ("yesterday 21:00", -1, "21:00"), ("3일 전 오후 9시 반", -3, "21:30"), ("07:05", 0, "07:05"),
      ("yesterday", -1, "00:00"),
    ] {
      let id = try photodiary.output("add", text, "--date", text)
      let entry = try photodiary.json("show", id, "--format", "json")
      let date = try #require(entry["date"]?.string.flatMap { EntryDate($0) })
      #expect(date.day == now.day.adding(days: days) && date.clock == clock, "\(text)")
      #expect(date.zone == "+09:00")
    }
  }

  @Test func `wrong usage exits with 64, one line and no result`() throws {
    for arguments in [
      ["bogus"], ["add", "a", "b"], ["add", "--bogus"], ["add", "x", "--date", "soon"],
      ["list", "--limit", "0"], ["list", "--limit", "-1"], ["list", "--limit", "x"],
      ["list", "--limit", "99999999999999999999"], ["list", "--from", "x"],
      ["list", "--from", "2026-02-30"], ["list", "--sort", "size"], ["list", "--format", "xml"],
      ["show"], ["delete"], ["search"], ["search", " "], ["search", "\"\""], ["export", "x"],
      ["export", "x", "--format", "epub"], ["import"], ["import", "x", "--format", "csv"],
      ["list", "--store", ""], ["--store"], ["verify", "--prune"], ["author", "a", "b"],
    ] {
      let result = try photodiary.run(arguments)
      #expect(result.status == 64, "\(arguments)")
      #expect(result.text == "", "\(arguments)")
      #expect(result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
    }
    #expect(access(photodiary.store, F_OK) != 0)
  }

  @Test func `help and version are results`() throws {
    #expect(try photodiary.output("--version") == Checkout.version)
    let help = try photodiary.output("--help")
    for command in [
      "add", "list", "show", "edit", "delete", "restore", "trash", "search", "export", "import",
      "verify", "status", "author", "watch", "demo", "sync", "remote", "clone", "device",
    ] {
      #expect(help.contains("\n  \(command) "), "\(command)")
      #expect(try photodiary.output(command, "--help").contains("USAGE: photodiary \(command)"))
    }
    for shell in ["bash", "zsh", "fish"] {
      #expect(!(try photodiary.output("--generate-completion-script", shell)).isEmpty)
    }
  }

  @Test func `the diary and the demo open in a terminal only`() throws {
    for arguments in [[], ["demo"], ["demo", "--two"]] {
      let result = try photodiary.run(arguments)
      #expect(result.status == 1)
      #expect(result.errorText.contains("terminal"))
    }
  }

  @Test func `what is asked for and isn't there is one line and status 1`() throws {
    #expect(try photodiary.failure("add").contains("empty"))
    #expect(try photodiary.failure("show", "abc").contains("abc"))
    #expect(try photodiary.failure("verify").contains("No diary"))
    #expect(try photodiary.failure("export", "out", "--format", "json").contains("No diary"))
    #expect(try photodiary.failure("import", "none.jsonl").contains("none.jsonl"))
    #expect(try photodiary.output("list") == "")
    #expect(access(photodiary.store, F_OK) != 0)
    let id = try photodiary.output("add", "kept")
    // Nothing is done unless all can be.
    _ = try photodiary.failure("delete", id, "ffff0000")
    #expect(try photodiary.json("list", "--format", "json").array?.count == 1)
    #expect(try photodiary.failure("restore", id).contains("isn't in the trash"))
  }

  @Test(arguments: [[], ["--plain"], ["--store", "elsewhere"], ["--photos=cells"]])
  func `what is no command is told as such, whatever stands before it`(options: [String]) throws {
    for (word, words) in [
      ("nosuch", "Unknown command “nosuch”."), ("lits", "Did you mean list?"),
      ("ade", "Unknown command “ade”. Did you mean add?"),
    ] {
      let refused = try photodiary.run(options + [word])
      #expect(refused.status == 64 && refused.errorText.contains(words), "\(refused.errorText)")
    }
    // The beginning of an id.
    let refused = try photodiary.run(options + ["ebf"])
    #expect(!refused.errorText.contains("Unknown command"), "\(refused.errorText)")
  }

  @Test func `a date is understood as the calendar does, or told why not`() throws {
    let id = try photodiary.output("add", "x", "--date", "3 Feb 2024")
    func date() throws -> String {
      try photodiary.json("show", id, "--format", "json")["date"]?.string ?? ""
    }
    #expect(try date().hasPrefix("2024-02-03T"))
    _ = try photodiary.output("edit", id, "--date", "2024년 3월 5일")
    #expect(try date().hasPrefix("2024-03-05T"))
    for (text, words) in [
      ("2023-02-29", "There's no date 2023-02-29."), ("2024-05", "is more than one day."),
      ("soon", "“soon” isn't a date. Write it as 2026-11-19"),
    ] {
      for arguments in [["add", "y"], ["edit", id]] {
        let refused = try photodiary.run(arguments + ["--date", text])
        #expect(refused.status == 64 && refused.errorText.contains(words), "\(refused.errorText)")
      }
    }
    #expect(try photodiary.json("list", "--format", "json").array?.count == 1)
  }

  @Test func `a store that is a file or of a newer format is refused`() throws {
    try photodiary.folder.write("text", to: "diary")
    #expect(try photodiary.failure("list").contains("isn't a folder"))
    #expect(try photodiary.failure("add", "x").contains("isn't a folder"))
    let newer = photodiary.folder.path("newer")
    try photodiary.folder.write("PhotoDiary store, format 9\n", to: "newer/FORMAT.txt")
    #expect(try photodiary.failure("list", "--store", newer).contains("Update PhotoDiary"))
    #expect(try photodiary.failure("add", "x", "--store", newer).contains("Update PhotoDiary"))
  }

  @Test func `standard input is text or it is refused`() throws {
    let id = try photodiary.output("add", "--content", "-", input: "두 줄\nof text\n")
    let entry = try photodiary.json("show", id, "--format", "json")
    #expect(entry["content"]?.string == "두 줄\nof text\n")
    let refused = try photodiary.run(["add", "x", "--content", "-"], input: [0x61, 0x62, 0xFF])
    #expect(refused.status == 1)
    #expect(refused.errorText.contains("at byte 2"))
    #expect(try photodiary.json("list", "--format", "json").array?.count == 1)
  }

  @Test func `search finds every word whatever its case or normal form`() throws {
    try photodiary.output("add", "The Plum tree", "--content", "in blossom", "--tag", "정원")
    try photodiary.output("add", "tree", "--content", "plum")
    func count(_ query: String...) throws -> Int? {
      let result = try photodiary.run(["search", "--format", "json"] + query)
      return try JSONParser.parse(result.output).array?.count
    }
    #expect(try count("PLUM tree") == 2)
    #expect(try count("\"plum tree\"") == 1)
    #expect(try count("plum", "blossom") == 1)
    #expect(try count("\u{110C}\u{1165}\u{11BC}\u{110B}\u{116F}\u{11AB}") == 1)
    #expect(try count("plum", "pear") == 0)
    #expect(try count("--limit", "1", "tree") == 1)
  }

  @Test func `verify tells notes from faults, and repairs`() throws {
    try photodiary.output("add", "one")
    try photodiary.output("add", "two")
    #expect(try photodiary.output("verify") == "")
    try photodiary.folder.write("left over", to: "diary/.tmp-1")
    #expect(try photodiary.output("verify").hasPrefix("note   .tmp-1"))
    try photodiary.folder.write("garbage", to: "diary/index.json")
    let broken = try photodiary("verify")
    #expect(broken.status == 1 && broken.errorText.contains("`photodiary verify --repair`"))
    #expect(broken.text.contains("fault  index.json"))
    try photodiary.output("verify", "--repair")
    #expect(try photodiary.output("list", "--format", "jsonl").split(separator: "\n").count == 2)
  }

  @Test func `verify advises what helps`() throws {
    try photodiary.output("add", "one", "--photo", DiaryHome.photo("river-fog.jpg"))
    _ = try ProgramResult.run("/bin/rm", ["-r", photodiary.store + "/assets"])
    let missing = try photodiary("verify", "--repair")
    #expect(missing.status == 1 && missing.errorText.contains("copy it from a backup"))
    #expect(!missing.errorText.contains("--repair"))
  }

  @Test func `an index that can't stand in the diary is made under TMPDIR`() throws {
    var photodiary = photodiary
    try photodiary.output("add", "one")
    #expect(unlink(photodiary.store + "/index.json") == 0)
    // Nothing can be given the name of a folder, whoever asks.
    try photodiary.folder.write([], to: "diary/index.json/x")
    #expect(try photodiary.output("list").contains("one"))
    let missing = photodiary.folder.path("none")
    photodiary.environment["TMPDIR"] = missing
    #expect(try photodiary.failure("list").contains(missing))
  }

  @Test func `photos that nothing refers to go with --repair --prune only after a day`() throws {
    try photodiary.output("add", "one", "--photo", DiaryHome.photo("river-fog.jpg"))
    let find = try ProgramResult.run("/usr/bin/find", [photodiary.store + "/assets", "-type", "f"])
    let file = try #require(find.text.split(separator: "\n").first).description
    // As if the entry had been written by another copy of the diary.
    _ = try ProgramResult.run(
      "/bin/rm", ["-r"] + ["log", "chain", "index.json"].map { photodiary.store + "/" + $0 })
    #expect(try photodiary.output("verify").hasPrefix("note   assets/"))
    // The time that a copy keeps says nothing of when it came.
    _ = try ProgramResult.run("/usr/bin/touch", ["-d", "2 days ago", file])
    let pruned = try photodiary("verify", "--repair", "--prune")
    #expect(pruned.status == 0 && pruned.errorText.contains("less than a day"))
    #expect(access(file, F_OK) == 0)
  }

  @Test func `what is exported comes back by an import, once`() throws {
    try photodiary.output(
      "add", "제목", "--content", "text", "--tag", "t", "--date", "2026-11-19T07:30+09:00")
    let before = try photodiary.json("list", "--format", "json")
    try photodiary.output("export", photodiary.folder.path("out"), "--format", "json")
    let file = photodiary.folder.path("out/diary.json")
    #expect(
      try photodiary.output("import", file) == "0 added, 1 already there, 0 refused")
    let other = photodiary.folder.path("other")
    #expect(
      try photodiary.output("import", file, "--store", other)
        == "1 added, 0 already there, 0 refused")
    #expect(try photodiary.json("list", "--format", "json", "--store", other) == before)
    let lines = try photodiary.output("list", "--format", "jsonl")
    #expect(
      try photodiary.output("import", "-", "--store", other, input: lines)
        == "0 added, 1 already there, 0 refused")
    let refused = try photodiary("import", "-", input: "{\"title\":\"no date\"}\n[broken\n")
    #expect(refused.status == 1)
    #expect(refused.text == "0 added, 0 already there, 2 refused\n")
    #expect(refused.errorText.split(separator: "\n").count == 2)
    #expect(try photodiary.output("export", "md", "--format", "markdown").hasPrefix("1 entry"))
    #expect(
      try photodiary.failure("export", store(within: "x"), "--format", "json")
        .contains("own folder"))
  }

  private func store(within name: String) -> String { photodiary.store + "/" + name }

  @Test func `a result that can't be written is a failure`() throws {
    try photodiary.output("add", "entry")
    let result = try ProgramResult.run(
      "/bin/sh", ["-c", "exec \(BuiltProgram.path("photodiary")) list > /dev/full"],
      environment: ["HOME": photodiary.folder.path, "PHOTODIARY_STORE": photodiary.store])
    #expect(result.status == 1)
    #expect(result.errorText.contains("No space left"))
  }
}
