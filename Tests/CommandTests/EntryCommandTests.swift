import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Entries on the command line") struct EntryCommandTests {
  private let home: TestHome

  init() async throws { home = try TestHome() }

  @Test func `an entry is added, listed, shown, edited, deleted and restored`() async throws {
    let id = try await home.output(
      "add", "첫눈", "--content", "- eggs", "--tag", "겨울", "--date", "2026-11-19T07:30:00+09:00")
    expectEqual(id.utf8.count, 32)
    try await expectEqual(home.output("list"), "1  2026-11-19  07:30  첫눈        #겨울")
    try await expectEqual(
      home.output("show", String(id.prefix(6))),
      """
      첫눈
      Thursday 19 November 2026, 07:30 +09:00
      #겨울

      • eggs
      """)
    try await home.output("edit", id, "--title", "Snow", "--tag", "")
    let shown = try await home.entry(id)
    let members = [
      "id", "date", "title", "content", "tags", "journal", "author", "photos", "created",
      "modified", "starred", "mood", "place", "weather", "pinned", "attachments",
    ]
    expectEqual(shown.members?.map(\.name), members)
    expectEqual(shown["title"]?.string, "Snow")
    expectEqual(shown["date"]?.string, "2026-11-19T07:30:00+09:00")
    expectEqual(shown["content"]?.string, "- eggs")
    expectEqual(shown["tags"]?.array, [])
    try await expectEqual(home.output("show", id, "--format", "markdown"), "# Snow\n\n- eggs")

    try await expectEqual(home("delete", id).text, "")
    try await expectEqual(home.output("list"), "")
    try await expectEqual(home.json("trash").array?.count, 1)
    try await expectContains(home.failure("edit", id, "--title", "x"), "in the trash")
    try await home.output("restore", id)
    try await expectEqual(home.entries().count, 1)
    try await home.output("delete", id)
    try await home.output("trash", "--empty")
    try await expectEqual(home.json("trash").array, [])
    try await expectContains(home.failure("show", id), "No entry has the id")
    try await home.output("verify")
  }

  @Test func `an untitled entry shows its text once, also in another journal`() async throws {
    let id = try await home.output(
      "add", "--content", "no title\nat all", "--date", "2026-11-19T07:30:00+09:00")
    let text = "Thursday 19 November 2026, 07:30 +09:00\n\nno title\nat all"
    try await expectEqual(home.output("show", id), text)
    try await home.output("edit", id, "--journal", "Travel")
    try await expectEqual(
      home.output("show", id), text.replacing("+09:00\n", with: "+09:00\nin Travel\n"))
  }

  @Test func `the table shows stars, pins and files`() async throws {
    let note = try home.folder.write("1. milk", to: "list.txt")
    let first = ["--date", "2026-03-01T08:00:00Z"]
    try await home.output(["add", "One", "--star", "--pin", "--attach", note] + first)
    try await home.output(
      "add", "Two", "--photo", Checkout.photo("river-fog.jpg"), "--date", "2026-03-02T08:00:00Z")
    try await expectEqual(
      home.output("list"),
      """
      1  2026-03-02  08:00  Two       ▣ 1
      2  2026-03-01  08:00  One  ⚑ ★  ▤ 1
      """)
    try await home.output("edit", "2", "--no-star", "--no-pin")
    try await expectSuffix(home.output("list"), "2  2026-03-01  08:00  One  ▤ 1")
  }

  @Test func `star, mood, place and weather are set, shown and cleared`() async throws {
    let id = try await home.output(
      "add", "첫눈", "--star", "--mood", "😊", "--place", " 서울 ", "--weather", "snow", "--date",
      "2026-11-19T07:30:00+09:00")
    try await expectEqual(
      home.output("show", id),
      """
      첫눈
      Thursday 19 November 2026, 07:30 +09:00
      ★ · 😊 · snow · 서울
      """)
    try await home.output("edit", id, "--weather", "--", "--place", "")
    // The value may be `--`.
    try await expectContains(home.failure("add", "x", "--attach", "--"), "File -- not found")
    var shown = try await home.entry(id)
    expect(shown["starred"] == .bool(true) && shown["mood"] == .string("😊"))
    expect(shown["place"] == .null && shown["weather"] == .string("--"))
    try await home.output("edit", id, "--no-star")
    shown = try await home.entry(id)
    expect(shown["starred"] == .bool(false) && shown["mood"] == .string("😊"))
    expectEqual(shown["title"], .string("첫눈"))
    try await home.output("verify")
  }

  @Test func `an option's value is the next argument, even one with dashes`() async throws {
    for value in ["--store", "--help", "--version", "-h", "--", "- eggs", "--tag"] {
      let id = try await home.output("add", "--content", value, "--tag", value)
      let entry = try await home.entry(id)
      expectEqual(entry["content"]?.string, value)
      expectEqual(entry["tags"]?.array, [.string(value)])
    }
    let id = try await home.output("add", "--", "--content")
    try await expectEqual(home.entry(id)["title"]?.string, "--content")
  }

  @Test func `--store names the store, before or after the command`() async throws {
    let other = home.folder.path("other")
    try await home.output("add", "here")
    try await home.output("--store", other, "add", "there")
    try await expectEqual(home.entries().count, 1)
    for arguments in [["list", "--store", other], ["--store=" + other, "list"]] {
      let result = try await home.run(arguments + ["--format", "jsonl"])
      expectContains(result.text, "\"title\":\"there\"")
    }
    var plain = try TestHome()
    for name in ["PHOTODIARY_STORE", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      plain.environment[name] = nil
    }
    try await plain.output("add", "at home")
    expectEqual(access(plain.folder.path(".local/share/photodiary/index.json"), R_OK), 0)
    expectEqual(access(plain.folder.path(".local/state/photodiary/device"), R_OK), 0)
    plain.environment["XDG_DATA_HOME"] = plain.folder.path("data")
    try await plain.output("add", "elsewhere")
    expectEqual(access(plain.folder.path("data/photodiary/index.json"), R_OK), 0)
  }

  @Test func `listings filter, sort and limit`() async throws {
    for (title, date, tag) in [
      ("b", "2026-01-31", "x"), ("c", "2026-02-01T10:00", "y"), ("a", "2025-12-31", "x"),
    ] { try await home.output("add", title, "--date", date, "--tag", tag) }
    func titles(_ arguments: String...) async throws -> [String] {
      try await home.titles("list", arguments)
    }
    try await expectEqual(titles(), ["c", "b", "a"])
    try await expectEqual(titles("--limit", "2"), ["c", "b"])
    try await expectEqual(titles("--ascending"), ["a", "b", "c"])
    try await expectEqual(titles("--sort", "title"), ["c", "b", "a"])
    try await expectEqual(titles("--sort", "modified"), ["a", "c", "b"])
    try await expectEqual(titles("--from", "2026-01-31", "--to", "2026-01-31"), ["b"])
    try await expectEqual(titles("--from", "2026"), ["c", "b"])
    try await expectEqual(titles("--to", "2026-01"), ["b", "a"])
    try await expectEqual(titles("--tag", "#X"), ["b", "a"])
    try await expectEqual(titles("--journal", "Travel"), [])
    try await expectEqual(titles("--with-photos"), [])
  }

  @Test func `dates accept phrases, with a time`() async throws {
    var home = home
    home.offsetFromUTC = 9 * 3600
    let today = try await home.entry(try await home.output("add", "now"))
    let now = try require(today["date"]?.string.flatMap { EntryDate($0) })
    for (text, days, clock) in [
      ("yesterday 21:00", -1, "21:00"), ("3일 전 오후 9시 반", -3, "21:30"), ("07:05", 0, "07:05"),
      ("yesterday", -1, "00:00"),
    ] {
      let id = try await home.output("add", text, "--date", text)
      let entry = try await home.entry(id)
      let date = try require(entry["date"]?.string.flatMap { EntryDate($0) })
      expectEqual(date.day, now.day.adding(days: days), "\(text)")
      expectEqual(date.clock, clock, "\(text)")
      expectEqual(date.zone, "+09:00")
      try await home.output("edit", id, "--date", "2024년 3월 5일")
      try await expectPrefix(home.entry(id)["date"]?.string ?? "", "2024-03-05T")
    }
    // `show` shows a day's latest entry.
    try await expectEqual(home.output("show", "today"), home.output("show", "1"))
    try await expectContains(home.failure("show", "1999-12-31"), "No entries on")
  }

  @Test func `a missing diary, entry or file is one line and status 1`() async throws {
    try await expectContains(home.failure("show", "abc"), "abc")
    try await expectContains(home.failure("verify"), "No diary")
    try await expectContains(
      home.failure("export", home.folder.path("none/out"), "--format", "json"), "No diary")
    try await expectContains(home.failure("import", home.folder.path("none.jsonl")), "none.jsonl")
    try await expectEqual(home.output("list"), "")
    expectNotEqual(access(home.store, F_OK), 0)
    let id = try await home.output("add", "kept")
    _ = try await home.failure("delete", id, "ffff0000")
    try await expectEqual(home.entries().count, 1)
    try await expectContains(home.failure("restore", id), "isn't in the trash")
  }

  @Test func `a template is found by name, never by path`() async throws {
    let templates = "config/photodiary/templates/"
    try home.folder.write("secret", to: "config/photodiary/secret.md")
    try home.folder.write("Text {{cursor}}.", to: templates + "a.md")
    try home.folder.write([0xFF, 0xFE, 0x00], to: templates + "b.md")
    try home.folder.write(String(repeating: "x", count: 100_000), to: templates + "c.md")
    try await home.output("add", "T", "--template", "a.md", "--content", "of mine")
    try await expectEqual(home.entries().first?["content"]?.string, "Text of mine.")
    for (name, words) in [
      ("../secret", "not found"), ("/etc/passwd", "not found"), ("", "not found"),
      ("b", "isn't UTF-8 text"), ("c", "too large"),
    ] { try await expectContains(home.failure("add", "U", "--template", name), words, "\(name)") }
    try await expectEqual(home.entries().count, 1)
  }

  @Test func `standard input must be text`() async throws {
    let id = try await home.output("add", "--content", "-", input: "두 줄\nof text\n")
    try await expectEqual(home.entry(id)["content"]?.string, "두 줄\nof text\n")
    try await home.output("edit", id, "--content", "-", input: "\u{FEFF}두 줄\r\nof text\r\n")
    try await expectEqual(home.entry(id)["content"]?.string, "두 줄\nof text\n")
    let refused = try await home.run(["add", "x", "--content", "-"], input: [0x61, 0x62, 0xFF])
    expectEqual(refused.status, 1)
    expectContains(refused.errorText, "at byte 2")
    try await expectEqual(home.entries().count, 1)
  }

  @Test func `verify distinguishes notes from faults, and repairs`() async throws {
    try await home.output("add", "one")
    try await home.output("add", "two")
    try await expectEqual(home.output("verify"), "")
    try home.folder.write("left over", to: "diary/.tmp-1")
    try await expectPrefix(home.output("verify"), "note   .tmp-1")
    try home.folder.write("of a desktop", to: "diary/assets/Thumbs.db")
    try await expectLacks(home.output("verify"), "Thumbs")
    try home.folder.write("garbage", to: "diary/index.json")
    let broken = try await home("verify")
    expectEqual(broken.status, 1)
    expectContains(broken.errorText, "`photodiary verify --repair`")
    expectContains(broken.text, "fault  index.json")
    try await home.output("verify", "--repair")
    try await expectEqual(home.output("list", "--format", "jsonl").split(separator: "\n").count, 2)
  }

  @Test func `verify advises to copy a missing photo from a backup`() async throws {
    try await home.output("add", "one", "--photo", Checkout.photo("river-fog.jpg"))
    _ = try ProgramResult.run("/bin/rm", ["-r", home.store + "/assets"])
    let missing = try await home("verify", "--repair")
    expectEqual(missing.status, 1)
    expectContains(missing.errorText, "copy it from a backup")
    expectLacks(missing.errorText, "--repair")
  }

  @Test func `an index that can't be written to the diary is created under TMPDIR`() async throws {
    var home = home
    try await home.output("add", "one")
    expectEqual(unlink(home.store + "/index.json"), 0)
    // A folder at the index's path prevents writing, even by root.
    try home.folder.write([], to: "diary/index.json/x")
    try await expectContains(home.output("list"), "one")
    let missing = home.folder.path("none")
    home.environment["TMPDIR"] = missing
    try await expectContains(home.failure("list"), missing)
  }

  @Test func `--repair --prune removes unused photos only after a day`() async throws {
    try await home.output("add", "one", "--photo", Checkout.photo("river-fog.jpg"))
    let assets = home.store + "/assets/"
    let file = try assets + require(home.files(in: assets).first)
    // The entry is removed, as if only another copy of the diary had it.
    _ = try ProgramResult.run(
      "/bin/rm", ["-r"] + ["log", "index.json"].map { home.store + "/" + $0 } + [home.marks])
    try await expectPrefix(home.output("verify"), "note   assets/")
    // The file's own time doesn't count.
    _ = try ProgramResult.run("/usr/bin/touch", ["-d", "2 days ago", file])
    try await expectContains(home.notes("verify", "--repair", "--prune"), "less than a day")
    expectEqual(access(file, F_OK), 0)
  }

  // MARK: Hostile text

  static let strings = [
    "\u{1B}[2J\u{1B}]0;title\u{07}", "a\r\nb\tc", "\u{9B}31m", "\u{202E}txt.exe", "'; rm -rf /",
    "$(touch x)", "%s%n", "\\u0000\\", "\"quotes\" and 'more'", "표준어", "표준어",
    "👩‍👩‍👧‍👦🏳️‍🌈", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", "\u{FEFF}bom", "\u{2028}line\u{2029}", "../../etc/passwd",
    "-", "--help", " leading and trailing ", "\u{7F}\u{0}x".replacing("\u{0}", with: ""),
    "ﷺ", "\u{FFFE}\u{FFFF}", "NULL", "#tag ![x](photo:y)",
  ]

  @Test(arguments: strings)
  func `text is returned byte for byte, and never raw to a terminal`(_ text: String) async throws {
    let id = try await home.output("add", "--content", "+" + text, "--tag", "t" + text, "--", text)
    let shown = try await home("show", id, "--format", "json")
    let entry = try JSONParser.parse(shown.output)
    expectEqual(entry["title"]?.string.map { Array($0.utf8) }, Array(text.utf8))
    expectEqual(entry["content"]?.string.map { Array($0.utf8) }, Array(("+" + text).utf8))
    for arguments in [
      ["list"], ["show", id], ["show", id, "--format", "markdown"], ["search", "+"],
      ["history", id],
    ] { try await expect(!Self.hasControls(home.output(arguments)), "\(arguments)") }
    // JSON escapes control characters, but keeps direction marks, which are data.
    let listed = try await home("list", "--format", "jsonl").text.unicodeScalars
    expect(listed.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    try await expect(!Self.hasControls(home("delete", id).errorText))
    try await expect(!Self.hasControls(home("trash").text))
  }

  @Test func `hostile names of files and options don't reach the terminal`() async throws {
    let file = try home.folder.write("", to: "file")
    for arguments in [
      ["add", "--photo", home.folder.path("\u{1B}[2J.jpg")], ["--\u{1B}[2J"],
      ["show", "\u{1B}[2J"], ["list", "--from", "\u{1B}[2J"], ["import", "\u{1B}[2J\nx"],
      ["\u{1B}[2J"], ["list", "--store", file + "/\u{1B}[2J"],
    ] {
      let result = try await home.run(arguments)
      expectNotEqual(result.status, 0, "\(arguments)")
      expect(!Self.hasControls(result.errorText + result.text), "\(arguments)")
      expectEqual(result.errorText.split(separator: "\n").count, 1)
    }
  }

  /// Returns whether a text has control characters except line ends, or direction marks.
  private static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0 != "\n" && $0.properties.generalCategory == .control
        || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
    }
  }
}
