import DiaryCore
import TestSupport
import Testing

@testable import Interchange

/// Four entries as written by jrnl 4.6 with its defaults, as text and as JSON.
enum JrnlSample {
  static let text = """
    [2024-05-03 09:00:00 AM] A walk @river in the morning.
    The fog lifted off the water #산책 and @Ada came.

    [2024-05-03 09:00:00 AM] Second of that minute

    [2024-05-04 10:05:00 PM] 별 하나 *
    첫 줄.

    둘째 문단 @가족, a@b.c
    [note] a footnote
    2024-05-05 10:00 is a day

    [2024-05-05 11:59:00 PM] Wow!
    "Really?" he said

    """

  static let json = #"""
    {
      "tags": {"@ada": 1, "@river": 1, "#\uc0b0\ucc45": 1, "@\uac00\uc871": 1},
      "entries": [
        {"title": "A walk @river in the morning.",
         "body": "The fog lifted off the water #\uc0b0\ucc45 and @Ada came.", "date": "2024-05-03",
         "time": "09:00", "tags": ["@river", "#\uc0b0\ucc45", "@ada"], "starred": false},
        {"title": "Second of that minute", "body": "", "date": "2024-05-03", "time": "09:00",
         "tags": [], "starred": false},
        {"title": "\ubcc4 \ud558\ub098",
         "body": "\uccab \uc904.\n\n\ub458\uc9f8 \ubb38\ub2e8 @\uac00\uc871, a@b.c\n[note] a footnote\n2024-05-05 10:00 is a day",
         "date": "2024-05-04", "time": "22:05", "tags": ["@\uac00\uc871"], "starred": true},
        {"title": "Wow!", "body": "\"Really?\" he said", "date": "2024-05-05", "time": "23:59",
         "tags": [], "starred": false}
      ]
    }
    """#
}

@Suite("jrnl import") struct JrnlImportTests {
  private func entries(_ diary: Diary) async throws -> [Entry] {
    try await diary.service.entries(EntryQuery(.all, sort: .date, isAscending: true))
  }

  private func imported(
    _ text: String, beside: [String: String] = [:], hints: ImportHints = ImportHints()
  ) async throws -> [Entry] {
    let diary = try Diary()
    let folder = try diary.folder("j", beside.merging(["journal.txt": text]) { $1 })
    let input = try require(
      try await ImportInput.open(
        folder + "/journal.txt", as: .jrnl, hints: hints,
        unpackingBelow: diary.folder.path + "/staging"))
    try await expectEqual(diary.imported(input).lines, [])
    return try await entries(diary)
  }

  @Test func `reads a journal like jrnl, as text or as JSON`() async throws {
    let diary = try Diary()
    let text = try diary.folder("text", ["journal.txt": JrnlSample.text]) + "/journal.txt"
    // The tag `#산책` isn't jrnl's, but the diary finds it in the text.
    let imported = try await diary.expectImport(
      text, .jrnl,
      """
      = 2024-05-03T09:00:00+01:00 A walk @river in the morning.
      tags river, Ada
      The fog lifted off the water #산책 and @Ada came.
      = 2024-05-03T09:00:00+01:00 Second of that minute
      = 2024-05-04T22:05:00+01:00 별 하나
      tags 가족 | starred
      첫 줄.

