import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Entries on the command line")
struct EntryCommandTests {
  private let photodiary: TestHome

  init() async throws { photodiary = try TestHome() }

  @Test func `an entry is added, listed, shown, edited, deleted and restored`() async throws {
    let id = try await photodiary.output(
      "add", "첫눈", "--content", "- eggs", "--tag", "겨울", "--date", "2026-11-19T07:30:00+09:00")
    expectEqual(id.utf8.count, 32)
    try await expectEqual(
      photodiary.output("list"), "2026-11-19  07:30  첫눈        #겨울  \(id.prefix(8))")
    try await expectEqual(
      photodiary.output("show", String(id.prefix(6))),
      """
      첫눈
      Thursday 19 November 2026, 07:30 +09:00
      #겨울

      • eggs
      """)
    try await photodiary.output("edit", id, "--title", "Snow", "--tag", "")
    let shown = try await photodiary.json("show", id, "--format", "json")
    expectEqual(
      shown.members?.map(\.name),
      [
        "id", "date", "title", "content", "tags", "journal", "author", "photos", "created",
        "modified", "starred", "mood", "place", "weather", "pinned", "attachments",
      ])
    expectEqual(shown["title"]?.string, "Snow")
    expectEqual(shown["date"]?.string, "2026-11-19T07:30:00+09:00")
    expectEqual(shown["content"]?.string, "- eggs")
    expectEqual(shown["tags"]?.array, [])
    try await expectEqual(photodiary.output("show", id, "--format", "markdown"), "# Snow\n\n- eggs")

    try await expectEqual(photodiary("delete", id).text, "")
    try await expectEqual(photodiary.output("list"), "")
    try await expectEqual(photodiary.json("trash", "--format", "json").array?.count, 1)
    try await expectContains(photodiary.failure("edit", id, "--title", "x"), "in the trash")
    try await photodiary.output("restore", id)
    try await expectEqual(photodiary.json("list", "--format", "json").array?.count, 1)
    try await photodiary.output("delete", id)
    try await photodiary.output("trash", "--empty")
    try await expectEqual(photodiary.json("trash", "--format", "json").array, [])
    try await expectContains(photodiary.failure("show", id), "No entry has the id")
    try await photodiary.output("verify")
  }

  @Test func `an entry without a title shows its text once, and moves to another journal`()
    async throws
  {
    let id = try await photodiary.output(
      "add", "--content", "no title\nat all", "--date", "2026-11-19T07:30:00+09:00")
    let text = "Thursday 19 November 2026, 07:30 +09:00\n\nno title\nat all"
    try await expectEqual(photodiary.output("show", id), text)
    try await photodiary.output("edit", id, "--journal", "Travel")
    try await expectEqual(
      photodiary.output("show", id), text.replacing("+09:00\n", with: "+09:00\nin Travel\n"))
  }

  @Test func `star, mood, place and weather are set, shown and cleared`() async throws {
    let id = try await photodiary.output(
      "add", "첫눈", "--star", "--mood", "😊", "--place", " 서울 ", "--weather", "snow", "--date",
      "2026-11-19T07:30:00+09:00")
    try await expectEqual(
      photodiary.output("show", id),
      """
      첫눈
      Thursday 19 November 2026, 07:30 +09:00
      ★ · 😊 · snow · 서울
      """)
    try await photodiary.output("edit", id, "--weather", "--", "--place", "")
    // Every option with a value takes it, whichever it is.
    try await expectContains(photodiary.failure("add", "x", "--attach", "--"), "File -- not found")
    var shown = try await photodiary.json("show", id, "--format", "json")
    expect(shown["starred"] == .bool(true) && shown["mood"] == .string("😊"))
    expect(shown["place"] == .null && shown["weather"] == .string("--"))
    try await photodiary.output("edit", id, "--no-star")
    shown = try await photodiary.json("show", id, "--format", "json")
    expect(shown["starred"] == .bool(false) && shown["mood"] == .string("😊"))
    expectEqual(shown["title"], .string("첫눈"))
    try await photodiary.output("verify")
  }

  @Test func `an option's value is the next argument, whatever it begins with`() async throws {
    for value in ["--store", "--help", "--version", "-h", "--", "- eggs", "--tag"] {
      let id = try await photodiary.output("add", "--content", value, "--tag", value)
      let entry = try await photodiary.json("show", id, "--format", "json")
      expectEqual(entry["content"]?.string, value)
      expectEqual(entry["tags"]?.array, [.string(value)])
    }
    let id = try await photodiary.output("add", "--", "--content")
    try await expectEqual(
      photodiary.json("show", id, "--format", "json")["title"]?.string, "--content")
  }

