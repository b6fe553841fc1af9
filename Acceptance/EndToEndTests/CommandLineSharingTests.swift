import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("A shared diary on the command line") struct CommandLineSharingTests {
  @Test func `three people write together, one becomes a reader, one is removed`() throws {
    let homes = try SharedHomes(isRepository: true)
    let (anna, ben, cho) = (homes.anna, homes.ben, homes.cho)
    try anna.output("add", "Anna's own")
    let words = try homes.ask(ben, homes.invite())
    let asking = try require(try homes.person("벤", as: anna))
    expect(asking["state"]?.string == "asking" && asking["check"]?.string == words)
    let id = try require(asking["id"]?.string)
    // Before the approval nothing is received or written.
    for command in [["sync"], ["add", "Too early"]] {
      let result = try ben.run(["--diary", "Family"] + command)
      expectEqual(result.status, 1, "\(result.errorText)")
      expectContains(result.errorText, words, "\(result.errorText)")
    }
    let approved = try anna.run(["people", "approve", id])
    expectEqual(approved.status, 0)
    expectContains(approved.errorText, "Approved 벤")
    try homes.sync(ben)
    try homes.letIn(cho, "Cho")

    let annas = try homes.add(anna, "From Anna", "--photo", Checkout.photo("river-fog.jpg"))
    _ = try homes.add(ben, "벤이 씀")
    _ = try homes.add(cho, "From Cho")
    try homes.sync(anna, ben, cho, anna, ben)
    for home in [anna, ben, cho] {
      try expectEqual(homes.titles(home), ["From Anna", "From Cho", "벤이 씀"])
      try home.expectSound("--diary", "Family")
    }
    try expectEqual(anna.titles(), ["Anna's own"])
    // Entries are changed and deleted only by their authors.
    for command in [["edit", annas, "--title", "Ben's"], ["delete", annas]] {
      let result = try ben.run(["--diary", "Family"] + command)
      expectEqual(result.status, 1)
      expectContains(result.errorText, "written by someone else")
    }

    let role = try anna.run(["people", "role", homes.id("Cho", as: anna), "reader"])
    expectEqual(role.status, 0)
    expectContains(role.errorText, "Cho's role is now viewer.")
    try homes.sync(cho)
    try expectContains(cho.failure("--diary", "Family", "add", "No"), "You are a viewer")

    // Ben's last entry isn't synced before he is removed.
    _ = try homes.add(ben, "Ben's last")
    let removed = try anna.run(["people", "remove", id])
    expectEqual(removed.status, 0)
    expect(TwoMachines.isSixWords(String(removed.text.dropLast())))
    _ = try homes.add(anna, "After Ben")
    try homes.sync(anna, cho)
    try expectEqual(homes.titles(cho), ["After Ben", "From Anna", "From Cho", "벤이 씀"])
    let late = try ben.run(["--diary", "Family", "sync"])
    expectEqual(late.status, 1)
    expectContains(late.errorText, "You were removed")
    try expectLacks(homes.titles(ben), "After Ben")
    try expectEqual(homes.person("벤", as: cho)?["state"]?.string, "removed")
  }

  @Test func `an invitation is also a QR code if it fits the terminal`() throws {
    let found = try ProgramResult.run(
      "/bin/sh", ["-c", "/sbin/ldconfig -p | grep -q libqrencode.so.4"])
    guard found.status == 0 else { return print("libqrencode isn't installed: no code is tested.") }
    let home = try TestHome()
    for (columns, rows) in [(120, 70), (40, 12)] {
      let session = try home.open(
        ["share", "Family"] + (columns == 120 ? [home.folder.path("family")] : []),
        columns: columns, rows: rows, showing: "approve it.")
      expectEqual(session.text.contains("▀▀▀▀▀▀"), (columns == 120))
      try expectEqual(session.waitForEnd(), .status(0))
    }
  }
}
