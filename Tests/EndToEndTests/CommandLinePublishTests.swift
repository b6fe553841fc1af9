import DiaryCore
import TestSupport
import Testing

@Suite("A journal that everybody may read, on the command line")
struct CommandLinePublishTests {
  private let mina: DiaryHome
  private let june: DiaryHome

  enum Place: String, CaseIterable { case folder, git, rclone }

  init() throws {
    (mina, june) = (try DiaryHome(), try DiaryHome())
    for (home, name) in [(mina, "미나"), (june, "June")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
    }
    try mina.run("journals", "add", "Travel")
  }

  private func add(_ title: String, _ arguments: String...) throws -> String {
    let result = try mina.result(["add", title, "--journal", "Travel"] + arguments)
    #expect(result.status == 0, "\(result.errorText)")
    return result.text.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Publishes the journal. Returns what it is followed by.
  private func publish(at address: String, _ arguments: String...) throws -> String {
    let result = try mina.result(["publish", "Travel", address, "--yes"] + arguments)
    #expect(result.status == 0, "\(result.errorText)")
    return String(result.text.dropLast())
  }

  /// An address, and how the files that lie there as pages are brought to a folder; `nil` without the
  /// program that it needs.
  private func place(_ place: Place) throws -> String? {
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
  private func page(_ name: String, at place: Place) throws -> String {
    guard place == .git else { return try mina.folder.text("site/\(name)") }
    let shown = try ProgramResult.run(
      "/usr/bin/git", ["--git-dir", mina.folder.path("site.git"), "show", "gh-pages:\(name)"])
    return shown.text
  }

  @Test(arguments: Place.allCases)
  func `it is published, followed, changed and taken back`(at kind: Place) throws {
    guard let address = try place(kind) else { return }
    let first = try add(
      "첫 여행", "--content", "Hello **world** & <b>", "--photo", DiaryHome.photo("river-fog.jpg"),
      "--tag", "sea", "--place", "37.5665, 126.9780")
    let second = try add("Second", "--content", "two", "--mood", "😊", "--place", "Lisbon")
    try mina.run("add", "Of nobody's business", "--content", "SECRET")
    let followed = try publish(at: address)
    #expect(followed.hasPrefix(address + "#"))
    let feed = try page("feed.xml", at: kind)
    #expect(feed.contains("첫 여행") && feed.contains("<name>미나</name>"))
    #expect(feed.contains("rel=\"enclosure\" type=\"image/jpeg\""))
    #expect(!feed.contains("SECRET") && !feed.contains("37.5665"))

    let result = try june.result(["follow", followed, "--name", "Mina"])
    #expect(result.status == 0, "\(result.errorText)")
    func titles() throws -> [String] {
      try JSONParser.parse(
        Array(june.run("--diary", "Mina", "list", "--sort", "title", "--format", "json").utf8)
      ).array?.compactMap { $0["title"]?.string } ?? []
    }
    #expect(try Set(titles()) == ["Second", "첫 여행"])
    let list = try june.run("--diary", "Mina", "list", "--format", "json")
    #expect(list.contains("Lisbon") && !list.contains("37.5665") && !list.contains("SECRET"))
    #expect(try june.run("diaries").contains("followed"))
    let again = try june.result(["follow", followed, "--name", "Again"])
    #expect(again.status == 1 && again.errorText.contains("already, as Mina"), "\(again.errorText)")
    #expect(try june.run("--diary", "Mina", "status").contains("read-only"))
    for change in [["add", "Mine"], ["author", "Me"]] {
      let refused = try june.result(["--diary", "Mina"] + change)
      #expect(refused.status == 1 && refused.errorText.contains("You follow this diary"))
    }

    // What comes with the first sync is news.
    let third = try add("Third")
    try mina.run("publish", "Travel")
    try june.run("--diary", "Mina", "sync")
    let open = try june.open(["--diary", "Mina"], showing: "Third")
    try open.waitFor("미나 wrote 1 ·")
    open.press(.control("c"))
    #expect(try open.waitForEnd() == .status(0))
    try mina.run("delete", third)
    try mina.run("publish", "Travel")

    // Nothing new costs nothing; what is changed, deleted or moved comes with the next sync.
    #expect(try mina.result(["publish", "Travel"]).errorText == "Travel: nothing new.\n")
    try mina.run("edit", second, "--content", "two and three")
    try mina.run("delete", first)
    let synced = try mina.result(["sync"])
    #expect(synced.status == 0, "\(synced.errorText)")
    #expect(synced.errorText.contains("1 entry published, 1 entry taken back"))
    let later = try page("feed.xml", at: kind)
    #expect(later.contains("two and three") && !later.contains("첫 여행"))
    try june.run("--diary", "Mina", "sync")
    #expect(try titles() == ["Second"])
    #expect(try june.run("--diary", "Mina", "verify") == "")
  }

  @Test func `nothing is published unless somebody says so, and what is wrong is said`() throws {
    let site = mina.folder.path("site")
    _ = try add("First")
    func refusal(_ home: DiaryHome, _ arguments: String...) throws -> String {
      let result = try home.result(arguments)
      #expect(result.status == 1 && result.text == "", "\(result.errorText)")
      return result.errorText
    }
    let unasked = try refusal(mina, "publish", "Travel", site)
    #expect(unasked.contains("1 entry and 0 photos") && unasked.contains("Say --yes"))
    #expect(try mina.files(in: mina.folder.path).allSatisfy { !$0.hasPrefix("site") })
    #expect(
      try refusal(mina, "publish", "Nowhere", site, "--yes").contains("There are: Diary, Travel"))
    #expect(try refusal(mina, "publish", "Travel").contains("isn't public yet"))
    #expect(
      try refusal(mina, "publish", "Travel", "ssh://host/site", "--yes").contains("not there"))
    let full = mina.folder.path("full")
    try mina.folder.write("mine", to: "full/index.html")
    #expect(try refusal(mina, "publish", "Travel", full, "--yes").contains("full"))
    #expect(try mina.folder.text("full/index.html") == "mine")
    #expect(try mina.run("publish") == "")

    let followed = try publish(at: site)
    #expect(try refusal(june, "follow", mina.folder.path("none")).contains("doesn't exist"))
    try june.folder.write("x", to: "empty/file")
    #expect(try refusal(june, "follow", june.folder.path("empty")).contains("doesn't exist"))
    let other = String(followed.split(separator: "#")[0]) + "#" + String(repeating: "0", count: 32)
    #expect(
      try refusal(june, "follow", other).contains("\(site) isn't the diary that the address names"))
    #expect(try refusal(june, "follow", site + "#nonsense").contains("isn't a diary's id"))
    #expect(try june.run("diaries") == "")
    try mina.run("publish", "Travel", "--stop")
    #expect(try mina.run("publish") == "")
    #expect(try refusal(mina, "publish", "Travel", site, "--yes").contains("with --stop"))
  }

  @Test func `a feed reader reads the feed`() throws {
    let reader = try ProgramResult.run("/usr/bin/python3", ["-c", "import feedparser"])
    guard reader.status == 0 else {
      return print("feedparser isn't installed: no feed is read by it.")
    }
    _ = try add(
      "첫 여행 & <more>", "--content", "Hello **world**\u{7}", "--photo",
      DiaryHome.photo("river-fog.jpg"), "--tag", "바다")
    let site = mina.folder.path("site")
    _ = try publish(at: site, "--web", "https://mina.example/travel/")
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
    #expect(lines.first == "False atom10 Travel 첫 여행 & <more> 바다 1", "\(read.errorText)")
    #expect(lines.count == 3 && lines[1].hasPrefix("https://mina.example/travel/20"))
    #expect(lines.count == 3 && lines[1].contains(" https://mina.example/travel/photos/"))
    #expect(lines.last == "True")
  }
}
