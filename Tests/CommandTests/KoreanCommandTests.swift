import DiaryCore
import TestSupport
import Testing

@Suite("The command line in Korean") struct KoreanCommandTests {
  private let home: TestHome

  init() throws { home = try TestHome().inKorean }

  @Test func `entries are added and listed`() async throws {
    try await expectContains(home.notes("list"), "아직 다이어리가 없습니다")
    let id = try await home.output("add", "강가 산책", "--date", "2026-11-20T07:30:00+09:00")
    try await expectContains(home.output("show", id), "2026년 11월 20일 금요일 07:30 +09:00")
    try await expectContains(home.output("status"), "작성자")
    try await expectPrefix(home.run(["delete", id]).errorText, "“강가 산책”을 휴지통으로 옮겼습니다.")
    try await expectContains(home.run(["edit", id, "--title", "x"]).errorText, "“강가 산책”은 휴지통에")
  }

  @Test func `JSON is the same in every language`() async throws {
    let id = try await home.output("add", "첫눈")
    try await expectEqual(home.json("show", id)["journal"]?.string, "Diary")
    try await expectEqual(home.json("status")["state"]?.string, "available")
    try await expectContains(
      home.output("history", id, "--format", "jsonl"), "\"kind\":\"written\"")
  }

  @Test func `results of sync are sentences`() async throws {
    try await home.output("add", "첫눈")
    let added = try await home.notes("remote", "add", "home", home.folder.path("there"), "--plain")
    expectContains(added, "home을 추가했습니다. 변경 ")
    expectContains(added, "를 보냈습니다.")
    try await expectEqual(home.output("sync"), "home  최신 상태입니다.")
  }

  /// Messages of the argument parser.
  @Test(arguments: [
    (["add", "--modo"], "“--modo”라는 옵션이 없습니다. “--mood”를 쓰려고 하셨나요?"),
    (["add", "--foo"], "“--foo”라는 옵션이 없습니다. `photodiary add --help`를"),
    (["add", "--frobnicate"], "“--frobnicate”"),
    (["add", "--title"], "“--title”"), (["show", "a", "b"], "“b”는 쓸 수 없는 인자입니다."),
    (["show", "a", "b", "c"], "쓸 수 없는 인자 2개: 'b', 'c'."),
    (["add", "--tag"], "“--tag <tag>”의 값이 없습니다."), (["show"], "인자 “<id>”가 없습니다."),
    (["searches", "add"], "`photodiary searches add --help`를 참고하세요."),
    (["export"], "인자 “<dir>”가 없습니다."),
    (["list", "--format", "x"], "“--format <format>”에 “x”는 쓸 수 없습니다. 다음 중 하나를 쓰세요:"),
    (["list", "--limit", "many"], "“--limit <n>”에 “many”는 쓸 수 없습니다."),
    (["list", "--with-photos=1"], "옵션 “--with-photos”에는 값을 쓰지 않는데 “1”을 썼습니다."),
    (["list", "--limit", "0"], "--limit에는 1 이상의 수가 필요합니다."),
    (["frobnicate"], "“frobnicate”라는 명령이 없습니다."), (["lst"], "“lst”라는 명령이 없습니다. list를 찾으셨나요?"),
    (["--store"], "--store에는 폴더 이름이 필요합니다."),
  ])
  func `wrong usage is reported in Korean`(_ arguments: [String], _ expected: String) async throws {
    let result = try await home.run(arguments)
    expectEqual(result.status, 64)
    expectEqual(result.text, "")
    expectContains(result.errorText, expected, "\(result.errorText)")
    expectContains(result.errorText, "참고하세요.", "\(result.errorText)")
    let words = result.errorText.replacing(/`[^`]*`/, with: "")
    expect(!words.contains(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/), "\(words)")
  }

  @Test(arguments: [
    [], ["add"], ["list"], ["show"], ["edit"], ["search"], ["history"], ["revert"], ["delete"],
    ["restore"], ["trash"], ["status"], ["author"], ["verify"], ["export"], ["import"], ["watch"],
    ["demo"], ["today"], ["completions"], ["sync"], ["remote"], ["remote", "add"], ["clone"],
    ["device"], ["device", "remove"], ["journals"],
  ]) func `help is in Korean`(_ command: [String]) async throws {
    let help = try await home.output(command + ["--help"])
    for part in ["개요: ", "사용법: photodiary", "옵션:", "도움말을 보여 줍니다."] { expectContains(help, part) }
    for word in [
      "OVERVIEW", "USAGE", "ARGUMENTS", "OPTIONS", "SUBCOMMANDS", "(default)", "default:",
      "values:",
    ] { expectLacks(help, word) }
  }

  @Test func `the first locale variable that is set selects the language`() async throws {
    var english = home
    // Dates in the usual form, since another one would change those of tests that run at this time.
    english.environment["LC_ALL"] = "en_GB.UTF-8"
    try await expectContains(english.run(["list"]).errorText, "No diary at")
    var korean = try TestHome()
    korean.environment["LC_MESSAGES"] = "ko"
    try await expectContains(korean.run(["list"]).errorText, "아직 다이어리가")
  }
}
