import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Import of iCalendar journals") struct CalendarImportTests {
  private static func calendar(_ lines: [String]) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  static let journals = calendar([
    "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "END:VTIMEZONE",
    "BEGIN:VEVENT", "SUMMARY:no entry", "DTSTART:20240503T070000Z", "END:VEVENT",
    "BEGIN:VJOURNAL", "UID:j1", "DTSTAMP:20240601T000000Z", "CREATED:20240503T080000Z",
    "LAST-MODIFIED:20240504T080000Z", "DTSTART;TZID=Asia/Seoul:20240503T073000",
    "SUMMARY:강가\\, \\; fog", "DESCRIPTION:First line\\nsecond li", " ne\\\\ with \\, com",
    "\tma", "CATEGORIES:walk,fog\\, thick", "CATEGORIES:여행", "LOCATION:Busan",
    "GEO:35.1;129.0", "STATUS:FINAL", "ATTACH;FMTTYPE=image/jpeg;ENCODING=BASE64;VALUE=BINARY;",
    " X-LABEL=\"a;b:c.jpg\":\(base64("photo 1").replacing("\n", with: ""))",
    "ATTACH:notes.pdf", "ATTACH:p.jpg", "ATTACH:gone.pdf", "ATTACH:https://e.org/x.jpg",
    "ATTACH;ENCODING=BASE64;VALUE=BINARY;FILENAME=bad.jpg:!!",
    "BEGIN:VALARM", "DESCRIPTION:not this", "END:VALARM", "END:VJOURNAL",
    "BEGIN:VJOURNAL", "UID:j2", "DTSTART;VALUE=DATE:20240504", "SUMMARY:day", "END:VJOURNAL",
    "BEGIN:VJOURNAL", "UID:j3", "DTSTART;TZID=Nowhere/Else:20240505T070000", "SUMMARY:zone",
    "END:VJOURNAL",
    "BEGIN:VJOURNAL", "UID:j4", "CREATED:20240506T070000Z", "SUMMARY:note", "END:VJOURNAL",
    "BEGIN:VJOURNAL", "UID:j5", "DTSTART:20240506T070000Z", "STATUS:CANCELLED", "END:VJOURNAL",
    "BEGIN:VJOURNAL", "UID:j6", "DTSTART:soon", "SUMMARY:x", "END:VJOURNAL",
    "BEGIN:VJOURNAL", "UID:j7", "SUMMARY:x", "END:VJOURNAL",
  ])

  @Test func `imports journals with times, text and files`() async throws {
    let first = "diary.ics, entry 1 of 2024-05-03"
    let entries = try await Diary().expectImport(
      of: [
        "diary.ics": Self.journals, "notes.pdf": "pdf", "p.jpg": "photo p",
        "events.ics": Self.calendar(["BEGIN:VEVENT", "END:VEVENT"]),
      ], .vjournal,
      """
      = 2024-05-03T07:30:00+09:00 강가, ; fog
      tags walk, fog, thick, 여행 | place Busan | photos a;b:c.jpg, p.jpg | files notes.pdf | \
      created 2024-05-03T08:00:00.000Z | modified 2024-05-04T08:00:00.000Z
      First line
      second line\\ with , comma
      = 2024-05-04T00:00:00+01:00 day
      = 2024-05-05T07:00:00+01:00 zone
      = 2024-05-06T08:00:00+01:00 note
      ! \(first): its attachment gone.pdf is missing
      ! \(first): its photo https://e.org/x.jpg isn't on this computer; kept the link
      ! \(first): its file bad.jpg is damaged and was left out
      ! diary.ics, entry 3 of 2024-05-05: the time zone “Nowhere/Else” is unknown; used the local \
      time zone
      ! diary.ics, entry 6: refused, “soon” isn't a date
      ! diary.ics, entry 7: refused, it has no date
      ! diary.ics: left out, it was in the trash there
      ! diary.ics: 1 event or task left out
      ! events.ics: left out, no entry uses it
      """)
    let entry = try require(entries.first)
    expectEqual(entry.tags, ["walk", "fog, thick", "여행"])
    expectEqual(entry.carried(.vjournal)?["geo"]?.string, "35.1;129.0")
    expectEqual(entry.carried(.vjournal)?["status"]?.string, "FINAL")
    let texts = ["", ":", ";", "A", "A;B", "A;B=", "A;B=\"c:d", " x", "\r\n\t", "A;B=c;D:e"]
    expectEqual(
      texts.map { CalendarLine.read(Array($0.utf8)).count }, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  }
}

