import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("Tags as they are typed")
@MainActor
struct TagsTextTests {
  @Test(arguments: [
    ("#a b,#c", ["#a", "b", "#c"]), ("", []), ("  , ", []),
    ("#walks #\"by the river\", 산책", ["#walks", "by the river", "산책"]),
    ("#\"open end", ["#\"open", "end"]), ("#\"\"", [""]), ("a\"b c\"", ["a\"b", "c\""]),
  ])
  func `blanks and commas end one, but for those in quotation marks`(
    _ text: String, _ tags: [String]
  ) {
    #expect(TagsText.tags(in: text) == tags)
  }

  @Test func `what is written is read`() {
    let tags = ["walks", "by the river", "a,b", "산책", "x\"y"]
    let read = TagsText.tags(in: TagsText.text(of: tags)).map { String($0.drop { $0 == "#" }) }
    #expect(read == tags)
  }

  @Test func `a tag of several words stays one when another is added`() async throws {
    var fields = try SampleDiary.fields("A", on: "2026-11-20T07:30:00+09:00", "text")
    fields.tags = ["by the river", "walks"]
    let screen = try await ScreenTest(entries: [fields])
    await screen.press(.character("e"), KeyEvent(.tab), KeyEvent(.end))
    #expect(screen.text.contains("#\"by the river\" #walks"))
    await screen.type(" new")
    await screen.press(.control("s"))
    let tags = try await screen.service.entries().map(\.tags)
    #expect(tags == [["by the river", "walks", "new"]])
  }

  @Test func `a template may have such tags`() async throws {
    let screen = try await ScreenTest()
    screen.templates.put("river", "---\ntags: [walks, \"by the river\", #mist]\n---\ntext")
    await screen.press(.character("n"), KeyEvent(.function(5)), KeyEvent(.enter), .control("s"))
    let tags = try await screen.service.entries().map(\.tags)
    #expect(tags == [["walks", "by the river", "mist"]])
  }
}
