import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("News from others, until read") struct CommandLineNewsTests {
  private let homes: SharedHomes
  private var anna: TestHome { homes.anna }
  private var ben: TestHome { homes.ben }

  init() throws {
    homes = try SharedHomes()
    try homes.letIn(homes.ben, "벤")
    try homes.sync(homes.anna)
  }

  /// Syncs with a fake `notify-send`. Returns its notifications.
  private func syncNotifications() throws -> [String] {
    let notes = anna.folder.path("notes")
    try anna.makeProgram("notify-send", "printf '%s\\n' \"$3\" >> \(notes)")
    unlink(notes)
    let result = try anna.runScript("PATH=\(anna.programPath) exec \"$DIARY\" --diary Family sync")
    expectEqual(result.status, 0, "\(result.errorText)")
    guard access(notes, F_OK) == 0 else { return [] }
    return try anna.folder.text("notes").split(separator: "\n").map(String.init)
  }

  @Test func `the desktop is notified of configured changes once`() throws {
    let entry = try homes.add(ben, "호숫가", "--tag", "baby")
    _ = try homes.add(anna, "Anna's own")
    try homes.sync(ben)
    try expectEqual(syncNotifications(), [])
    try anna.folder.write(
      "author = \"Anna\"\nnotify = [\"tag:baby\"]\n", to: "config/photodiary/config.toml")
    try ben.output("--diary", "Family", "comment", entry, "--text", "SECRET")
    _ = try homes.add(ben, "Something else")
    try homes.sync(ben)
    try expectEqual(syncNotifications(), ["벤 commented on “호숫가” in Family"])
    try expectEqual(syncNotifications(), [])
    try anna.folder.write(
      "author = \"Anna\"\nnotify = [\"family\"]\n", to: "config/photodiary/config.toml")
    _ = try homes.add(ben, "One")
    try homes.sync(ben)
    try expectEqual(syncNotifications(), ["벤 wrote “One” in Family"])
    for number in 1...5 { _ = try homes.add(ben, "Entry \(number)") }
    try homes.sync(ben)
    try expectEqual(syncNotifications(), ["벤 wrote 5 in Family"])
    // Only IDs are remembered.
    let folder = anna.folder.path("state/photodiary/news")
    let kept = try anna.files(in: folder).filter { $0.hasSuffix(".json") }.map {
      try anna.folder.text("state/photodiary/news/\($0)")
    }.joined()
    expectContains(kept, entry)
    expectLacks(kept, "호숫가")
    expectLacks(kept, "SECRET")
  }

  @Test func `screens show news until it is read`() throws {
    try anna.output("add", "Anna's own")
    _ = try homes.add(ben, "At the lake")
    try homes.sync(ben, anna)
    let own = try anna.open(showing: "Anna's own")
    try own.waitFor("벤 wrote 1 in Family")
    try own.press(.character("J"), showing: "1 new, owner")
    try own.send("Gb", showing: "Desktop notifications are on for “Family”")
    try own.quit()

    let family = try anna.open(["--diary", "Family"], showing: "At the lake")
    try family.waitFor("벤 wrote 1 ·")
    try family.press(.enter, showing: "q back")
    try family.press(.character("q"), hiding: "벤 wrote 1")
    try family.quit()
    try expectEqual(syncNotifications(), [])
    _ = try homes.add(ben, "Again")
    try homes.sync(ben)
    try expectEqual(syncNotifications(), ["벤 wrote “Again” in Family"])
  }

  /// A slow poll would take minutes, so the folder is watched.
  @Test func `news in a watched folder is shown while the diary is open`() throws {
    let lake = try homes.add(ben, "At the lake")
    try homes.sync(ben, anna)
    let family = try anna.open(["--diary", "Family"], showing: "At the lake")
    try family.press(.enter, showing: "q back")
    _ = try homes.add(ben, "In the hills")
    try ben.output("--diary", "Family", "comment", lake, "--text", "벤이 말함")
    try homes.sync(ben)
    // A comment on the open entry counts as read, and the other entry is new.
    try family.waitFor("벤이 말함")
    try family.press(.character("q"), showing: "In the hills", "벤 wrote 1 ·")
    family.press(.character("J"), .character("R"))
    try family.waitFor("Marked everything here as read.")
    try family.press(.character("q"), hiding: "벤 wrote 1")
    try family.quit()
  }
}