@Suite("org-journal import") struct OrgJournalImportTests {
  static let day = """
    #+TITLE: Journal
    * Friday, 05/03/24
    of the whole day
    ** 07:30 By the /river/ :walk:fog_2:
    *Bold*, /italic/, +gone+, =a*b= ~c~ and 5 * 3 * 2, [[https://e.org/x][a page]].
    [[file:img/sea.jpg]] [[file:gone.png][not there]]
    - [X] done
      + [ ] open
    1) first
    - term :: meaning
    *** TODO More :later:
    :PROPERTIES:
    :ID: 1
    :END:
    #+BEGIN_SRC emacs-lisp
    * no heading
    ,* nor this
    #+END_SRC
    #+BEGIN_QUOTE
    said
    #+END_QUOTE
    | a | b |
    |---+---|
    | 1 | 2 |
    # a comment
    ** 9:05 PM late
          x
    ** 21:05 again
    ** secret :crypt:
    """

  @Test func `imports files of days and of longer periods`() async throws {
    try await Diary().expectImport(
      of: [
        "20240503": Self.day,
        "2024-05-04.org": "#+title: 2024-05-04\n\nA day of *roam*\n* Walk\nwords",
        "img/sea.jpg": "photo sea", "notes.org": "* no day",
      ], .orgjournal,
      """
      = 2024-05-04T00:00:00+01:00
      A day of **roam**
      # Walk
      words
      = 2024-05-03T00:00:00+01:00
      of the whole day
      = 2024-05-03T07:30:00+01:00 By the river
      tags walk, fog_2 | photos sea.jpg
      **Bold**, *italic*, ~~gone~~, `a*b` `c` and 5 * 3 * 2, [a page](https://e.org/x).
      ![](photo:1) [not there](gone.png)
      - [x] done
        - [ ] open
      1) first
      - **term**: meaning
      ## TODO More #later
      ```emacslisp
      * no heading
      * nor this
      ```
      > said
      | a | b |
      | --- | --- |
      | 1 | 2 |
      = 2024-05-03T21:05:00+01:00 late
         x
      = 2024-05-03T21:05:00+01:00 again
      # secret #crypt
      ! 20240503, entry 2 of 2024-05-03: its photo gone.png is missing
      ! notes.org: left out, no entry uses it
      """)
    // A file of a longer period has its days in headings or their properties.
    let journal = """
      * Freitag, 3. Mai 2024
      :PROPERTIES:
      :CREATED:  20240503
      :END:
      ** 07:30 eins
      * 2024-05-04, Samstag
      ganzer Tag
      * <2024-05-05 Sun>
      ** 8:00 am
      drei
      * Nichts
      x
      * 2024-05-06
      ** 10:00 geheim :crypt:
      -----BEGIN PGP MESSAGE-----
      abc
      """
    try await Diary().expectImport(
      Array(journal.utf8), named: "2024.org", .orgjournal,
      """
      = 2024-05-03T07:30:00+01:00 eins
      = 2024-05-04T00:00:00+01:00
      ganzer Tag
      = 2024-05-05T08:00:00+01:00
      drei
      ! 2024.org, entry 5: refused, “Nichts” isn't a date
      ! 2024.org, entry 6: refused, it's encrypted; export it decrypted
      """)
    // A heading is a day only if it contains nothing but a date.
    let names = [
      "Friday, 05/03/24", "Freitag, 03.05.2024", "viernes, 3 de mayo de 2024", "May 3rd, 2024",
      "<2024-05-03 Fr>", "2024년 5월 3일 (금)", "3 May",
    ]
    let words = [
      "only 3 eggs left", "3 eggs", "Read 2024-05-03 at the sea", "2024", "12:3", "3 May eggs",
    ]
    for words in names + words {
      let entries = OrgJournal("* \(words)\n** 07:30 x", day: CalendarDay("2024-05-03")).entries
      expectEqual(
        entries.map { $0.title + $0.lines.joined() },
        names.contains(words) ? ["x"] : ["* \(words)", "x"], words)
    }
    let dated = OrgJournal(
      "* 2024-05-03 By the sea\n* 4 left\n:PROPERTIES:\n:CREATED: 20240504", day: nil)
    expectEqual(dated.entries.map(\.title), ["By the sea", "4 left"])
    // Incomplete markup stays text.
    for (org, markdown) in [
      ("*a* b*c *d", "**a** b\\*c \\*d"), ("[[x", "\\[\\[x"), ("[[a][b", "\\[\\[a\\]\\[b"),
      ("[[]]", "\\[\\[\\]\\]"), ("=`=", "`` ` ``"), ("/a/b/ /c/", "*a/b* *c*"), ("", ""),
      ("*", "*"), ("**", "\\*\\*"), ("[[./a.txt][b]]", "[b](./a.txt)"), ("[[Anna]]", "[[Anna]]"),
      ("*/both/*", "***both***"), ("a/b and c/d", "a/b and c/d"),
    ] as [(String, String)] { expectEqual(OrgLine.markdown(of: org), markdown) }
  }
}
