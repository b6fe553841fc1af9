import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// A script or another window writes into the same diary.
  @Suite struct TwoPrograms {
    @Test func twentyProgramsAddTwoHundredEntries() throws {
      let home = try TestHome()
      try home.add("Before")
      let session = try home.open()
      try session.waitForSelection("Before")
      let watch = try home.start(["watch", "--limit", "200"])
      try watch.waitForError("Watching ")
      // Twenty shells at once, ten adds each, before and after what is selected.
      let script = """
        mkdir "$1"
        for shell in $(seq 20); do
          for entry in $(seq 10); do
            "$0" add "$shell/$entry" --date 202$((5 + shell % 2))-06-01 > "$1/$shell-$entry" || exit 1
          done &
        done
        wait
        """
      let ids = home.folder.path("ids")
      let shell = try home.runScript(script, BuiltProgram.path("photodiary"), ids)
      expectEqual(shell.errorText, "")
      try session.waitFor("201 entries")
      try session.waitUntil("the toast") { $0.text.contains("in another window") }
      try session.waitForSelection("Before")
      try expectEqual(watch.waitForEnd(), .status(0))
      let reported = try watch.lines.compactMap { try JSON.parse($0)["entry"]?["id"]?.string }
      let added = try home.files(in: ids).map { try home.folder.text("ids/" + $0).dropLast() }
      expectEqual(Set(reported), Set(added.map(String.init)))
      expectEqual(reported.count, 200)
      try expectEqual(home.titles().count, 201)
      try expectEqual(home.run(["verify"]).status, 0)
    }
  }

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
      // It is in the other diary, which shows it when it is next looked at.
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

  /// A remote that accepts a connection and never answers doesn't block the program.
  @Suite(.serialized) struct SilentRemote {
    @Test func writingAndLeaving() throws {
      let programs = try TemporaryFolder()
      let ssh = try programs.write(
        """
        #!/bin/sh
        # The host is this machine, until it falls silent.
        if [ -e "$HOME/silent" ]; then echo $$ >"$HOME/process"; exec sleep 1000; fi
        for command; do :; done
        exec sh -c "$command"
        """, to: "ssh")
      expectEqual(chmod(ssh, 0o755), 0)
      let home = try TestHome(environment: [
        "PATH": programs.path + ":/usr/local/bin:/usr/bin:/bin"
      ])
      try home.output("add", "Fog")
      try home.output("remote", "add", "far", "ssh://far.example\(home.folder.path("there"))")
      try expectContains(home.files(in: home.folder.path("there")), "FORMAT.txt")
      try home.folder.write("", to: "silent")
      let session = try home.open()
      let process = home.folder.path("process")
      expect(comesTrue { access(process, F_OK) == 0 })
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("Snow")
      session.press(.control("s"))
      try session.waitFor("Added “Snow”.")
      session.press(.character("Y"))
      try session.waitFor("far.example")
      session.press(.character("q"))
      try session.waitForNo("far.example")
      session.press(.enter)
      try session.waitFor("back")
      let words = String(decoding: try home.folder.read(process), as: UTF8.self)
      let number = try require(Int32(words.prefix { $0.isNumber }))
      expectEqual(kill(number, 0), 0, "Something else ended the wait for the remote.")
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))
      expect(comesTrue { kill(number, 0) != 0 && errno == ESRCH })
      try expectEqual(home.titles(), ["Snow", "Fog"])
    }
  }
}
