import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// A script or another window writes into the same diary.
  @Suite struct TwoPrograms {
    @Test func anEntryComesFromElsewhere() throws {
      let home = try TestHome()
      try home.add("One", "Two")
      let session = try home.open()
      session.press(.down)
      try session.waitForSelection("One")
      try home.output("add", "From a script")
      try session.waitFor("“From a script” was added in another window.")
      try session.waitFor("3 entries")
      try session.waitForSelection("One")
      try home.output("delete", try require(try home.entries()[1]["id"]?.string))
      try session.waitFor("“Two” was deleted in another window.")
      try session.waitForSelection("One")
    }

    @Test func bothWindowsSave() throws {
      let home = try TestHome()
      try home.add("One")
      let first = try home.open()
      let second = try home.open()
      for (session, title) in [(first, "Left"), (second, "Right")] {
        session.press(.character("n"))
        try session.waitFor("New entry")
        session.send(title)
      }
      first.press(.control("s"))
      second.press(.control("s"))
      try first.waitFor("3 entries")
      try second.waitFor("3 entries")
      expectEqual(Set(try home.titles()), ["Left", "Right", "One"])
    }

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
      let told = try watch.lines.compactMap { try JSON.parse($0)["entry"]?["id"]?.string }
      let added = try home.files(in: ids).map { try home.folder.text("ids/" + $0).dropLast() }
      expectEqual(Set(told), Set(added.map(String.init)))
      expectEqual(told.count, 200)
      try expectEqual(home.titles().count, 201)
      try expectEqual(home.run(["verify"]).status, 0)
    }
  }
}
