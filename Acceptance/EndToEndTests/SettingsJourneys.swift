import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Settings that change while the diary is open.
  @Suite(.enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
  struct ChangingSettings {
    private static let file = "config/photodiary/config.toml"

    @Test func aFileThatIsMadeChangedAndReplaced() throws {
      let home = try TestHome()
      try home.add("one", "two")
      let session = try home.open()
      expectContains(session.text, "n new")
      // The folder isn't there yet.
      try home.folder.write("[keys.list]\nnew = [\"a\"]\n", to: Self.file)
      try session.waitFor("a new")
      session.press(.character("a"))
      try session.waitFor("New entry")
      session.press(.escape)
      try session.waitForNo("New entry")

      // As an editor saves: another file takes its name.
      let other = try home.folder.write(
        "theme = \"light\"\n[keys.list]\nnew = [\"b\"]\n", to: "config/photodiary/other")
      expectEqual(rename(other, home.folder.path(Self.file)), 0)
      try session.waitFor("b new")

      try home.folder.write("theme = \"lihgt\"\n", to: Self.file)
      try session.waitFor("config.toml, line 1: theme must be one of")
      session.press(.character("b"))
      try session.waitFor("New entry")
      session.press(.escape)
      try session.waitForNo("New entry")

      expectEqual(unlink(home.folder.path(Self.file)), 0)
      try session.waitFor("n new")
      session.press(.character("q"))
      try expectEqual(session.waitForEnd(), .status(0))
    }
  }
}
