import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct GettingAbout {
    private static let views = "state/photodiary/views"

    /// Where a diary's view is kept: one file.
    private func viewFile(of home: TestHome) throws -> String {
      let files = try home.files(in: home.folder.path(Self.views))
      try expect(files.count == 1 && files.at(0).hasSuffix(".json"))
      return home.folder.path(Self.views + "/" + files[0])
    }

    @Test func aCommandByItsLetters() throws {
      let home = try TestHome()
      try home.add("One", "Two")
      let session = try home.open()
      session.press(.character(":"))
      try session.waitFor("New entry")
      session.send("alltag")
      try session.waitFor("1 command")
      try session.waitFor("Alt-t")
      session.press(.enter)
      try session.waitFor("No tags yet")
      // From here, too, what is the list's.
      session.press(.character(":"))
      session.send("calendar")
      try session.waitFor("List c")
      session.press(.enter)
      try session.waitFor("go to")
      session.press(.character("q"))
      try session.waitFor("No tags yet")
      session.press(.character("q"))
      try session.waitForSelection("Two")
      // In a text it is a colon.
      session.press(.character("n"))
      session.send("a: b")
      try session.waitFor("a: b")
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))
    }

    /// Ctrl-O and Alt-o come through the terminal, and lead from run to run.
    @Test func fromRunToRun() throws {
      let home = try TestHome()
      try home.add("One", "Two", "Three")
      var session = try home.open()
      session.press(.character("G"))
      try session.waitForSelection("One")
      session.press(.control("o"))
      try session.waitForSelection("Three")
      session.press(.alt("o"))
      try session.waitForSelection("One")
      session.press(.character("v"), .enter)
      try session.waitFor("→ later")
      try session.waitFor("One: text.")
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))

      session = try home.open()
      try session.waitFor("Three: text.")
      session.press(.control("o"))
      try session.waitFor("→ later")
      try session.waitFor("One: text.")
      session.press(.character("q"))
      try session.waitFor("3 entries")
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))
      try expectEqual(home.runScript("stat -c %a \"$0\"", try viewFile(of: home)).text, "600\n")
    }

    @Test(.enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
    func beginningWhereItWasLeft() throws {
      let home = try TestHome()
      try home.folder.write("start = \"last\"\n", to: "config/photodiary/config.toml")
      let lines = (1...300).map {
        #"{"date":"2026-01-01","title":"Entry \#($0).","tags":["t\#($0 % 3)"]}"#
      }
      try home.output("import", "-", "--format", "jsonl", input: lines.joined(separator: "\n"))
      var session = try home.open(showing: "300 entries")
      session.press(.character("G"))
      try session.waitUntil("the end") { $0.text(ofRow: 22).hasPrefix("▌ 1 Thu") }
      session.press(.enter)
      try session.waitFor("→ later")
      session.press(.control("c"))
      try session.waitForEnd()

      session = try home.open(showing: "→ later")
      session.press(.character("q"))
      try session.waitFor("300 entries")
      session.press(.alt("t"))
      try session.waitFor("#t0")
      session.press(.enter)
      try session.waitFor("100 entries")
      session.press(.control("c"))
      try session.waitForEnd()

      session = try home.open(showing: "100 entries")
      try session.waitFor("#t0")
      session.press(.escape)
      try session.waitFor("300 entries")
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))
      try expectContains(home.output("config"), "start = \"last\"  # config.toml, line 1")
    }

    @Test func hostileFiles() throws {
      let home = try TestHome()
      try home.add("One", "Two")
      var session = try home.open()
      session.press(.character("q"))
      try session.waitForEnd()
      let file = try viewFile(of: home)
      let other = home.folder.path("other")
      try home.folder.write(#"{"version":1,"list":"sheet","place":null}"#, to: "other")
      let scripts = [
        "printf '\\000\\377{{{' > \"$0\"", "head -c 3000000 /dev/zero > \"$0\"",
        "rm \"$0\"; ln -s \"$1\" \"$0\"", "rm -f \"$0\"; mkfifo \"$0\"",
        "printf '{\"version\":99,\"list\":\"sheet\"}' > \"$0\"", ": > \"$0\"",
        "chmod 000 \"$0\"; chmod 500 \"$(dirname \"$0\")\"",
      ]
      for script in scripts {
        let made = try home.runScript(script, file, other)
        expectEqual(made.status, 0)
        session = try home.open()
        try session.waitForSelection("Two")
        session.press(.control("o"))
        try session.waitFor("Two")
        session.press(.control("c"))
        try expectEqual(session.waitForEnd(), .status(0), "\(script)")
      }
      // What the link led to is as it was.
      try expectContains(home.runScript("cat \"$0\"", other).text, "null")
      _ = try home.runScript("chmod 700 \"$(dirname \"$0\")\"", file)
      // A folder in its place, and nothing left over beside it.
      try expectEqual(home.runScript("rm -rf \"$0\"; mkdir \"$0\"", file).status, 0)
      session = try home.open()
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))
      try expect(home.files(in: home.folder.path(Self.views)).isEmpty)
    }
  }
}
