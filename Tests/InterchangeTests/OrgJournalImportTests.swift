import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("org-journal import")
struct OrgJournalImportTests {
  @Test func `a day's file has entries by their times, with marks, lists, links and photos`()
    async throws
  {
    let diary = try Diary()
    let day = """
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
    let path = try diary.folder(
      "j",
      [
        "20240503": day, "2024-05-04.org": "#+title: 2024-05-04\n\nA day of *roam*\n* Walk\nwords",
        "img/sea.jpg": "photo sea", "notes.org": "* no day",
      ])
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .orgjournal)
    expectEqual(
      imported.added.map { "\($0.date.description) \($0.title)" },
      [
        "2024-05-04T00:00:00+01:00 ", "2024-05-03T00:00:00+01:00 ",
        "2024-05-03T07:30:00+01:00 By the river", "2024-05-03T21:05:00+01:00 late",
        "2024-05-03T21:05:00+01:00 again",
      ])
    try expectEqual(imported.added.at(0).content, "A day of **roam**\n# Walk\nwords")
    try expectEqual(imported.added.at(1).content, "of the whole day")
    let entry = try imported.added.at(2)
    let asset = try require(entry.photos.first?.asset)
    expectEqual(entry.tags, ["walk", "fog_2"])
    expectEqual(
      entry.content,
      """
      **Bold**, *italic*, ~~gone~~, `a*b` `c` and 5 * 3 * 2, [a page](https://e.org/x).
      ![](photo:\(asset)) [not there](gone.png)
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
      """)
    expectEqual(
      lines,
      [
        "20240503, entry 2 of 2024-05-03: its photo gone.png isn't there",
        "notes.org: left out, no entry uses it",
      ])
    let again = try await diary.bring(path, updates: true)
    expectEqual(again.plan.entries, 0)
    expectEqual(again.plan.alreadyThere, 5)
  }

  @Test func `a file of a longer time has its days in headings or their properties`() async throws {
    let diary = try Diary()
    let path =
      try diary.folder(
        "j",
        [
          "2024.org": """
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
        ]) + "/2024.org"
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .orgjournal)
    expectEqual(
      imported.added.map { "\($0.date.description) \($0.title)|\($0.content)" },
      [
        "2024-05-03T07:30:00+01:00 eins|", "2024-05-04T00:00:00+01:00 |ganzer Tag",
        "2024-05-05T08:00:00+01:00 |drei",
      ])
    expectEqual(
      lines,
      [
        "2024.org, entry 5: refused, “Nichts” isn't a date",
        "2024.org, entry 6: refused, it's encrypted; export it decrypted",
      ])
  }

  @Test(arguments: [
    ("*a* b*c *d", "**a** b\\*c \\*d"), ("[[x", "\\[\\[x"), ("[[a][b", "\\[\\[a\\]\\[b"),
    ("[[]]", "\\[\\[\\]\\]"),
    ("=`=", "`` ` ``"), ("/a/b/ /c/", "*a/b* *c*"), ("", ""), ("*", "*"), ("**", "\\*\\*"),
    ("*/both/*", "***both***"), ("a/b and c/d", "a/b and c/d"),
  ])
  func `marks that are none stay words`(org: String, markdown: String) {
    expectEqual(OrgLine.markdown(of: org), markdown)
  }
}