      둘째 문단 @가족, a@b.c
      [note] a footnote
      2024-05-05 10:00 is a day
      = 2024-05-05T23:59:00+01:00 Wow!
      "Really?" he said
      """)
    expect(imported[0].hasTag("산책"))

    let json = try diary.folder("json", ["out.json": JrnlSample.json]) + "/out.json"
    try expectEqual(require(try await diary.open(json)).format, .jrnl)
    try await diary.expectKnown(json, 4)
  }

  @Test func `dates entries in a folder of days by its path`() async throws {
    let diary = try Diary()
    let files = [
      "2024/05/03.txt": "[09:00] One @x-y. Text.\n\n[10:30] Two\n",
      "2024/06/01.txt": "[2031-01-01 07:15] Three\n", "2024/06/99.txt": "[2024-06-09 07:15] No\n",
      "2023/12/31.txt": "[2023-12-31 23:59] Four\n", "notes/01.txt": "[2024-06-09 07:15] No\n",
      "jrnl.yaml": "colors:\n  body: none\ntimeformat: '%H:%M'\n",
    ]
    let path = try diary.folder("days", files)
    let (plan, outcome, _) = try await diary.imported(path)
    expectEqual(plan.format, .jrnl)
    let titles = [
      "2023-12-31T23:59 Four", "2024-05-03T09:00 One @x-y. Text.", "2024-05-03T10:30 Two",
      "2024-06-01T07:15 Three",
    ]
    expectEqual(outcome.added.map { "\($0.date.description.prefix(16)) \($0.title)" }, titles)
    expectEqual(outcome.added.flatMap(\.tags), ["x-y"])

    // A single year or month is a tree by itself.
    for (name, file) in [("a", "2024/05/03.txt"), ("b/x", "2022/11/09.txt")] {
      let path = try diary.folder(name, [file: "[2001-01-01 08:00] Of \(name)\n"])
      let days = try await diary.imported(path).outcome.added.map(\.date.day.description)
      expectEqual(days, [String(file.dropLast(4)).replacing("/", with: "-")])
    }
  }

  @Test(arguments: [
    ("%d.%m.%Y %H:%M", "[03.05.2024 09:30] A\n", "2024-05-03T09:30:00"),
    ("%m/%d/%y %I:%M %p", "[05/03/24 09:30 PM] A\n", "2024-05-03T21:30:00"),
    ("%A, %d %B %Y", "[Friday, 3 May 2024] A\n", "2024-05-03T00:00:00"),
    ("%c", "[Fri May  3 09:30:15 2024] A\n", "2024-05-03T09:30:15"),
    ("%F %T", "[2024-05-03 09:30:15] A\n", "2024-05-03T09:30:15"),
    ("%d of %b, %Y (%H.%M)", "[3 of may, 2024 (9.30)] A\n", "2024-05-03T09:30:00"),
  ]) func `reads dates by the settings beside a journal, or by the option`(
    format: String, text: String, date: String
  ) async throws {
    func expectDate(
      beside: [String: String] = [:], _ hints: ImportHints = ImportHints()
    ) async throws {
      let found = try await imported(text, beside: beside, hints: hints)
      expectEqual(found.map { String($0.date.description.prefix(19)) }, [date])
    }
    try await expectDate(beside: ["jrnl.yaml": "timeformat: '\(format)'\n"])
    try await expectDate(beside: ["jrnl.yaml": "{\n  \"timeformat\": \"\(format)\"\n}"])
    try await expectDate(ImportHints(timeFormat: format))
  }

  @Test func `reads headings like jrnl, with the order of day and month that fits`() async throws {
    let days = try await imported(
      "[03/05/2024 9:00] a\n\n[13/05/2024 9:00] b\n\n[04/05/2024 9:00] c\n")
    expectEqual(days.map(\.date.day.description), ["2024-05-03", "2024-05-04", "2024-05-13"])
    let months = try await imported("[05/03/2024 9:00 AM] a\n\n[05/13/2024 9:00 PM] b\n")
    expectEqual(months.map(\.date.day.description), ["2024-05-03", "2024-05-13"])
    let found = try await imported(
      """
      \u{FEFF}[2024-05-03 09:00] First\r
      [2024-05-04 09:00]no space\r
       [2024-05-04 09:00] indented\r
      [2024] short\r
      [see there] a note\r
      [2024-05-05] a day alone\r
      text
      """)
    expectEqual(found.map(\.title), ["First", "a day alone"])
    expectEqual(
      found.first?.content,
      "[2024-05-04 09:00]no space\n [2024-05-04 09:00] indented\n[2024] short\n[see there] a note")
    expectEqual(found.last?.date.description, "2024-05-05T00:00:00+01:00")
    // In the format of jrnl's first versions, each line that begins with a date is a heading.
    let old = try await imported(
      "2024-05-03 09:00 Old @one *\nbody\n[2024-05-03 10:00] body too\n\n"
        + "2024-05-04 10:00 Next\n2024-05-04 is none\n")
    expectEqual(old.map(\.title), ["Old @one", "Next"])
    try expect(old.at(0).details.isStarred && old.at(0).tags == ["one"])
    expectEqual(old.map(\.content), ["body\n[2024-05-03 10:00] body too", "2024-05-04 is none"])
    // The title is the first line, or the first sentence of a line that has no end.
    for (text, title, body) in [
      ("One. Two three", "One.", "Two three"),
      ("Say \"no.\" (yes!) And", "Say \"no.\"", "(yes!) And"), ("제목。본문", "제목。", "본문"),
      ("No 3.5 end", "No 3.5 end", ""), ("Line one. Two\n", "Line one. Two", ""),
      ("\n\n  Below\nrest", "Below", "rest"), ("** both **\nx", "both", "x"),
    ] as [(String, String, String)] {
      let read = JrnlText(text)
      expectEqual(read.title, title)
      expectEqual(read.body, body)
      expectEqual(read.isStarred, text.hasPrefix("**"))
    }
  }

  @Test func `reads journals in a folder, updates and damaged text`() async throws {
    let diary = try Diary()
    func file(_ text: String) throws -> String {
      try diary.folder("u", ["journal.txt": text]) + "/journal.txt"
    }
    let first = "[2024-05-03 09:00] Same\none\n\n[2024-05-03 09:00] Same\ntwo\n\n"
    try await diary.imported(try file(first))
    let second =
      first.replacing("two", with: "two, changed")
      + "[2024-05-06 09:00] \n\n[2024-05-07 09:00] new\n"
    try await expectEqual(diary.imported(try file(second)).outcome.added.map(\.title), ["new"])
    let (_, outcome, lines) = try await diary.imported(try file(second), updates: true)
    expectEqual(outcome.updated.map(\.content), ["two, changed"])
    expectEqual(outcome.added, [])
    expectEqual(lines, ["journal.txt, entry 3 of 2024-05-06: refused, the entry is empty"])
    expectEqual(Set(try await entries(diary).map(\.content)), ["one", "two, changed", ""])
    // Journals in a folder are named after their files.
    let many = try Diary()
    let files = [
      "journal.txt": "[2024-05-03 09:00] A\n", "work.txt": "[2024-05-03 09:00] A\n",
      "readme.txt": "no journal\n", "photo.png": "photo",
    ]
    try await many.imported(many.folder("many", files))
    expectEqual(Set(try await entries(many).map(\.journal)), ["Diary", "work"])
    let bytes: [UInt8] =
      Array("[2024-05-03 09:00] A\n\n[2024-05-04 09:00] ".utf8) + [0xFF, 0x0A]
      + Array("[2024-05-05 09:00] C\n".utf8)
    try await Diary().expectImport(
      bytes, named: "j.txt", .jrnl, show: \.title,
      "A\nC\n! j.txt, entry 2 of 2024-05-04: refused, not UTF-8 text at byte 0")
  }
}

@Suite("jrnl export") struct JrnlExportTests {
  @Test func `writes one text with photos beside it, which can be imported again`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo GPS[1,2]", name: "p q.jpg", caption: "A [b]")
    try await diary.add(
      "Later", on: "2024-05-04T22:05:07+09:00",
      content: "[2024-05-03 09:00] not a head\n[note] a footnote\nbody @walk\n\n",
      tags: ["walk", "two words"])
    var fields = EntryFields(
      date: try require(EntryDate("2024-05-03T09:00:00+09:00")), title: "A walk. And more *",
      content: "x\n![words](photo:\(photo.asset))", photos: [photo],
      details: EntryDetails(isStarred: true))
    _ = try await diary.service.add(fields)
    fields.title = ""
    fields.content = ""
    fields.details = EntryDetails()
    fields.date = try require(EntryDate("2024-05-01T08:00:00Z"))
    _ = try await diary.service.add(fields)
    let summary = try await diary.export(.jrnl)
    expect((summary.entries, summary.photos) == (3, 1))
    expectEqual(files(diary.target), ["journal.txt", "photos/2024-05-01 p q.jpg"])
    try expectEqual(diary.folder.text("out/photos/2024-05-01 p q.jpg"), "photo GPS")
    try expectEqual(
      diary.folder.text("out/journal.txt"),
      """
      [2024-05-01 08:00] ![A b](photos/2024-05-01%20p%20q.jpg)

