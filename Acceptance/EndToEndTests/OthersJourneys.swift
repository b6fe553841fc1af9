import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Several programs write to the same diary.
  @Suite struct TwoPrograms {
    @Test func `twenty programs add two hundred entries`() throws {
      let home = try TestHome()
      try home.add("Before")
      let session = try home.open()
      try session.waitForSelection("Before")
      let watch = try home.start(["watch", "--limit", "200"])
      try watch.waitForError("Watching ")
      // Twenty concurrent shells add ten entries each, before and after the selected one.
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
    /// A private diary together with a shared one.
    @Test func `all diaries are one timeline`() throws {
      let homes = try SharedHomes()
      try homes.letIn(homes.ben, "벤")
      _ = try homes.add(homes.ben, "벤의 강가", "--date", "2026-03-02")
      try homes.sync(homes.ben, homes.anna)
      try homes.anna.output("add", "Plum tree", "--date", "2026-03-01")
      let session = try homes.anna.open()
      try session.press(.character("J"), showing: "⇄ All diaries together")
      try session.press(.character("k"), .enter, showing: "⇄ Family · 벤", "All diaries together")
      // The new entry is in the other diary.
      try session.press(.character("n"), showing: "New entry")
      session.send("At the lake")
      try session.press(.alt("j"), showing: "Which journal or diary?")
      try session.press(.character("G"), .enter, showing: "⇄ Family")
      try session.press(.control("s"), showing: "3 entries")
      try expectEqual(homes.titles(homes.anna), ["At the lake", "벤의 강가"])
      _ = try homes.add(homes.anna, "From the shell")
      try session.waitFor("From the shell")
      try session.press(.character("G"), .character("M"), showing: "to which journal or diary?")
      try session.press(.character("G"), .enter, showing: "Copied to Family")
      try session.press(.character("y"), showing: "Deleted “Plum tree”.")
      try expectEqual(homes.anna.titles(), [])
      try expectContains(homes.titles(homes.anna), "Plum tree")
      try session.waitForEnd(afterPressing: .character("q"))
      try expectEqual(homes.anna.run(["--together", "list"]).status, 64)
    }
  }

  /// A remote that accepts a connection and never answers doesn't block the program.
  @Suite(.serialized) struct SilentRemote {
    @Test func `writing and leaving`() throws {
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
      try session.press(.character("n"), showing: "New entry")
      session.send("Snow")
      try session.press(.control("s"), showing: "Added “Snow”.")
      try session.press(.character("Y"), showing: "far.example")
      try session.press(.character("q"), hiding: "far.example")
      try session.press(.enter, showing: "back")
      let number = try require(Int32(home.folder.text("process").prefix { $0.isNumber }))
      expectEqual(kill(number, 0), 0, "Something else ended the wait for the remote.")
      try session.quit()
      expect(comesTrue { kill(number, 0) != 0 && errno == ESRCH })
      try expectEqual(home.titles(), ["Snow", "Fog"])
    }
  }
}
