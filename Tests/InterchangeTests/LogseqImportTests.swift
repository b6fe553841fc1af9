import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Logseq import")
struct LogseqImportTests {
  @Test func `blocks become paragraphs and lists, with photos, boxes and properties`() async throws
  {
    let diary = try Diary()
    let page = """
      mood:: good
      tags:: [[walk]], #sea
      title:: 3 May

      - # Morning
      - By the *river*
        id:: 65a0
        collapsed:: true
        second line
      \t- TODO buy [[salt]]
      \t- DONE go
      \t  :LOGBOOK:
      \t  CLOCK: [2024-05-03 Fri 10:00]
      \t  :END:
      \t\t- deeper
      \t\t  more:: kept
      -
      - ![Sea.jpg](../assets/Sea.jpg){:height 300, :width 400} and [doc](../assets/a.pdf)
      - ```
        - no block
        ```
      - ![gone](../assets/gone.jpg) ![](../../outside.jpg) [lost](../assets/lost.pdf)
      """
    let path = try diary.folder(
      "graph",
      [
        "journals/2024_05_03.md": page, "journals/2024_05_04.md": "-",
        "journals/2024-05-05.md": "- x",
        "journals/notes.md": "- no day", "pages/salt.md": "- a page", "assets/Sea.jpg": "photo sea",
        "assets/a.pdf": "pdf", "logseq/config.edn": "{}",
      ])
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .logseq)
    expectEqual(imported.added.count, 2)
    let entry = try require(imported.added.first { $0.content.contains("Morning") })
    let asset = try require(entry.photos.first?.asset)
    expectEqual(
      entry.content,
      """
      # Morning

      By the *river*
      second line
      - [ ] buy [[salt]]
      - [x] go
        - deeper
          more:: kept

      ![](photo:\(asset)) and [doc](../assets/a.pdf)

      ```
      - no block
      ```

      ![gone](../assets/gone.jpg) ![](../../outside.jpg) [lost](../assets/lost.pdf)
      """)
    expectEqual(entry.tags, ["walk", "sea"])
    expectEqual(entry.details, EntryDetails(mood: "good"))
    expectEqual(entry.date.description, "2024-05-03T00:00:00+01:00")
    expectEqual(entry.attachments.map(\.name), ["a.pdf"])
    expectEqual(
      lines,
      [
        "journals/2024_05_03.md: its photo ../assets/gone.jpg isn't there",
        "journals/2024_05_03.md: its photo ../../outside.jpg is outside the imported folder and "
          + "wasn't read; kept the link. Copy it into the folder to import it",
        "journals/2024_05_03.md: its attachment ../assets/lost.pdf isn't there",
        "journals/notes.md: left out, no entry uses it",
        "pages/salt.md: left out, no entry uses it",
      ])
    let again = try await diary.bring(path, updates: true)
    expectEqual(again.plan.entries, 0)
    expectEqual(again.plan.alreadyThere, 2)
  }

  @Test func `tasks at the top are a list, with what stands below them`() {
    let page = LogseqPage("- Morning\n- TODO milk\n\t- fat\n- DONE bread\n- Evening\n\t- late")
    expectEqual(
      page.text,
      """
      Morning

      - [ ] milk
        - fat
      - [x] bread

      Evening
      - late
      """)
  }
}
