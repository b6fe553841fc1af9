import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// What was, what changed, and the ways back.
  @Suite struct History {
    @Test func fromTheListToAnEarlierState() throws {
      let home = try TestHome()
      let id = try home.output("add", "첫눈", "--content", "첫눈이 왔다.")
      try home.output("edit", id, "--content", "첫눈이 많이 왔다.")
      let session = try home.open(environment: ["NO_COLOR": "1"])
      session.press(.character("H"))
      try session.waitFor("첫눈이 {+많이 +}왔다.")
      try session.waitFor("1 of 2")
      session.press(.character("j"))
      try session.waitFor("First revision.")
      session.press(.character("r"))
      try session.waitFor("Reverted “첫눈”. Press u to undo.")
      try session.waitFor("3 of 3")
      try expectSuffix(home.output("show", id), "첫눈이 왔다.")
      session.press(.character("q"), .character("u"))
      try session.waitFor("Undone: reverting “첫눈”.")
      try expectSuffix(home.output("show", id), "첫눈이 많이 왔다.")
      session.press(.control("r"))
      try session.waitFor("Redone: reverting “첫눈”.")
      try expectSuffix(home.output("show", id), "첫눈이 왔다.")
      try home.output("verify")
    }

    @Test func twoProgramsMakeTwoVersions() throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.open(columns: 100)
      session.press(.character("e"))
      try session.waitFor("Edit entry")
      session.send(" Mine.")
      let id = try require(try home.entries().first?["id"]?.string)
      try home.output("edit", id, "--content", "One: text. Theirs.")
      try session.waitFor("changed in another window")
      session.press(.control("s"))
      try session.waitFor("Both versions were kept")
      session.press(.character("m"))
      try session.waitFor("Versions · One")
      try session.waitFor("One: text. Mine.")
      try session.waitFor("One: text. Theirs.")
      session.press(.character("e"))
      try session.waitFor("——— Right version, saved")
      session.press(.control("u"))
      session.press(.control("s"))
      try session.waitFor("Save with the divider lines?")
      session.press(.character("y"))
      try session.waitFor("Merged “One”")
      let history = try home.output("history", id)
      expectEqual(history.split(separator: "\n").count, 4)
      expectContains(history, "merged")
      session.press(.character("u"))
      try session.waitFor("Undone: merging the versions of “One”.")
      try expectContains(home.output("history", id), "One  (version)")
      // An edit from the shell is one of the version shown.
      try home.output("edit", id, "--tag", "shell")
      try expectEqual(home.output("history", id).split(separator: "(version)").count, 3)
      try session.waitFor("“One” was updated in another window.")
      session.press(.character("m"))
      try session.waitFor("Right · saved")
      session.press(.character("r"))
      try session.waitFor("Merged “One”")
      try expectSuffix(home.output("show", id), "One: text. Theirs.")
      try home.output("verify")
    }
  }
}
