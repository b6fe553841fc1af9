import DiaryCore
import TestSupport
import Testing

@Suite("A journal that everybody may read, on the command line")
struct PublishCommandTests {
  private let mina: TestHome
  private let june: TestHome

  enum Place: String, CaseIterable { case folder, git, rclone }

  init() async throws {
    (mina, june) = (try TestHome(), try TestHome())
    for (home, name) in [(mina, "미나"), (june, "June")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
    }
    try await mina.output("journals", "add", "Travel")
  }

  private func add(_ title: String, _ arguments: String...) async throws -> String {
    let result = try await mina.run(["add", title, "--journal", "Travel"] + arguments)
    expectEqual(result.status, 0, "\(result.errorText)")
    return result.text.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Publishes the journal. Returns what it is followed by.
  private func publish(at address: String, _ arguments: String...) async throws -> String {
    let result = try await mina.run(["publish", "Travel", address, "--yes"] + arguments)
    expectEqual(result.status, 0, "\(result.errorText)")
    return String(result.text.dropLast())
  }

  /// An address, and how the files that lie there as pages are brought to a folder; `nil` without the
  /// program that it needs.
  private func place(_ place: Place) async throws -> String? {
    switch place {
    case .folder: return mina.folder.path("site")
    case .git:
      let path = mina.folder.path("site.git")
      let made = try ProgramResult.run("/usr/bin/git", ["init", "--quiet", "--bare", path])
      return made.status == 0 ? path : nil
    case .rclone:
      guard try ProgramResult.run("/bin/sh", ["-c", "command -v rclone"]).status == 0 else {
        print("rclone isn't installed: publishing by it isn't tested.")
        return nil
      }
      for home in [mina, june] {
        try home.folder.write(
          "[here]\ntype = alias\nremote = \(mina.folder.path)\n", to: "config/rclone/rclone.conf")
      }
      return "rclone:here:site"
    }
  }

  /// The text of a page, wherever it lies.
  private func page(_ name: String, at place: Place) async throws -> String {
    guard place == .git else { return try mina.folder.text("site/\(name)") }
    let shown = try ProgramResult.run(
      "/usr/bin/git", ["--git-dir", mina.folder.path("site.git"), "show", "gh-pages:\(name)"])
    return shown.text
  }

  @Test func `nothing is published unless somebody says so, and what is wrong is said`()
    async throws
  {
    let site = mina.folder.path("site")
    _ = try await add("First")
    func refusal(_ home: TestHome, _ arguments: String...) async throws -> String {
      let result = try await home.run(arguments)
      expectEqual(result.status, 1, "\(result.errorText)")
      expectEqual(result.text, "", "\(result.errorText)")
      return result.errorText
    }
    let unasked = try await refusal(mina, "publish", "Travel", site)
    expect(unasked.contains("1 entry and 0 photos") && unasked.contains("Say --yes"))
    try expect(mina.files(in: mina.folder.path).allSatisfy { !$0.hasPrefix("site") })
    try await expectContains(
      refusal(mina, "publish", "Nowhere", site, "--yes"), "There are: Diary, Travel")
    try await expectContains(refusal(mina, "publish", "Travel"), "isn't public yet")
    try await expectContains(
      refusal(mina, "publish", "Travel", "ssh://host/site", "--yes"), "not there")
    let full = mina.folder.path("full")
    try mina.folder.write("mine", to: "full/index.html")
    try await expectContains(refusal(mina, "publish", "Travel", full, "--yes"), "full")
    try expectEqual(mina.folder.text("full/index.html"), "mine")
    try await expectEqual(mina.output("publish"), "")

    let followed = try await publish(at: site)
    try await expectContains(refusal(june, "follow", mina.folder.path("none")), "doesn't exist")
    try june.folder.write("x", to: "empty/file")
    try await expectContains(refusal(june, "follow", june.folder.path("empty")), "doesn't exist")
    let other = String(followed.split(separator: "#")[0]) + "#" + String(repeating: "0", count: 32)
    try await expectContains(
      refusal(june, "follow", other), "\(site) isn't the diary that the address names")
    try await expectContains(refusal(june, "follow", site + "#nonsense"), "isn't a diary's id")
    try await expectEqual(june.output("diaries"), "")
    try await mina.output("publish", "Travel", "--stop")
    try await expectEqual(mina.output("publish"), "")
    try await expectContains(refusal(mina, "publish", "Travel", site, "--yes"), "with --stop")
  }

  @Test func `a feed reader reads the feed`() async throws {
    let reader = try ProgramResult.run("/usr/bin/python3", ["-c", "import feedparser"])
    guard reader.status == 0 else {
      return print("feedparser isn't installed: no feed is read by it.")
    }
    _ = try await add(
      "첫 여행 & <more>", "--content", "Hello **world**\u{7}", "--photo",
      Checkout.photo("river-fog.jpg"), "--tag", "바다")
    let site = mina.folder.path("site")
    _ = try await publish(at: site, "--web", "https://mina.example/travel/")
    let script = """
      import feedparser, sys
      feed = feedparser.parse(sys.argv[1])
      entry = feed.entries[0]
      print(feed.bozo, feed.version, feed.feed.title, entry.title, entry.tags[0].term, len(feed.entries))
      print(entry.link, entry.enclosures[0].href, entry.enclosures[0].type)
      print("<strong>world</strong>" in entry.content[0].value)
      """
    let read = try ProgramResult.run("/usr/bin/python3", ["-c", script, site + "/feed.xml"])
    let lines = read.text.split(separator: "\n")
    expectEqual(lines.first, "False atom10 Travel 첫 여행 & <more> 바다 1", "\(read.errorText)")
    expect(lines.count == 3 && lines[1].hasPrefix("https://mina.example/travel/20"))
    expect(lines.count == 3 && lines[1].contains(" https://mina.example/travel/photos/"))
    expectEqual(lines.last, "True")
  }
}
