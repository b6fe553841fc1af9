import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("What others have written")
@MainActor
struct NewsScreenTests {
  private static let mina = DiaryNews(diary: "Family", counts: [("Mina", 2)], total: 2)

  @Test("The list's top tells who wrote how much, in the words that there is room for")
  func top() async throws {
    let screen = try await ScreenTest(80, 24, entries: SampleDiary.days(2))
    expectLacks(screen.text, "wrote")
    expectLacks(screen.text, " new ·")
    await screen.receive(.newsLoaded([Self.mina]))
    expectContains(screen.text, "Mina wrote 2 in Family · 2 entries")
    await screen.receive(.newsLoaded([DiaryNews(diary: nil, counts: [("Mina", 1)], total: 1)]))
    expectContains(screen.text, "Mina wrote 1 · 2 entries")
    let two = DiaryNews(diary: "Class", counts: [("벤", 1), ("Cho", 2)], total: 3)
    await screen.receive(.newsLoaded([two]))
    expectContains(screen.text, "3 new in Class · 2 entries")
    await screen.receive(.newsLoaded([Self.mina, two]))
    expectContains(screen.text, " 5 new · 2 entries")
    // Of one that is locked no name is known.
    await screen.receive(.newsLoaded([DiaryNews(diary: "Secret", [], by: [])]))
    expectLacks(screen.text, "Secret")
    await screen.receive(.newsLoaded([]))
    expectLacks(screen.text, "wrote")
    expectLacks(screen.text, " new ·")
  }

  @Test("On a small screen its shorter form, and in Korean", arguments: Language.allCases)
  func small(_ language: Language) async throws {
    try await language.speaking {
      let screen = try await ScreenTest(40, 12, entries: SampleDiary.days(2))
      let long = DiaryNews(
        diary: "The class of 2026, in Lisbon", counts: [("Mina", 2)], total: 2)
      await screen.receive(.newsLoaded([long]))
      expectContains(screen.text, language == .english ? "2 new · 2 entries" : "새 글 2개 · ")
    }
  }

  @Test("In the journals A marks all of a diary as read", arguments: Language.allCases)
  func reading(_ language: Language) async throws {
    try await language.speaking {
      let news = FakeNews([Self.mina])
      let screen = try await ScreenTest(
        60, 12, entries: SampleDiary.days(1),
        diaries: FakeDirectory(known: [NeighborDiary(name: "Family", words: "2 new, owner")]),
        news: news)
      await screen.press(.character("J"), .character("G"), .character("A"))
      await expectEqual(news.marked, [.diary("Family")])
      expectContains(
        screen.text,
        language == .english
          ? "All that others wrote in “Family” is marked as read." : "모두 읽음으로 표시했습니다.")
      expectEqual(screen.state.context.news, [])
      await screen.press(.character("g"), .character("A"), .character("j"), .character("A"))
      await expectEqual(news.marked, [.diary("Family"), .all, .open])
    }
  }

  @Test("Items are counted by who wrote them, the first one first")
  func counting() {
    let (mina, ben) = (AuthorID("mina"), AuthorID("ben"))
    let news = DiaryNews(
      diary: "Family",
      [
        NewsItem(entry: .random(), author: ben), NewsItem(entry: .random(), author: mina),
        NewsItem(entry: .random(), comment: .random(), author: ben),
        NewsItem(entry: .random(), author: AuthorID("gone")),
      ], by: [Author(id: mina, name: "Mina"), Author(id: ben, name: "벤")])
    expectEqual(news.total, 4)
    expectEqual(news.counts.map(\.name), ["벤", "Mina"])
    expectEqual(news.counts.map(\.count), [2, 1])
  }
}
