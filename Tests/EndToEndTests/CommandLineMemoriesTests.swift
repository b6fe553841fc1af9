import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Looking back on the command line")
struct CommandLineMemoriesTests {
  private let photodiary: CommandLine

  init() throws {
    photodiary = try CommandLine()
    // At home on Sundays, and three days on Jeju.
    var entries: [(day: String, title: String, place: String)] = []
    let first = try #require(CalendarDay("2025-02-02"))
    for week in 0..<20 {
      entries.append(("\(first.adding(days: week * 7))", "home \(week)", "37.5500, 126.9100"))
    }
    for day in 6...8 {
      entries.append(("2025-05-0\(day)", "Jeju \(day)", "33.4633, 126.3098"))
    }
    let lines = entries.map { day, title, place in
      JSONWriter.bytes([
        "date": .string("\(day)T10:00:00+09:00"), "title": .string(title),
        "content": .string(String(repeating: "word ", count: title.utf8.count)),
        "place": .string(place), "mood": .string(place.hasPrefix("33") ? "😄" : "😐"),
        "starred": .bool(title == "Jeju 7"),
      ])
    }
    let text = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    #expect(try photodiary.output("import", "-", input: text).hasPrefix("23 added"))
  }

  @Test func `trips are listed, by the names of where they were`() throws {
    #expect(
      try photodiary.output("trips")
        == "2025-05-06..2025-05-08  3 entries  0 photos  Aewol-eup, Jeju-si, South Korea")
    var korean = photodiary
    korean.environment["LANG"] = "ko_KR.UTF-8"
    #expect(try korean.output("trips").hasSuffix("일기 3개  사진 0장  제주시 애월읍"))
    let json = try photodiary.json("trips", "--format", "json").array ?? []
    #expect(json.count == 1)
    #expect(json.first?["first"]?.string == "2025-05-06" && json.first?["days"]?.integer == 3)
  }

  @Test func `a year is told with its trips and what stands out`() throws {
    let text = try photodiary.output("review", "2025")
    for line in ["Trips", "Longest entries", "Starred entries", "Moods"] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
    #expect(text.contains("2025-05-07  Jeju 7"))
    let json = try photodiary.json("review", "2025", "--format", "json")
    #expect(json["entries"]?.integer == 23 && json["longest"]?.array?.count == 5)
    #expect(json["starred"]?.array?.first?["title"]?.string == "Jeju 7")
  }

  @Test func `a year without entries, and what is no year, are told of`() throws {
    let none = try photodiary("review", "1999")
    #expect(
      (none.status, none.text, none.errorText) == (0, "", "No entries in that year.\n"))
    #expect(
      try photodiary.failure("review", "0", status: 64).contains("0 isn't a year"))
    _ = try photodiary.failure("review", "last", status: 64)
  }

  @Test func `a random entry is one of those that match`() throws {
    var seen: Set<String> = []
    for _ in 0..<12 {
      let json = try photodiary.json("random", "--search", "Jeju", "--format", "json")
      let title = try #require(json["title"]?.string)
      #expect(title.hasPrefix("Jeju"))
      seen.insert(title)
    }
    // Twelve times the same of three would be a wonder.
    #expect(seen.count > 1)
    #expect(try photodiary("random", "--tag", "none").errorText == "No entries.\n")
  }

  @Test func `where a film was made is known the next time without it, and sealed with the diary`()
    throws
  {
    var photodiary = try CommandLine()
    photodiary.environment["XDG_CACHE_HOME"] = photodiary.folder.path("cache")
    let film = try photodiary.folder.write(
      FilmFile(location: "+33.4633+126.3098/").bytes, to: "in/a.mp4")
    let id = try photodiary.output("add", "one", "--attach", film)
    #expect(try photodiary.output("map").contains("Aewol-eup"))
    let entry = try photodiary.json("show", id, "--format", "json")
    let file = try #require(entry["attachments"]?.array?.first?["file"]?.string)
    let bytes = try photodiary.folder.read(file)
    unlink(file)
    #expect(try photodiary.output("map").contains("Aewol-eup"))
    let kept = photodiary.folder.path("cache/photodiary/positions")
    func endings() throws -> [String] {
      let names = try ProgramResult.run("/bin/ls", [kept]).text.split(separator: "\n")
      return names.map { String($0.split(separator: ".").last ?? "") }
    }
    #expect(try endings() == ["bin"])
    try photodiary.folder.write(bytes, to: String(file.dropFirst(photodiary.folder.path.count + 1)))
    let secret = try photodiary.folder.write("seven long words\nseven long words\n", to: "secret")
    try photodiary.output("encrypt", "--passphrase-file", secret)
    #expect(try endings() == ["age"])
    #expect(try photodiary.output("map", "--passphrase-file", secret).contains("Aewol-eup"))
    #expect(try endings() == ["age"])
    try photodiary.output("decrypt", "--passphrase-file", secret)
    #expect(try endings() == ["bin"])
    #expect(try photodiary.output("map").contains("Aewol-eup"))
  }

  @Test func `moods are counted by month and tag`() throws {
    let moods = try photodiary.json("stats", "--format", "json")["moods"]?.array ?? []
    #expect(moods.map { $0["name"]?.string } == ["😐", "😄"])
    #expect(moods.last?["months"]?["2025-05"]?.integer == 3)
  }
}
