import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// Commands that depend on the process or a real shell; CommandTests has all others.
@Suite("Commands as processes") struct CommandLineProcessTests {
  private let photodiary: TestHome

  init() throws { photodiary = try TestHome() }

  @Test func `a result that can't be written is a failure`() throws {
    try photodiary.output("add", "entry")
    let result = try photodiary.runScript("exec \"$DIARY\" list > /dev/full")
    expectEqual(result.status, 1)
    expectContains(result.errorText, "No space left")
  }

  @Test func `TZ sets the time zone, and LANG the language of help`() throws {
    var photodiary = photodiary
    photodiary.environment["TZ"] = "Asia/Seoul"
    photodiary.environment["LANG"] = "ko_KR.UTF-8"
    let id = try photodiary.output("add", "now", "--date", "2026-07-01 21:00")
    let date = try photodiary.json("show", id, "--format", "json")["date"]
    expectEqual(date?.string, "2026-07-01T21:00:00+09:00")
    try expectPrefix(photodiary.output("list", "--help"), "개요: 일기를 최신순으로")
  }

  /// Bash expands candidates.
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
    let result = try photodiary.runScript(script, photodiary.folder.path, BuiltProgram.folder)
    expectEqual(result.text.split(separator: "\n"), ["walks", "it's $(touch ran)"])
    expectNotEqual(access(photodiary.folder.path("ran"), F_OK), 0)
  }

  @Test(.enabled(if: access("/usr/bin/vim", X_OK) == 0, "vim isn't installed"))
  func `vim leaves no copy of the edited text, whatever the user's settings`() throws {
    let id = try photodiary.output("add", "title", "--content", "first")
    let folder = photodiary.folder
    for name in ["backup", "undo", "swap"] { mkdir(folder.path(name), 0o700) }
    let home = folder.path
    let settings = try folder.write(
      """
      set nocompatible backup writebackup undofile
      set backupskip= backupdir=\(home)/backup undodir=\(home)/undo directory=\(home)/swap
      set viminfo='100,n\(home)/viminfo
      autocmd VimEnter * call setline(3, "changed") | call system("ls \(home)/swap > \(home)/swaps") | wq

      """, to: "vimrc")
    var photodiary = photodiary
    photodiary.environment = ["VISUAL": "vim -u \(settings) -T dumb", "TERM": "dumb"]
    let result = try photodiary("edit", id)
    expectEqual(result.status, 0, "\(result.errorText)")
    try expectEqual(photodiary.json("show", id, "--format", "json")["content"]?.string, "changed")
    let left = try ProgramResult.run(
      "/bin/sh",
      ["-c", "ls -A backup undo swap; cat swaps; ls -d viminfo photodiary-* 2>/dev/null || true"],
      folder: folder.path)
    expectEqual(left.text, "backup:\n\nswap:\n\nundo:\n")
  }

  /// Photos are opened only while they're drawn.
  @Test func `an entry may have more photos than a program may open files`() throws {
    let bytes = try TemporaryFolder.bytes(of: Checkout.photo("river-fog.jpg"))
    let names = try (0..<70).map { number in
      "\"" + (try photodiary.folder.write(bytes + [UInt8(number)], to: "\(number).jpg")) + "\""
    }
    let list = names.joined(separator: ",")
    let entry = "{\"title\":\"many\",\"date\":\"2026-11-19T08:00:00Z\",\"photos\":[\(list)]}"
    try photodiary.output("import", "-", "--format", "jsonl", input: entry)
    let id = try require(try photodiary.entries().first?["id"]?.string)
    let shown = try photodiary.runScript(
      "ulimit -n 170; exec \"$DIARY\" show \"$0\" --color always", id)
    expectEqual(shown.status, 0)
    expectLacks(shown.text, "missing")
    expectGreater(shown.text.split(separator: "\n").count, 70 * 10)
  }

  @Test func `a reminder waits for its time and can be stopped`() throws {
    // Just before midnight there is no time left to wait for.
    let clock = try ProgramResult.run("/bin/date", ["+%H:%M"]).text.prefix(5)
    guard clock < "23:58" else { return }
    let waiting = try photodiary.start(["remind", "--at", "23:59"])
    try waiting.waitForError("Waiting until 23:59.")
    waiting.send(SIGINT)
    try expectEqual(waiting.waitForEnd(), .signal(SIGINT))
  }

  @Test func `the passphrase is asked for twice, and never shown`() throws {
    try photodiary.output("add", "entry")
    func export(_ answers: String...) throws -> String {
      let session = try photodiary.open(
        ["export", photodiary.folder.path("asked"), "--format", "jrnl", "--encrypt"], showing: nil)
      let questions = ["Passphrase: ", "Repeat passphrase: ", "Use it anyway?"]
      for (answer, question) in zip(answers, questions) {
        try session.waitUntil(question) { _ in session.written.contains(question) }
        session.send(answer)
      }
      try session.waitForEnd()
      return session.written
    }
    let file = photodiary.folder.path("asked.tar.age")
    let different = try export("tulip\r", "two\r")
    expectContains(different, "The two passphrases differ.")
    let stopped = try export("tulip\u{3}")
    expectContains(stopped, "Stopped. Nothing was changed.")
    expectNotEqual(access(file, F_OK), 0)
    let done = try export("wrong\u{15}말!\u{7F}\r", "말\r", "y\r")
    expectContains(done, "Exported 1 entry and 0 photos to ")
    expectEqual(access(file, F_OK), 0)
    for shown in [different, stopped, done] {
      expectLacks(shown, "tulip")
      expectLacks(shown, "말")
    }
  }
}
