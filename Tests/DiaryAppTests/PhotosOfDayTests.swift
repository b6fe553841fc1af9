import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@MainActor @Suite("What is offered for a day")
struct PhotosOfDayTests {
  private static let paths = ["/home/me/Pictures/a.jpg", "/home/me/Pictures/b.jpg"]

  private func opened(_ photos: [String]) async throws -> ScreenTest {
    let screen = try await ScreenTest()
    let now = screen.state.now
    screen.day.put(photos, on: now)
    var effects: [Effect] = []
    screen.change {
      effects = $0.begin(
        at: .writing(EntryFields(date: now, title: "", content: ""), takesPhotosOfDay: true))
    }
    for effect in effects { await screen.begin(effect) }
    return screen
  }

  private func photos(_ screen: ScreenTest) -> [String]? {
    screen.state.screens.all(EditorState.self).first?.page.photos.map(\.name)
  }

  @Test func `the editor of a reminder has the day's photos, which are saved with the text`()
    async throws
  {
    let screen = try await opened(Self.paths)
    expectEqual(photos(screen), ["a.jpg", "b.jpg"])
    expectContains(screen.text, "Added 2 photos.")
    await screen.type("Reminded")
    await screen.press(.control("s"))
    let entry = try require(try await screen.service.entries().first)
    expectEqual(entry.title, "Reminded")
    expectEqual(entry.photos.count, 2)
  }

  @Test func `without any it is an empty page`() async throws {
    let screen = try await opened([])
    expectEqual(photos(screen), [])
    expectNil(screen.state.toast)
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }

  @Test func `an empty page asks one's own question, that of the journal first`() async throws {
    let screen = try await ScreenTest()
    screen.day.ask(.success(Prompts(file: "What \u{1B}grew?\n[Work]\nWhat was finished?")))
    await screen.press(.character("n"))
    expectContains(screen.text, "What ␛grew?")
    screen.change { state in state.changeEditor { $0.page.journal = "work" } }
    expectContains(screen.text, "What was finished?")
    screen.templates.put("asked", "{{prompt}}")
    await screen.press(KeyEvent(.function(5)), KeyEvent(.enter))
    expectContains(screen.text, "What was finished?")
    await screen.press(.control("s"))
    try await expectEqual(screen.service.entries().first?.content, "What was finished?")
  }

  @Test func `questions that can't be read are told, and another is asked`() async throws {
    let screen = try await ScreenTest()
    screen.day.ask(.failure(.notText))
    await screen.press(.character("n"))
    expectContains(screen.text, "/c/prompts.txt isn't UTF-8 text")
    expectContains(screen.text, DailyPrompt.text(on: screen.state.now.day))
  }

  @Test func `a new entry is offered them, and a key takes them`() async throws {
    let screen = try await ScreenTest(90, 16)
    screen.day.put(Self.paths, on: screen.state.now)
    await screen.press(.character("n"))
    expectEqual(photos(screen), [])
    expectContains(screen.text, "2 photos of the day: Alt-p")
    await screen.press(.alt("p"))
    expectEqual(photos(screen), ["a.jpg", "b.jpg"])
    expectLacks(screen.text, "of the day")
    await screen.press(.alt("p"))
    expectEqual(photos(screen), ["a.jpg", "b.jpg"])
    expectContains(screen.text, "no new photos of this day")
    await screen.press(.control("s"))
    try await expectEqual(screen.service.entries().first?.photos.count, 2)
    // An entry that is there already isn't offered any.
    screen.day.put(Self.paths, on: screen.state.now)
    await screen.press(.character("e"), .alt("p"))
    expectEqual(photos(screen)?.count, 2)
  }

  @Test func `the calendar's day is the one that they were taken on`() async throws {
    let screen = try await ScreenTest(90, 24)
    screen.day.put([Self.paths[0]], on: try require(EntryDate("2026-11-20T09:00:00+09:00")))
    await screen.press(.character("c"), KeyEvent(.left), KeyEvent(.enter))
    expectContains(screen.text, "1 photo of the day", "\(screen.text)")
    await screen.press(KeyEvent(.escape), KeyEvent(.right), KeyEvent(.enter))
    expectContains(screen.text, "no photos")
  }
}