  @Test func `the store is the one of the option, before or after the command`() async throws {
    let other = photodiary.folder.path("other")
    try await photodiary.output("add", "here")
    try await photodiary.output("--store", other, "add", "there")
    try await expectEqual(photodiary.json("list", "--format", "json").array?.count, 1)
    for arguments in [["list", "--store", other], ["--store=" + other, "list"]] {
      let result = try await photodiary.run(arguments + ["--format", "jsonl"])
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
    ] { try await photodiary.output("add", title, "--date", date, "--tag", tag) }
    func titles(_ arguments: String...) async throws -> [String] {
      try await photodiary.titles("list", arguments)
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

  @Test func `a date is written as in the calendar, with a time`() async throws {
    var photodiary = photodiary
    photodiary.offsetFromUTC = 9 * 3600
    let today = try await photodiary.json(
      "show", try await photodiary.output("add", "now"), "--format", "json")
    let now = try require(today["date"]?.string.flatMap { EntryDate($0) })
    for (text, days, clock) in [
      ("yesterday 21:00", -1, "21:00"), ("3일 전 오후 9시 반", -3, "21:30"), ("07:05", 0, "07:05"),
      ("yesterday", -1, "00:00"),
    ] {
      let id = try await photodiary.output("add", text, "--date", text)
      let entry = try await photodiary.json("show", id, "--format", "json")
      let date = try require(entry["date"]?.string.flatMap { EntryDate($0) })
      expectEqual(date.day, now.day.adding(days: days), "\(text)")
      expectEqual(date.clock, clock, "\(text)")
      expectEqual(date.zone, "+09:00")
    }
  }

  @Test func `what doesn't exist is one line and status 1`() async throws {
    try await expectContains(photodiary.failure("add"), "empty")
    try await expectContains(photodiary.failure("show", "abc"), "abc")
    try await expectContains(photodiary.failure("verify"), "No diary")
    try await expectContains(
      photodiary.failure(
        "export", photodiary.folder.path("none/out"), "--format", "json"), "No diary")
    try await expectContains(
      photodiary.failure("import", photodiary.folder.path("none.jsonl")), "none.jsonl")
    try await expectEqual(photodiary.output("list"), "")
    expectNotEqual(access(photodiary.store, F_OK), 0)
    let id = try await photodiary.output("add", "kept")
    // Nothing is done unless all can be.
    _ = try await photodiary.failure("delete", id, "ffff0000")
    try await expectEqual(photodiary.json("list", "--format", "json").array?.count, 1)
    try await expectContains(photodiary.failure("restore", id), "isn't in the trash")
  }

  @Test func `a date is parsed as in the calendar, or refused with the reason`() async throws {
    let id = try await photodiary.output("add", "x", "--date", "3 Feb 2024")
    func date() async throws -> String {
      try await photodiary.json("show", id, "--format", "json")["date"]?.string ?? ""
    }
    try await expectPrefix(date(), "2024-02-03T")
    _ = try await photodiary.output("edit", id, "--date", "2024년 3월 5일")
    try await expectPrefix(date(), "2024-03-05T")
    for (text, words) in [
      ("2023-02-29", "There's no date 2023-02-29."), ("2024-05", "is more than one day."),
      ("soon", "“soon” isn't a date. Write it as 2026-11-19"),
    ] {
      for arguments in [["add", "y"], ["edit", id]] {
        let refused = try await photodiary.run(arguments + ["--date", text])
        expectEqual(refused.status, 64, "\(refused.errorText)")
        expectContains(refused.errorText, words, "\(refused.errorText)")
      }
    }
    try await expectEqual(photodiary.json("list", "--format", "json").array?.count, 1)
  }

  @Test func `a store that is a file or of a newer format is refused`() async throws {
    try photodiary.folder.write("text", to: "diary")
    try await expectContains(photodiary.failure("list"), "isn't a folder")
    try await expectContains(photodiary.failure("add", "x"), "isn't a folder")
    let newer = photodiary.folder.path("newer")
    try photodiary.folder.write("PhotoDiary store, format 9\n", to: "newer/FORMAT.txt")
    try await expectContains(photodiary.failure("list", "--store", newer), "Update PhotoDiary")
    try await expectContains(photodiary.failure("add", "x", "--store", newer), "Update PhotoDiary")
  }

  @Test func `standard input is text or it is refused`() async throws {
    let id = try await photodiary.output("add", "--content", "-", input: "두 줄\nof text\n")
    let entry = try await photodiary.json("show", id, "--format", "json")
    expectEqual(entry["content"]?.string, "두 줄\nof text\n")
    let refused = try await photodiary.run(
      ["add", "x", "--content", "-"], input: [0x61, 0x62, 0xFF])
    expectEqual(refused.status, 1)
    expectContains(refused.errorText, "at byte 2")
    try await expectEqual(photodiary.json("list", "--format", "json").array?.count, 1)
  }

  @Test func `verify distinguishes notes from faults, and repairs`() async throws {
    try await photodiary.output("add", "one")
    try await photodiary.output("add", "two")
    try await expectEqual(photodiary.output("verify"), "")
    try photodiary.folder.write("left over", to: "diary/.tmp-1")
    try await expectPrefix(photodiary.output("verify"), "note   .tmp-1")
    try photodiary.folder.write("garbage", to: "diary/index.json")
    let broken = try await photodiary("verify")
    expectEqual(broken.status, 1)
    expectContains(broken.errorText, "`photodiary verify --repair`")
    expectContains(broken.text, "fault  index.json")
    try await photodiary.output("verify", "--repair")
    try await expectEqual(
      photodiary.output("list", "--format", "jsonl").split(separator: "\n").count, 2)
  }

  @Test func `verify advises what helps`() async throws {
    try await photodiary.output("add", "one", "--photo", Checkout.photo("river-fog.jpg"))
    _ = try ProgramResult.run("/bin/rm", ["-r", photodiary.store + "/assets"])
    let missing = try await photodiary("verify", "--repair")
    expectEqual(missing.status, 1)
    expectContains(missing.errorText, "copy it from a backup")
    expectLacks(missing.errorText, "--repair")
  }

  @Test func `an index that can't be written to the diary is created under TMPDIR`() async throws {
    var photodiary = photodiary
    try await photodiary.output("add", "one")
    expectEqual(unlink(photodiary.store + "/index.json"), 0)
    // Nothing can be given the name of a folder, whoever asks.
    try photodiary.folder.write([], to: "diary/index.json/x")
    try await expectContains(photodiary.output("list"), "one")
    let missing = photodiary.folder.path("none")
    photodiary.environment["TMPDIR"] = missing
    try await expectContains(photodiary.failure("list"), missing)
  }

  @Test func `--repair --prune removes unused photos only after a day`()
    async throws
  {
    try await photodiary.output("add", "one", "--photo", Checkout.photo("river-fog.jpg"))
    let find = try ProgramResult.run("/usr/bin/find", [photodiary.store + "/assets", "-type", "f"])
    let file = try require(find.text.split(separator: "\n").first).description
    // As if the entry had been written by another copy of the diary.
    _ = try ProgramResult.run(
      "/bin/rm", ["-r"] + ["log", "chain", "index.json"].map { photodiary.store + "/" + $0 })
    try await expectPrefix(photodiary.output("verify"), "note   assets/")
    // The time that a copy keeps says nothing of when it came.
    _ = try ProgramResult.run("/usr/bin/touch", ["-d", "2 days ago", file])
    let pruned = try await photodiary("verify", "--repair", "--prune")
    expectEqual(pruned.status, 0)
    expectContains(pruned.errorText, "less than a day")
    expectEqual(access(file, F_OK), 0)
  }

  @Test func `what is exported comes back by an import, once`() async throws {
    try await photodiary.output(
      "add", "제목", "--content", "text", "--tag", "t", "--date", "2026-11-19T07:30+09:00")
    let before = try await photodiary.json("list", "--format", "json")
    try await photodiary.output("export", photodiary.folder.path("out"), "--format", "json")
    let file = photodiary.folder.path("out/diary.json")
    try await expectEqual(photodiary.output("import", file), "0 added, 1 already there, 0 refused")
    let other = photodiary.folder.path("other")
    try await expectEqual(
      photodiary.output("import", file, "--store", other), "1 added, 0 already there, 0 refused")
    try await expectEqual(photodiary.json("list", "--format", "json", "--store", other), before)
    let lines = try await photodiary.output("list", "--format", "jsonl")
    try await expectEqual(
      photodiary.output("import", "-", "--store", other, input: lines),
      "0 added, 1 already there, 0 refused")
    let refused = try await photodiary("import", "-", input: "{\"title\":\"no date\"}\n[broken\n")
    expectEqual(refused.status, 1)
    expectEqual(refused.text, "0 added, 0 already there, 2 refused\n")
    expectEqual(refused.errorText.split(separator: "\n").count, 2)
    try await expectPrefix(
      photodiary.output(
        "export", photodiary.folder.path("md"), "--format", "markdown"
      ), "1 entry")
    try await expectContains(
      photodiary.failure("export", store(within: "x"), "--format", "json"), "own folder")
  }

  private func store(within name: String) -> String { photodiary.store + "/" + name }

}
