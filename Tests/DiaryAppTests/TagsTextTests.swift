import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Tags as they are typed")
@MainActor
struct TagsTextTests {
  @Test(arguments: [
    ("#a b,##c #", ["a", "b", "c"]), ("", []), ("  , ", []),
    ("#walks #\"by the river\", 산책", ["walks", "by the river", "산책"]),
    ("#\"open end", ["\"open", "end"]), ("#\"\"", []), ("a\"b c\"", ["a\"b", "c\""]),
  ])
  func `blanks and commas end one, but for those in quotation marks`(
    _ text: String, _ tags: [String]
  ) {
    expectEqual(TagsText.tags(in: text), tags)
  }

  @Test func `what is written is read`() {
    let tags = ["walks", "by the river", "a,b", "산책", "x\"y"]
    let read = TagsText.tags(in: TagsText.text(of: tags))
    expectEqual(read, tags)
  }

  @Test func `a tag of several words stays one when another is added`() async throws {
    var fields = try SampleDiary.fields("A", on: "2026-11-20T07:30:00+09:00", "text")
    fields.tags = ["by the river", "walks"]
    let screen = try await ScreenTest(entries: [fields])
    await screen.press(.character("e"), KeyEvent(.tab), KeyEvent(.end))
    expectContains(screen.text, "#\"by the river\" #walks")
    await screen.type(" new")
    await screen.press(.control("s"))
    let tags = try await screen.service.entries().map(\.tags)
    expectEqual(tags, [["by the river", "walks", "new"]])
  }

  @Test(arguments: [
    ("", []), ("- walk", ["+walk"]), ("#walk -rain", ["+#walk", "-rain"]),
    ("-\"by the river\" -#\"a, b\"", ["-by the river", "-a, b"]),
    ("\"by the river\",--x", ["+by the river", "-x"]), ("-\"open end", ["-\"open", "+end"]),
  ])
  func `a minus before one takes it away`(_ text: String, _ changes: [String]) {
    let read = TagsText.changes(in: text).filter { !$0.tag.isEmpty }
    expectEqual(read.map { ($0.isRemoved ? "-" : "+") + $0.tag }, changes)
  }

  @Test func `the tags of an entry are edited in its dialog`() async throws {
    var fields = try SampleDiary.fields("A", on: "2026-11-20T07:30:00+09:00", "text")
    fields.tags = ["by the river", "walks"]
    let screen = try await ScreenTest(entries: [fields])
    await screen.press(.character("#"))
    expectContains(screen.text, "#\"by the river\" #walks")
    await screen.type("new")
    await screen.press(KeyEvent(.enter))
    let tags = try await screen.service.entries().map(\.tags)
    expectEqual(tags, [["by the river", "walks", "new"]])
  }

  @Test func `a tag of several words is taken from many entries by typing it`() async throws {
    var entries = try SampleDiary.days(2)
    for index in entries.indices { entries[index].tags = ["by the river", "walks"] }
    let screen = try await ScreenTest(entries: entries)
    await screen.press(.character("A"), .character("#"))
    await screen.type("-\"by the river\" #\"first snow\"")
    await screen.press(KeyEvent(.enter))
    let tags = try await screen.service.entries().map(\.tags)
    expectEqual(tags, [["walks", "first snow"], ["walks", "first snow"]])
  }

  @Test func `a template may have such tags`() async throws {
    let screen = try await ScreenTest()
    screen.templates.put("river", "---\ntags: [walks, \"by the river\", #mist]\n---\ntext")
    await screen.press(.character("n"), KeyEvent(.function(5)), KeyEvent(.enter), .control("s"))
    let tags = try await screen.service.entries().map(\.tags)
    expectEqual(tags, [["walks", "by the river", "mist"]])
  }
}
