import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Apple Journal import")
struct AppleJournalImportTests {
  /// As the program writes pages: elements that aren't closed where they should be.
  private static func page(header: String, grid: String = "", _ title: String, _ body: String)
    -> String
  {
    """
    <!DOCTYPE html><html dir="auto"><head><meta http-equiv="Content-Type" content="text/html; \
    charset=UTF-8"><title></title><style>.p1 {}</style></head><body>
    <p class="p1"><span class="s1"><div class='pageContainer'>  <div class="pageHeader">\(header)\
    </div> <div class="assetGrid">\(grid)</div><div class='title'>\(title)</div>\
    <div class='bodyText'></span></p>
    \(body)
    <p class="p1"><span class="s1"></div></div></span></p></body></html>
    """
  }

  @Test func `pages come with title, text, day, mood, place and photos`() async throws {
    let diary = try Diary()
    let grid = """
      <div id="S" class="gridItem assetType_stateOfMind"><div class="gridItemOverlayText \
      gridItemOverlayHeader">Sad, Tired</div><img src="../Resources/S.png" class="asset_image"/></div>
      <div id="M" class="gridItem assetType_multiPinMap"><div class="gridItemOverlayFooter">Old \
      Town</div></div>
      <div id="A" class="gridItem assetType_photo"><img src="../Resources/A.heic"/></div>
      <div id="V" class="gridItem assetType_video"><video src="../Resources/V.mov"></video></div>
      """
    let path = try diary.folder(
      "AppleJournalEntries",
      [
        "index.html": "<html><a href=\"Entries/2024-11-03_Met.html\">x</a></html>",
        "Entries/2024-11-03_Met.html": Self.page(
          header: "Sunday, 3 November 2024", grid: grid, "We&nbsp;met",
          "<p class=\"p2\"><span>One <b>bold</b>.</span></p>\n<p class=\"p2\"><span>Two.</span></p>"
        ),
        "Entries/Other.html": Self.page(
          header: "Wednesday, January 14, 2026", "", "<p class=\"p3\">Text</p>"),
        "Resources/A.heic": "photo a", "Resources/V.mov": "film", "Resources/S.png": "photo s",
      ])
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .applejournal)
    let entry = try require(imported.added.first { $0.title == "We met" })
    expectEqual(entry.content, "One **bold**.\n\nTwo.")
    expectEqual(entry.date.description, "2024-11-03T00:00:00+01:00")
    expectEqual(entry.details, EntryDetails(mood: "Sad, Tired", place: "Old Town"))
    expectEqual(entry.photos.map(\.name), ["A.heic"])
    expectEqual(entry.attachments.map(\.name), ["V.mov"])
    let other = try require(imported.added.first { $0.title == "" })
    expectEqual(other.content, "Text")
    expectEqual(other.date.day.description, "2026-01-14")
    expectEqual(lines, ["Resources/S.png: left out, no entry uses it"])
    let again = try await diary.bring(path)
    expectEqual(again.plan.entries, 0)
    expectEqual(again.plan.alreadyThere, 2)
  }

  @Test(arguments: [
    ("Sunday, 3 November 2024", "2024-11-03"), ("Nov 3, 2024", "2024-11-03"),
    ("2024년 11월 3일 일요일", "2024-11-03"), ("dimanche", nil),
  ])
  func `a page's header tells the day`(header: String, day: String?) {
    expectEqual(PageDate.read(header)?.day.description, day)
  }
}
