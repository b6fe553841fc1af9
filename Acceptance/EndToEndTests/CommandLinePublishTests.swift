import AcceptanceSupport
import TestSupport
import Testing

@Suite("A public journal on the command line") struct CommandLinePublishTests {
  private let mina: TestHome
  private let june: TestHome

  init() throws {
    (mina, june) = (try TestHome(), try TestHome())
    for (home, name) in [(mina, "미나"), (june, "June")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
    }
    try mina.output("journals", "add", "Travel")
  }

  private func add(_ title: String, _ arguments: String...) throws -> String {
    let printed = try mina.output(["add", title, "--journal", "Travel"] + arguments)
    return String(printed.prefix { $0 != "\n" })
  }

  /// The text of a page in the folder or the repository.
  private func page(_ name: String, isInRepository: Bool) throws -> String {
    guard isInRepository else { return try mina.folder.text("site/\(name)") }
    return try Tool.git(["--git-dir", mina.folder.path("site.git"), "show", "gh-pages:\(name)"])
  }

  @Test(arguments: [false, true])
  func `a journal is published, followed, changed and unpublished`(isInRepository: Bool) throws {
    let address = mina.folder.path(isInRepository ? "site.git" : "site")
    if isInRepository { try Tool.git(["init", "--quiet", "--bare", address]) }
    let first = try add(
      "첫 여행", "--content", "Hello **world** & <b>", "--photo", Checkout.photo("river-fog.jpg"),
      "--tag", "sea", "--place", "37.5665, 126.9780")
    let second = try add("Second", "--content", "two", "--mood", "😊", "--place", "Lisbon")
    try mina.output("add", "Of nobody's business", "--content", "SECRET")
    let followed = try mina.output("publish", "Travel", address, "--yes")
    expectPrefix(followed, address + "#")
    let feed = try page("feed.xml", isInRepository: isInRepository)
    expectContains(feed, "첫 여행")
    expectContains(feed, "<name>미나</name>")
    expectContains(feed, "rel=\"enclosure\" type=\"image/jpeg\"")
    expectLacks(feed, "SECRET")
    expectLacks(feed, "37.5665")

    try june.output("follow", followed, "--name", "Mina")
    func titles() throws -> [String] { try june.titles("list", ["--diary", "Mina"]) }
    try expectEqual(Set(titles()), ["Second", "첫 여행"])
    let list = try june.output("--diary", "Mina", "list", "--format", "json")
    expectContains(list, "Lisbon")
    expectLacks(list, "37.5665")
    expectLacks(list, "SECRET")
    try expectContains(june.output("diaries"), "followed")
    let again = try june.run(["follow", followed, "--name", "Again"])
    expectEqual(again.status, 1, "\(again.errorText)")
    expectContains(again.errorText, "already follow this diary as Mina", "\(again.errorText)")
    try expectContains(june.output("--diary", "Mina", "status"), "read-only")
    for change in [["add", "Mine"], ["author", "Me"]] {
      let refused = try june.run(["--diary", "Mina"] + change)
      expectEqual(refused.status, 1)
      expectContains(refused.errorText, "You follow this diary")
    }

    // A new entry is news for followers.
    let third = try add("Third")
    try mina.output("publish", "Travel")
    try june.output("--diary", "Mina", "sync")
    let open = try june.open(["--diary", "Mina"], showing: "Third")
    try open.waitFor("미나 wrote 1 ·")
    try open.quit()
    try mina.output("delete", third)
    try mina.output("publish", "Travel")

    // An unchanged journal isn't published again, and changes are published by the next sync.
    try expectEqual(mina.run(["publish", "Travel"]).errorText, "Travel: no changes.\n")
    try mina.output("edit", second, "--content", "two and three")
    try mina.output("delete", first)
    let synced = try mina.run(["sync"])
    expectEqual(synced.status, 0, "\(synced.errorText)")
    expectContains(synced.errorText, "1 entry published, 1 entry removed")
    let later = try page("feed.xml", isInRepository: isInRepository)
    expectContains(later, "two and three")
    expectLacks(later, "첫 여행")
    try june.output("--diary", "Mina", "sync")
    try expectEqual(titles(), ["Second"])
    try expectEqual(june.output("--diary", "Mina", "verify"), "")
  }
}
