import AcceptanceSupport
import TestSupport
import Testing

/// Commands where the process or a real shell matters. All others are in CommandTests.
@Suite("Commands as processes")
struct CommandLineProcessTests {
  private let photodiary: TestHome

  init() throws { photodiary = try TestHome() }

  @Test func `a result that can't be written is a failure`() throws {
    try photodiary.output("add", "entry")
    let result = try ProgramResult.run(
      "/bin/sh", ["-c", "exec \(BuiltProgram.path("photodiary")) list > /dev/full"],
      environment: ["HOME": photodiary.folder.path, "PHOTODIARY_STORE": photodiary.store])
    expectEqual(result.status, 1)
    expectContains(result.errorText, "No space left")
  }

  @Test func `the time zone is the one of TZ, and help is in the language of LANG`() throws {
    var photodiary = photodiary
    photodiary.environment["TZ"] = "Asia/Seoul"
    photodiary.environment["LANG"] = "ko_KR.UTF-8"
    let id = try photodiary.output("add", "now", "--date", "2026-07-01 21:00")
    let date = try photodiary.json("show", id, "--format", "json")["date"]
    expectEqual(date?.string, "2026-07-01T21:00:00+09:00")
    try expectPrefix(photodiary.output("list", "--help"), "개요: 일기를 최근 것부터")
  }

  /// Bash expands the words that it gets as candidates.
  @Test func `bash runs nothing that a tag contains`() throws {
    try photodiary.output("add", "Two", "--tag", "it's $(touch ran)", "--tag", "walks")
    try photodiary.output("add", "One", "--tag", "walks")
    let script = """
      cd "$0"; PATH="$1:$PATH"; eval "$(photodiary --generate-completion-script bash)"
      COMP_LINE='photodiary list --tag '; COMP_POINT=${#COMP_LINE}
      COMP_WORDS=(photodiary list --tag ''); COMP_CWORD=3
      _photodiary photodiary '' --tag
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try ProgramResult.run(
      "/bin/bash", ["--norc", "-c", script, photodiary.folder.path, BuiltProgram.folder],
      environment: ["PHOTODIARY_STORE": photodiary.store, "HOME": photodiary.folder.path])
    expectEqual(result.text.split(separator: "\n"), ["walks", "it's $(touch ran)"])
    try expectNotEqual(ProgramResult.run("/bin/ls", [photodiary.folder.path("ran")]).status, 0)
  }
}
