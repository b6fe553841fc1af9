import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Together {
    /// Anna's own diary beside one that she shares with Ben.
    @Test func allDiariesAreOneTimeline() throws {
      let homes = try SharedHomes()
      try homes.letIn(homes.ben, "벤")
      _ = try homes.add(homes.ben, "벤의 강가", "--date", "2026-03-02")
      try homes.sync(homes.ben, homes.anna)
      try homes.anna.output("add", "Plum tree", "--date", "2026-03-01")
      let session = try homes.anna.open()
      session.press(.character("J"))
      try session.waitFor("⇄ Everything together")
      session.press(.character("k"), .enter)
      try session.waitFor("⇄ Family · 벤")
      try session.waitFor("Everything together")
      // Written into the other diary, and told there with the next look at it.
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("At the lake")
      session.press(.alt("j"))
      try session.waitFor("Which journal or diary?")
      session.press(.character("G"), .enter)
      try session.waitFor("⇄ Family")
      session.press(.control("s"))
      try session.waitFor("3 entries")
      try expectEqual(titles(homes.anna, "--diary", "Family"), ["At the lake", "벤의 강가"])
      // What another program adds shows, too.
      _ = try homes.add(homes.anna, "From the shell")
      try session.waitFor("From the shell")
      // Copied there, and the old one goes.
      session.press(.character("G"), .character("M"))
      try session.waitFor("to which journal or diary?")
      session.press(.character("G"), .enter)
      try session.waitFor("Copied to Family")
      session.press(.character("y"))
      try session.waitFor("Deleted “Plum tree”.")
      try expectEqual(titles(homes.anna), [])
      try expectContains(titles(homes.anna, "--diary", "Family"), "Plum tree")
      try session.waitForEnd(afterPressing: .character("q"))
      try expectEqual(homes.anna.run(["--together", "list"]).status, 64)
    }

    private func titles(_ home: TestHome, _ arguments: String...) throws -> [String] {
      let result = try home.run(arguments + ["list", "--format", "json"])
      return try JSON.parse(result.text).array?.compactMap { $0["title"]?.string } ?? []
    }
  }
}
