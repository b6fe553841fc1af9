import DiaryCore
import TestSupport
import Testing

/// Runs of commands in one process.
@Suite("Commands beside each other")
struct InvocationTests {
  @Test func `each command has its language, time zone, environment and output`() async throws {
    var seoul = try TestHome().inKorean
    seoul.offsetFromUTC = 9 * 3600
    let london = try TestHome()
    for (home, name) in [(seoul, "서울"), (london, "London")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (home, zone, author, word) in [
        (seoul, "+09:00", "서울", "일기 "), (london, "+00:00", "London", "Entries "),
      ] {
        group.addTask {
          for number in 1...5 {
            let id = try await home.output("add", "\(number)")
            let entry = try await home.json("show", id, "--format", "json")
            expectEqual(entry["date"]?.string?.hasSuffix(zone), true)
            try await expectPrefix(home.output("stats"), word)
            try await expectContains(home.output("author"), author)
          }
        }
      }
      try await group.waitForAll()
    }
    try await expectEqual(london.entries().count, 5)
  }

  @Test func `a language in the settings applies to its home alone`() async throws {
    let (korean, other) = (try TestHome(), try TestHome())
    try korean.folder.write("language = \"ko\"\n", to: "config/photodiary/config.toml")
    for home in [korean, other] { try await home.output("add", "one") }
    try await expectPrefix(korean.output("stats"), "일기 ")
    try await expectPrefix(other.output("stats"), "Entries ")
  }

  @Test func `commands that write to one diary wait for each other`() async throws {
    let home = try TestHome()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 { group.addTask { try await home.output("add", "\(number)") } }
      try await group.waitForAll()
    }
    try await expectEqual(Set(home.titles()), Set((1...8).map { "\($0)" }))
    try await expectEqual(home.output("verify"), "")
  }

  @Test func `a program that a command starts has the environment and folders of its home`()
    async throws
  {
    var home = try TestHome()
    home.environment["GREETING"] = "hello"
    try home.folder.write(
      "[hooks]\nsaved = \"echo $GREETING > $HOME/hook\"\n", to: "config/photodiary/config.toml")
    try await home.output("add", "one")
    try expectEqual(home.folder.text("hook"), "hello\n")
  }

  @Test func `there is no terminal to ask on`() async throws {
    let home = try TestHome()
    try await home.output("add", "one")
    try await expectContains(home.failure("encrypt"), "without a terminal")
  }
}
