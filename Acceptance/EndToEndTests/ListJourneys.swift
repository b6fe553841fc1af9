import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct GettingAbout {
    private static let views = "state/photodiary/views"

    private func viewFile(of home: TestHome) throws -> String {
      let files = try home.files(in: home.folder.path(Self.views))
      try expect(files.count == 1 && files.at(0).hasSuffix(".json"))
      return home.folder.path(Self.views + "/" + files[0])
    }

    @Test func `Ctrl-O and Alt-o work across runs`() throws {
      let home = try TestHome()
      try home.add("One", "Two", "Three")
      var session = try home.open()
      try session.press(.character("G"), selecting: "One")
      try session.press(.control("o"), selecting: "Three")
      try session.press(.alt("o"), selecting: "One")
      try session.press(.character("v"), .enter, showing: "q back", "One: text.")
      try session.quit()

      session = try home.open()
      try session.waitFor("Three: text.")
      try session.press(.control("o"), showing: "q back", "One: text.")
      try session.quit()
      try expectEqual(home.runScript("stat -c %a \"$0\"", try viewFile(of: home)).text, "600\n")

      // The setting lets the next run begin at the last place.
      guard access("/usr/include/toml++/toml.h", R_OK) == 0 else { return }
      try home.folder.write("start = \"last\"\n", to: "config/photodiary/config.toml")
      session = try home.open(showing: "q back")
      try session.waitFor("One: text.")
      try session.quit()
    }

    @Test func `hostile view files`() throws {
      let home = try TestHome()
      try home.add("One", "Two")
      var session = try home.open()
      session.press(.character("q"))
      try session.waitForEnd()
      let file = try viewFile(of: home)
      let other = home.folder.path("other")
      try home.folder.write(#"{"version":1,"list":"sheet","place":null}"#, to: "other")
      let scripts = [
        "head -c 3000000 /dev/zero > \"$0\"", "rm \"$0\"; ln -s \"$1\" \"$0\"",
        "rm -f \"$0\"; mkfifo \"$0\"", "chmod 000 \"$0\"; chmod 500 \"$(dirname \"$0\")\"",
      ]
      for script in scripts {
        let made = try home.runScript(script, file, other)
        expectEqual(made.status, 0)
        session = try home.open()
        try session.waitForSelection("Two")
        try session.press(.control("o"), showing: "Two")
        session.press(.control("c"))
        try expectEqual(session.waitForEnd(), .status(0), "\(script)")
      }
      try expectContains(home.runScript("cat \"$0\"", other).text, "null")
      _ = try home.runScript("chmod 700 \"$(dirname \"$0\")\"", file)
      // A folder replaces the file, and no temporary file is left.
      try expectEqual(home.runScript("rm -rf \"$0\"; mkdir \"$0\"", file).status, 0)
      session = try home.open()
      try session.quit()
      try expect(home.files(in: home.folder.path(Self.views)).isEmpty)
    }
  }

  /// Settings changed while the diary is open.
  @Suite(.enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0)) struct ChangingSettings {
    private static let file = "config/photodiary/config.toml"

    @Test func `a settings file is created, changed and replaced`() throws {
      let home = try TestHome()
      try home.add("one", "two")
      let session = try home.open()
      expectContains(session.text, "n new")
      // The folder is created too.
      try home.folder.write("[keys.list]\nnew = [\"a\"]\n", to: Self.file)
      try session.waitFor("a new")
      try session.press(.character("a"), showing: "New entry")
      try session.press(.escape, hiding: "New entry")

      // Editors save by replacing the file.
      let other = try home.folder.write(
        "theme = \"light\"\n[keys.list]\nnew = [\"b\"]\n", to: "config/photodiary/other")
      expectEqual(rename(other, home.folder.path(Self.file)), 0)
      try session.waitFor("b new")

      try home.folder.write("theme = \"lihgt\"\n", to: Self.file)
      try session.waitFor("config.toml, line 1: theme must be one of")
      try session.press(.character("b"), showing: "New entry")
      try session.press(.escape, hiding: "New entry")

      expectEqual(unlink(home.folder.path(Self.file)), 0)
      try session.waitFor("n new")
      session.press(.character("q"))
      try expectEqual(session.waitForEnd(), .status(0))
    }
  }
}
