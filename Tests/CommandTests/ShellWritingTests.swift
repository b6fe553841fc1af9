import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Writing from the shell") struct ShellWritingTests {
  private let home: TestHome

  init() throws {
    var home = try TestHome()
    home.offsetFromUTC = 9 * 3600
    self.home = home
  }

  /// Adds an entry. Returns its title and text.
  private func added(_ arguments: String..., input: String = "") async throws -> [String?] {
    let id = try await home.output(["add"] + arguments, input: input)
    let entry = try await home.entry(id)
    return [entry["title"]?.string, entry["content"]?.string]
  }

  @Test func `words are the title, and piped text is the text`() async throws {
    try await expectEqual(added("had", "coffee", "with", "Anna"), ["had coffee with Anna", ""])
    try await expectEqual(added("had", "--tag", "cafe", "a coffee"), ["had a coffee", ""])
    try await expectEqual(added("-5", "degrees", "today"), ["-5 degrees today", ""])
    try await expectEqual(added("Title", input: "one\n\ntwo\n"), ["Title", "one\n\ntwo"])
    try await expectEqual(added(input: "Title\none\ntwo\n"), ["Title", "one\ntwo"])
    try await expectEqual(added(input: "\u{FEFF}Title\r\n\r\none\r\n"), ["Title", "one"])
    try await expectEqual(added("--tag", "x", input: "Only a title"), ["Only a title", ""])
    try await expectEqual(added("Title", input: " \n"), ["Title", ""])
    try await expectContains(home.failure("add", input: " \n"), "The entry is empty")
    let refused = try await home.run(["add", "x"], input: [0x61, 0xFF])
    expectEqual(refused.status, 1)
    expectContains(refused.errorText, "at byte 1")
  }

  @Test func `standard input with another use isn't the text`() async throws {
    try await expectEqual(added("A", "--content", "text", input: "piped"), ["A", "text"])
    try await expectEqual(added("A", "--content", "-", input: "piped\n"), ["A", "piped\n"])
    try await expectEqual(added("A", "--passphrase-file", "-", input: "secret\n"), ["A", ""])
  }

  /// Nothing is lost if the text comes late, and the user learns why nothing happens.
  @Test func `an empty pipe that was passed on isn't waited for`() throws {
    let script = """
      mkfifo pipe; exec 3<>pipe
      (exec <&3; "$0" add No text >id; true); "$0" show 1 --format markdown
      """
    let result = try ProgramResult.run(
      "/bin/sh", ["-c", script, BuiltProgram.path("photodiary")], environment: home.environment,
      folder: home.folder.path)
    expectEqual(result.errorText, "")
    expectEqual(result.text.split(separator: "\n"), ["# No text"])
  }

  @Test func `text from a slow pipe is waited for`() throws {
    let script = """
      mkfifo pipe; exec 3<>pipe; "$0" add A walk <pipe 2>errors 3>&- & id=$!
      until [ -s errors ]; do sleep 0.05; done
      echo late >pipe; exec 3>&-; wait "$id"; cat errors; "$0" show 1 --format markdown
      """
    let result = try ProgramResult.run(
      "/bin/sh", ["-c", script, BuiltProgram.path("photodiary")], environment: home.environment,
      folder: home.folder.path)
    expectEqual(result.errorText, "")
    expectEqual(
      result.text.split(separator: "\n").dropFirst(),
      [
        "Waiting for text on standard input. Ctrl-D ends it; </dev/null means that there's none.",
        "# A walk", "late",
      ])
  }

  @Test func `a closed standard input isn't read`() throws {
    let result = try ProgramResult.run(
      "/bin/sh",
      [
        "-c", "\"$0\" add A <&- && \"$0\" show 1 --format markdown",
        BuiltProgram.path("photodiary"),
      ],
      environment: home.environment)
    expectEqual(result.errorText, "")
    expectEqual(result.text.split(separator: "\n").dropFirst(), ["# A"])
  }

  @Test(arguments: [
    ("2026-11-20: text", "2026-11-20T00:00:00+09:00", "text"),
    ("2026-11-20 21:00: a: b", "2026-11-20T21:00:00+09:00", "a: b"),
    ("5 March 2026 9pm: Tea", "2026-03-05T21:00:00+09:00", "Tea"),
    ("2026년 3월 5일 오후 9시: 차", "2026-03-05T21:00:00+09:00", "차"),
    ("2026-11-20T07:30+01:00: early", "2026-11-20T07:30:00+01:00", "early"),
  ]) func `a title can begin with its date`(_ line: String, _ date: String, _ title: String)
    async throws
  {
    for (words, input) in [([line], ""), (line.split(separator: " ").map(String.init), "")]
      + [([], line + "\n")]
    {
      let entry = try await home.entry(try await home.output(["add"] + words, input: input))
      expectEqual([entry["date"]?.string, entry["title"]?.string], [date, title], "\(words)")
    }
  }

  @Test func `a title can begin with words for its date`() async throws {
    let today = try await require(
      home.entry(home.output("add", "now"))["date"]?.string.flatMap { EntryDate($0) })
    for (words, days, clock) in [
      ("yesterday 21:00: long walk", -1, "21:00"), ("어제 오후 9시 반: long walk", -1, "21:30"),
      ("3 days ago: long walk", -3, "00:00"), ("07:05: long walk", 0, "07:05"),
      ("on today: long walk", 0, "00:00"), ("at 9: long walk", 0, "09:00"),
      ("At noon: long walk", 0, "12:00"),
    ] {
      let entry = try await home.entry(try await home.output("add", words))
      let date = try require(entry["date"]?.string.flatMap { EntryDate($0) })
      expectEqual(date.day, today.day.adding(days: days), "\(words)")
      expectEqual(date.clock, clock, "\(words)")
      expectEqual(entry["title"]?.string, "long walk")
    }
  }

  @Test(arguments: [
    "Lunch: soup", "2026: a year", "May: plans", "3: the third", "12: noon", "yesterday:long walk",
    "so yesterday: soup", "2026-02-30: no day", "25:00: no time", ": x", "21:00:", "http://x: y",
  ]) func `other titles are kept whole`(_ title: String) async throws {
    try await expectEqual(added(title), [title, ""])
    try await expectEqual(added(input: title), [title, ""])
  }

  @Test(arguments: [
    ("2026-02-30: no day", "2026-02-30"), ("25:00: no time", "25:00"),
    ("03/14/2026 25:00: both", "03/14/2026 25:00"), ("Lunch: soup", nil), ("3: the third", nil),
    ("2026-11-20: a day", nil),
  ]) func `a date that can't be read is reported`(_ title: String, _ date: String?) async throws {
    let note = date.map { "photodiary: “\($0)” isn't a date, so it's part of the title.\n" }
    try await expectEqual(home.notes("add", title), note ?? "")
    // The user can decide.
    try await expectEqual(home.notes("add", title, "--date", "2026-11-20"), "")
  }

  @Test func `with --date, a date in the title is text`() async throws {
    let id = try await home.output("add", "yesterday: soup", "--date", "2026-11-20")
    let entry = try await home.entry(id)
    expectEqual(entry["title"]?.string, "yesterday: soup")
    expectEqual(entry["date"]?.string, "2026-11-20T00:00:00+09:00")
  }

  // MARK: Tags

  @Test func `edit adds and removes tags, and leaves the others`() async throws {
    let id = try await home.output(
      "add", "A", "--content", "by the #Lake", "--tag", "one,two", "--tag", "six")
    let result = try await home(
      "edit", id, "--add-tag", "#three, ONE", "--remove-tag", "Two,six", "--remove-tag", "lake",
      "--remove-tag", "four", "--title", "B")
    expectEqual(result.errorText, "“A” had no tag “four”.\n")
    expectEqual(result.status, 0)
    let entry = try await home.entry(id)
    expectEqual(entry["tags"]?.array, [.string("one"), .string("three")])
    expectEqual(entry["content"]?.string, "by the Lake")
    expectEqual(entry["title"]?.string, "B")
    for option in ["--add-tag", "--remove-tag"] {
      try await expectEqual(
        home.failure("edit", id, "--tag", "x", option, "y", status: 64),
        """
        photodiary: --tag replaces all tags. Use it alone, or use only --add-tag and --remove-tag. \
        See `photodiary edit --help`.

        """)
    }
    _ = try await home.failure("edit", id, "--add-tag", " ")
  }

  @Test func `hashtags of a title are tags`() async throws {
    try await home.output("add", "A #walk, #1", "--content", "by the #sea", "--tag", "Walk")
    let tags = try await home.output("tags", "--sort", "name")
    expectEqual(tags.split(separator: "\n"), ["#sea   1", "#Walk  1"])
    try await expectEqual(home.titles("list", ["--tag", "walk"]), ["A #walk, #1"])
    try await home.output("tags", "rename", "walk", "stroll")
    try await expectEqual(home.titles("search", ["tag:stroll"]), ["A #stroll, #1"])
    try await home.output("edit", "1", "--remove-tag", "stroll")
    try await expectEqual(home.titles("list", ["--tag", "sea"]), ["A stroll, #1"])
    try await expectEqual(home.output("tags"), "#sea  1")
  }

  // MARK: Journals

  @Test func `a new journal is reported, with a similar one`() async throws {
    func notes(_ arguments: String...) async throws -> String {
      let result = try await home.run(arguments)
      expectEqual(result.status, 0, "\(result.errorText)")
      return result.errorText
    }
    try await expectEqual(
      notes("add", "1", "--journal", "Travel"), "Created the journal “Travel”.\n")
    try await expectEqual(notes("add", "2", "--journal", "travel"), "")
    try await expectEqual(notes("add", "3", "--journal", "Diary"), "")
    try await expectEqual(notes("add", "4", "--journal", "Work"), "Created the journal “Work”.\n")
    let id = try await home.output("add", "5")
    try await expectEqual(
      notes("edit", id, "--journal", "travle"),
      """
      Created the journal “travle”. Did you mean “Travel”? To move the entry: photodiary edit \
      1 --journal Travel --store \(home.store)

      """)
    try await expectEqual(home.entry(id)["journal"]?.string, "travle")
    try await expectContains(
      home.inKorean("add", "6", "--journal", "기본일기장").errorText, "“기본 일기장”을 찾으셨나요?")
  }
}

