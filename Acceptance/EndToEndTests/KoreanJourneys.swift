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

@Suite("The command line in Korean")
struct KoreanCommandLineTests {
  private let home: TestHome

  init() throws { home = try TestHome(environment: ["LANG": "ko_KR.UTF-8"]) }

  @Test func entriesAreAddedAndListed() throws {
    let empty = try home.run(["list"])
    expectEqual(empty.status, 0)
    expectContains(empty.errorText, "아직 다이어리가 없습니다")
    let id = try home.output("add", "강가 산책", "--date", "2026-11-20T07:30:00+09:00")
    try expectContains(home.output("show", id), "2026년 11월 20일 금요일 07:30 +09:00")
    try expectContains(home.output("status"), "글쓴이")
    try expectPrefix(home.run(["delete", id]).errorText, "휴지통으로 옮겼습니다: “강가 산책”")
    try expectContains(home.run(["edit", id, "--title", "x"]).errorText, "“강가 산책”은 휴지통에")
  }

  @Test func whatScriptsReadStaysAsItIs() throws {
    let id = try home.output("add", "첫눈")
    let entry = try JSON.parse(try home.output("show", id, "--format", "json"))
    expectEqual(entry["journal"]?.string, "Diary")
    let status = try home.output("status", "--format", "json")
    expectContains(status, "\"state\"")
    expectContains(status, "available")
    try expectContains(home.output("history", id, "--format", "jsonl"), "\"kind\":\"written\"")
  }

  /// The parser's own messages.
  @Test(arguments: [
    (["add", "--foo"], "알 수 없는 옵션 '--foo'. '--mood'를 쓰려고 했나요?"),
    (["add", "--frobnicate"], "알 수 없는 옵션 '--frobnicate'."),
    (["add", "--title"], "알 수 없는 옵션 '--title'"), (["add", "a", "b"], "쓰이지 않는 인자 'b'."),
    (["add", "a", "b", "c"], "쓰이지 않는 인자 2개: 'b', 'c'."),
    (["add", "--tag"], "'--tag <tag>'의 값이 없습니다."), (["show"], "인자 '<id>'가 없습니다."),
    (["export", "x"], "'--format <format>'"),
    (["list", "--format", "x"], "'--format <format>'에 'x'는 쓸 수 없습니다. 다음 중 하나를 쓰세요:"),
    (["list", "--limit", "many"], "'--limit <n>'에 'many'는 쓸 수 없습니다."),
    (["list", "--with-photos=1"], "옵션 '--with-photos'에는 값을 쓰지 않는데 '1'을 썼습니다."),
    (["list", "--limit", "0"], "--limit에는 1 이상의 수가 필요합니다."),
    (["frobnicate"], "“frobnicate”라는 명령이 없습니다."),
    (["lst"], "“lst”라는 명령이 없습니다. list를 찾으셨나요?"),
    (["--store"], "--store에는 폴더 이름이 필요합니다."),
  ])
  func wrongUsageIsTold(_ arguments: [String], _ expected: String) throws {
    let result = try home.run(arguments)
    expectEqual(result.status, 64)
    expectEqual(result.text, "")
    expectContains(result.errorText, expected, "\(result.errorText)")
    expectContains(result.errorText, "참고하세요.", "\(result.errorText)")
    expect(!result.errorText.contains(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/), "\(result.errorText)")
  }

  @Test(arguments: [
    [], ["add"], ["list"], ["show"], ["edit"], ["search"], ["history"], ["revert"], ["delete"],
    ["restore"], ["trash"], ["status"], ["author"], ["verify"], ["export"], ["import"], ["watch"],
    ["demo"], ["sync"], ["remote"], ["remote", "add"], ["clone"], ["device"], ["device", "remove"],
  ])
  func helpIsInKorean(_ command: [String]) throws {
    let result = try home.run(command + ["--help"])
    expectEqual(result.status, 0)
    for part in ["개요: ", "사용법: photodiary", "옵션:", "도움말을 보여 줍니다."] {
      expectContains(result.text, part, "\(result.text)")
    }
    for word in ["OVERVIEW", "USAGE", "ARGUMENTS", "OPTIONS", "SUBCOMMANDS", "default:", "values:"]
    {
      expectLacks(result.text, word, "\(result.text)")
    }
  }

  @Test func theFirstVariableThatIsSetChoosesTheLanguage() throws {
    let english = try TestHome(environment: ["LANG": "ko_KR.UTF-8", "LC_ALL": "en_US.UTF-8"])
    try expectContains(english.run(["list"]).errorText, "No diary at")
    let korean = try TestHome(environment: ["LANG": "C.UTF-8", "LC_MESSAGES": "ko"])
    try expectContains(korean.run(["list"]).errorText, "아직 다이어리가")
  }
}
