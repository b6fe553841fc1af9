import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The people of a shared diary")
@MainActor
struct PeopleScreenTests: SyncScreenSuite {
  private nonisolated static let ara = AuthorID("ara")
  private nonisolated static let mina = AuthorID("mina")

  /// A diary of two, which a third person asks to be let into.
  private func shared(as role: PersonRole = .owner) async -> FakeSync {
    let sync = FakeSync(others: [("phone", "2026-11-20T22:00:00Z")])
    await sync.put("home")
    await sync.changeState { state in
      state.devices[1].person = "Ara"
      state.people = [
        Person(
          id: AuthorID("me"), name: "Me", role: role, state: .member, check: ["a", "b", "c"],
          isThis: true),
        Person(id: Self.ara, name: "Ara", role: .writer, state: .member, check: ["d", "e", "f"]),
        Person(
          id: Self.mina, name: "미나", role: .writer, state: .asking,
          check: ["mutt", "diffusion", "cussed"]),
      ]
    }
    return sync
  }

  private func select(_ name: String, _ screen: ScreenTest) async {
    for _ in 0..<6 where !screen.text.contains("▌\(name)") { await screen.press(.character("j")) }
  }

  @Test("They stand between the remotes and the devices, with whose those are")
  func shown() async throws {
    let screen = try await opened(await shared())
    expectScreen(
      screen,
      """
       Sync
      ────────────────────────────────────────────────────────────────────────────────
       Remotes
      ▌home                                                                 just now
      ▌  git@host:diary.git
      ▌  encrypted · all photos

       People
       Me                                                                owner (you)
       Ara                                                                    writer
       미나                                                        asks to be let in
         with the words: mutt diffusion cussed

       Devices
       desk                                                              this device
       phone                                             Ara · last seen 3 hours ago







       s sync   a add a remote   ? keys   q back   Enter sync this one   d remove
      """)
  }

  @Test("Whoever asks is let in once their words were compared, and the others are told")
  func approve() async throws {
    let sync = await shared()
    let screen = try await opened(sync, 40, 12)
    await select("미나", screen)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Let 미나 in?")
    expectContains(screen.text, "mutt diffusion cussed")
    // One key alone lets nobody in.
    await screen.press(.character("y"))
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("approve") })
    await screen.press(KeyEvent(.enter))
    let calls = await sync.calls
    let approved = try require(calls.firstIndex(of: "approve mina"))
    expectContains(calls[approved...], "sync all")
    expectContains(screen.text, "Let 미나 in.")
    expectLacks(screen.text, "with the words")
  }

  @Test("Whoever asks can be refused, and somebody removed, after a question; new words are shown")
  func remove() async throws {
    let sync = await shared()
    let screen = try await opened(sync)
    await select("미나", screen)
    expectContains(screen.text, "Enter let in   d refuse")
    await screen.press(.character("d"))
    expectContains(screen.text, "Refuse 미나?")
    await screen.press(KeyEvent(.escape))
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("remove") })
    await screen.press(.character("d"), .character("y"), KeyEvent(.enter))
    await expectContains(sync.calls, "remove mina")
    let notice = screen.state.screens.front(as: NoticeState.self)
    expectEqual(notice?.title, "Your six recovery words")
  }

  @Test("A role is chosen from those there are; the same one changes nothing")
  func role() async throws {
    let sync = await shared()
    let screen = try await opened(sync)
    await select("Ara", screen)
    expectContains(screen.text, "Enter role   d remove")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "What may Ara do?")
    expectContains(screen.text, "▌writer: writes")
    await screen.press(KeyEvent(.enter))
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("role") })
    await screen.press(KeyEvent(.enter), .character("j"), KeyEvent(.enter))
    await expectContains(sync.calls, "role reader ara")
    expectContains(screen.text, "Ara: reader from now on.")
  }

  @Test("What only an owner may is refused in a line")
  func refused() async throws {
    let sync = await shared(as: .writer)
    let screen = try await opened(sync)
    for name in ["미나", "Ara"] {
      await select(name, screen)
      expectLacks(screen.text, "Enter let in")
      expectLacks(screen.text, "Enter role")
      for key in [KeyEvent(.enter), .character("d")] {
        await screen.press(key)
        expectContains(screen.text, "Only an owner of this diary may do that.")
        await screen.press(KeyEvent(.escape))
      }
      await screen.press(.character("g"))
    }
    // Everybody may leave.
    await select("Me", screen)
    expectContains(screen.text, "d remove")
    expectLacks(screen.text, "role")
    await screen.press(.character("d"))
    expectContains(screen.text, "Leave this diary?")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("role") && !$0.hasPrefix("approve") })
  }

  @Test("They are said in words, and in Korean")
  func spoken() async throws {
    let screen = try await opened(await shared(), speaks: true)
    await screen.press(.character("j"), times: 3)
    expectEqual(
      screen.state.frame.accessibleText?.selected?.hasPrefix(
        "미나, asks to be let in, with the words: mutt diffusion cussed"), true)
    try await Language.korean.speaking {
      let screen = try await opened(await shared(), 40, 12)
      await select("미나", screen)
      await screen.press(KeyEvent(.enter))
      expectContains(screen.text, "“미나”를 들일까요?")
    }
  }

  @Test("A shared diary without entries says whom one writes for")
  func empty() async throws {
    let directory = FakeDirectory(openName: "가족", known: [])
    let screen = try await ScreenTest(diaries: directory)
    expectContains(screen.text, "Nobody has written in 가족 yet.")
    expectContains(screen.text, "What you write here is for everybody in this diary.")
    expectLacks(screen.text, "all yours")
    expectLacks(screen.text, "stay on this machine")
    await screen.receive(.identified(nil, .reader))
    expectContains(screen.text, "You are a reader of this diary.")
    expectLacks(screen.text, "write the first entry")
  }
}