@Suite("Numbers of entries") struct EntryNumberTests {
  private let home: TestHome

  /// Entries of twelve days with chosen IDs; the last one is the newest, number 1.
  init() async throws {
    home = try TestHome()
    let starts = [3: "2", 5: "13", 12: "12"]
    let entries = (1...12).map { day in
      let start = starts[day] ?? "a\(day)b"
      let id = start + String(repeating: "0", count: 32 - start.utf8.count)
      let date = "2026-03-\(day < 10 ? "0" : "")\(day)T08:00:00Z"
      return #"{"uuid":"\#(id)","creationDate":"\#(date)","text":"Day \#(day)"}"#
    }
    let path = try home.folder.write(
      #"{"metadata":{"version":"1.0"},"entries":[\#(entries.joined(separator: ","))]}"#,
      to: "Journal.json")
    try await home.output("import", path, "--format", "dayone")
  }

  private func shown(_ argument: String) async throws -> String {
    try await home.output("show", argument, "--format", "markdown")
  }

  @Test(arguments: [
    ("1", "Day 12"), ("-1", "Day 12"), ("2", "Day 11"), ("-2", "Day 11"), ("-12", "Day 1"),
    ("11", "Day 2"), ("120", "Day 12"), ("13", "Day 5"), ("1300", "Day 5"),
  ]) func `a number counts from the newest entry`(_ argument: String, _ title: String) async throws
  {
    try await expectEqual(shown(argument), title)
  }