      [2024-05-03 09:00] A walk. And more *\u{200B} *
      x
      ![words](photos/2024-05-01%20p%20q.jpg)

      [2024-05-04 22:05:07] Later
       [2024-05-03 09:00] not a head
      [note] a footnote
      body @walk

      @two_words

      """)
    try await Diary().expectImport(
      diary.target, .jrnl,
      show: { String($0.summary.prefix { $0 != "\n" } + " \($0.photos.count)") },
      """
      = 2024-05-01T08:00:00+01:00 1
      = 2024-05-03T09:00:00+01:00 A walk. And more *\u{200B} 1
      = 2024-05-04T22:05:07+01:00 Later 0
      """)
    // Imported photos are restored, and missing ones named.
    let other = try Diary()
    let shown = try await other.photo("photo", name: "p q.jpg", caption: "words")
    try await other.add(
      "A walk.", on: "2024-05-03T09:00:00+01:00",
      content: "x\n![words](photo:\(shown.asset))\n![](photos/none.jpg)", photos: [shown])
    try await other.export(.jrnl, keepsLocation: true)
    try await Diary().expectImport(
      other.target, .jrnl,
      """
      = 2024-05-03T09:00:00+01:00 A walk.
      photos 2024-05-03 p q.jpg “words”
      x
      ![words](photo:1)
      ![](photos/none.jpg)
      ! journal.txt, entry 1 of 2024-05-03: its photo photos/none.jpg is missing
      """)
  }

  @Test(arguments: RandomRounds.seeds(from: 30, usually: 3))
  func `no entry is lost or shortened when it's read back`(seed: UInt64) async throws {
    let (diary, other) = (try Diary(), try Diary())
    try await diary.fill(60, seed: seed)
    try await diary.export(.jrnl)
    let (plan, _, _) = try await other.imported(diary.target + "/journal.txt")
    expectEqual(plan.entries + plan.existing, 60)
    func shown(_ diary: Diary) async throws -> [String] {
      try await diary.entriesAsWritten().map {
        "\($0.date.description.prefix(19)) \($0.details.isStarred)"
      }.sorted()
    }
    try await expectEqual(shown(diary), shown(other))
  }
}
