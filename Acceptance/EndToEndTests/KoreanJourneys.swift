import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// The program under a Korean locale, which needn't be installed.
  @Suite struct Korean {
    private let home: TestHome

    init() throws { home = try TestHome(environment: ["LANG": "ko_KR.UTF-8"]) }

    @Test func fromTheFirstEntryToTheHelp() throws {
      let session = try home.open(showing: "나만의 다이어리입니다")
      session.press(.character("n"))
      try session.waitFor("태그 없음")
      session.send("첫눈")
      session.press(.control("s"))
      try session.waitFor("“첫눈”을 추가했습니다.")
      try session.waitForSelection("첫눈")
      expectContains(session.screen.text(ofRow: 0), "일기 1개")
      session.press(.character("d"))
      try session.waitFor("이 일기를 삭제할까요?")
      try session.waitFor("예 (y)")
      session.press(.character("y"))
      try session.waitFor("“첫눈”을 삭제했습니다.")
      session.press(.character("?"))
      try session.waitFor("새 일기")
      session.press(.character("q"))
      try session.waitForEnd(afterPressing: .character("q"))
    }
  }
}