  @Test func `what could be a number and an ID is refused, and says how to write it`() async throws
  {
    try await expectEqual(
      home.failure("show", "12"),
      """
      photodiary: 12 is both the number of “Day 1” and the beginning of the id of “Day 12”. Write \
      -12 or 12000000.

      """)
    try await expectEqual(shown("12000000"), "Day 12")
    // To change an entry, an id needs four characters.
    try await expectContains(home("delete", "12").errorText, "Moved to the trash: “Day 1”")
    try await expectEqual(shown("12"), "Day 12")
  }

  @Test(arguments: ["-13", "-0", "-100000"])
  func `a number with a minus is never an ID`(_ argument: String) async throws {
    try await expectEqual(
      home.failure("show", argument),
      """
      photodiary: No entry has the number \(argument). Run `photodiary list --numbers` to see them.

      """)
  }

  @Test func `commands accept numbers, and options among them`() async throws {
    try await home.output("edit", "-2", "--content", "-2", "--tag", "x")
    try await home.output("comment", "2", "--text", "-1")
    try await home.output("comment", "2", "Wish", "I", "were there")
    let comments = try await home.json("show", "2")["comments"]?.array
    expectEqual(comments?.compactMap { $0["text"]?.string }, ["-1", "Wish I were there"])
    try await expectContains(home.run(["comment", "2"]).errorText, "Give the comment's text.")
    try await expectContains(home.output("history", "2", "--format", "jsonl"), "Day 11")
    let json = try await home.json("show", "-2")
    expectEqual(json["content"]?.string, "-2")
    let states = try await require(home.json("history", "-2").array)
    let first = try require(states.last?["revision"]?.string)
    try await home.output("revert", "-2", first)
    try await expectEqual(home.entry("2")["tags"]?.array, [])
    // All numbers are those before the change.
    let moved = try await home("delete", "-1", "2", "1").errorText
    expectEqual(
      moved.split(separator: "\n").prefix(2),
      ["Moved to the trash: “Day 12”", "Moved to the trash: “Day 11”"])
    try await expectEqual(shown("1"), "Day 10")
    for arguments in [["edit", "99", "--title", "x"], ["delete", "11"], ["restore", "3"]] {
      try await expectContains(
        home.failure(arguments), "No entry has the number \(arguments[1]).")
    }
    try await expectPrefix(home.inKorean.failure("show", "99"), "photodiary: 99번 일기가 없습니다.")
  }

  @Test func `a listing shows the numbers of the whole diary`() async throws {
    try await expectEqual(
      home.output("list", "--from", "2026-03-10"),
      """
      1  2026-03-12  08:00  Day 12
      2  2026-03-11  08:00  Day 11
      3  2026-03-10  08:00  Day 10
      """)
    try await expectEqual(
      home.output("list", "--numbers", "--ascending", "--from", "2026-03-03", "--limit", "2"),
      """
      10  2026-03-03  08:00  Day 3
       9  2026-03-04  08:00  Day 4
      """)
    try await expectContains(
      home.failure("list", "--numbers", "--format", "json", status: 64),
      "--numbers works only with --format table.")
  }
}
