import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("Entries made of a folder of photos, on the command line")
struct CommandLinePhotoImportTests {
  private let photodiary: TestHome

  init() throws {
    photodiary = try TestHome()
    try write("2024:05:03 12:00:00", "b.jpg", mark: 1)
    try write("2024:05:03 10:15:00", "trip/a.jpg", offset: "+02:00", mark: 2)
    try write("2024:05:04 01:30:00", "trip/c.jpg", mark: 3)
    try write("2024:05:04 15:00:00", "d.jpg", mark: 4)
  }

  private var pictures: String { photodiary.folder.path("pictures") }

  private func write(
    _ taken: String, _ name: String, offset: String? = nil, mark: UInt8
  ) throws {
    try photodiary.folder.write(
      try DatedPhoto.bytes(taken, offset: offset, mark: mark), to: "pictures/" + name)
  }

  @Test func `once they come, and then they are there`() throws {
    let first = try photodiary("import", pictures, "--format", "photos")
    expectEqual(first.status, 0, "\(first.errorText)")
    expectEqual(
      first.text,
      "2 added, 0 already there, 0 refused; photos: 4 added, 0 already there, 0 refused\n")
    expectContains(first.errorText, "Run `photodiary import --undo` to undo it.")
    let entries = try require(try photodiary.json("list", "--format", "json").array)
    expectEqual(entries.map { $0["title"]?.string }, ["", ""])
    let oldest = try require(entries.last)
    expectEqual(oldest["date"]?.string, "2024-05-03T10:15:00+02:00")
    expectEqual(oldest["photos"]?.array?.map { $0["name"]?.string }, ["a.jpg", "b.jpg"])

    // A folder is known for what it is.
    try expectEqual(
      photodiary.output("import", pictures),
      "0 added, 0 already there, 0 refused; photos: 0 added, 4 already there, 0 refused")
    try expectEqual(photodiary.json("list", "--format", "json").array?.count, 2)
    try photodiary.output("verify")
  }

  @Test func `what would come is shown, and nothing is written`() throws {
    try write("2024:05:03 23:50:00", "night.jpg", mark: 5)
    let table = try photodiary.output("import", pictures, "--format", "photos", "--dry-run")
    expectEqual(
      table,
      """
      2024-05-03  10:15–01:30     ▣ 4
      2024-05-04  15:00–15:00     ▣ 1
      """)
    try photodiary.folder.write("sound", to: "pictures/2024-05-04 memo.ogg")
    try photodiary.folder.write("film", to: "pictures/VID_20240504_160000.mp4")
    let others = try photodiary.output("import", pictures, "--format", "photos", "--dry-run")
    expectEqual(others.split(separator: "\n").last?.contains("▣ 1  ▶ 1  ♪ 1"), true, "\(others)")
    let gaps = try photodiary.json(
      "import", pictures, "--format", "photos", "--dry-run", "--json", "--gap", "6")
    expectEqual(gaps.array?.map { $0["photos"]?.array?.count }, [2, 2, 1])
    expectNotEqual(access(photodiary.store, F_OK), 0)
  }

  @Test func `places are named when that is asked for, in the person's language`() throws {
    for (name, position) in [("b.jpg", (33.4633, 126.3098)), ("d.jpg", (38.7139, -9.1334))] {
      let place = #""latitude":\#(position.0),"longitude":\#(position.1)"#
      try photodiary.folder.write(
        #"{"title":"\#(name)","photoTakenTime":{"timestamp":"1714701600"},"geoData":{\#(place)}}"#,
        to: "pictures/\(name).json")
    }
    let dryRun = ["import", pictures, "--format", "photos", "--dry-run"]
    try expectEqual(photodiary.run(dryRun).text.contains("Aewol"), false)
    try expectContains(
      photodiary.run(dryRun + ["--places"]).text, "Aewol-eup, Jeju-si, South Korea")
    var korean = photodiary
    korean.environment["LC_ALL"] = "ko_KR.UTF-8"
    try korean.output("import", pictures, "--format", "photos", "--places")
    let entries = try require(try photodiary.json("list", "--format", "json").array)
    expectEqual(entries.map { $0["place"]?.string }, ["포르투갈 리스본", "제주시 애월읍"])
    let wrong = try photodiary("import", "entries.jsonl", "--format", "jsonl", "--places")
    expectContains(wrong.errorText, "--gap, --places and --json are for photos")
  }

  @Test func `stopped, it says how many came, and done again it brings the rest`() throws {
    for index in 0..<400 {
      let day = 1 + index % 28
      try write(
        "2023:0\(1 + index / 100):\(day < 10 ? "0" : "")\(day) 12:00:00", "many/\(index).jpg",
        mark: UInt8(index % 256))
    }
    let running = try photodiary.start(["import", pictures, "--format", "photos"])
    let deadline = Patience.deadline
    while try photodiary.json("list", "--format", "json").array?.isEmpty != false,
      ContinuousClock.now < deadline
    {}
    running.send(SIGINT)
    try expectEqual(running.waitForEnd(), .status(130))
    let entries = try require(try photodiary.json("list", "--format", "json").array)
    let photos = entries.reduce(0) { $0 + ($1["photos"]?.array?.count ?? 0) }
    expectEqual(
      running.errorText,
      "photodiary: Stopped. Added \(entries.count) of 114 entries, with \(photos) photos. "
        + "Run it again for the rest.\n")
    expectEqual(running.lines, [])
    expectLess(entries.count, 114)
    try photodiary.output("import", pictures, "--format", "photos")
    try expectEqual(photodiary.json("list", "--format", "json").array?.count, 114)
    try photodiary.output("verify")
  }

  @Test func `what is refused is named, and the status tells`() throws {
    try photodiary.folder.write("no photo", to: "pictures/a\u{1B}[31m.jpg")
    let result = try photodiary("import", pictures, "--format", "photos")
    expectEqual(result.status, 1)
    expectContains(result.text, "4 added, 0 already there, 1 refused")
    expectContains(result.errorText, "a␛[31m.jpg isn't a photo.")
    _ = try photodiary.failure("import", photodiary.folder.path("none"), "--format", "photos")
  }

  @Test func `films and recordings are told beside the photos`() throws {
    try photodiary.folder.write("film", to: "pictures/VID_20240504_160000.mp4")
    let result = try photodiary("import", pictures, "--format", "photos")
    expectSuffix(result.text, "refused\nalso added: 1 film\n", "\(result.text)")
  }

  @Test func `options that don't go together are wrong usage`() throws {
    for arguments in [
      ["import", "-", "--gap", "3"], ["import", "x", "--format", "jsonl", "--gap", "3"],
      ["import", "x", "--format", "photos", "--gap", "0"],
      ["import", "x", "--format", "photos", "--json"],
    ] {
      try expectEqual(photodiary.run(arguments).status, 64, "\(arguments)")
    }
  }

  @Test func `a new entry takes its first photo's date when asked to`() throws {
    let photo = pictures + "/trip/a.jpg"
    let id = try photodiary.output("add", "Sea", "--date", "photo", "--photo", photo)
    try expectEqual(
      photodiary.json("show", id, "--format", "json")["date"]?.string, "2024-05-03T10:15:00+02:00")
    let now = try photodiary.output("add", "Now", "--photo", photo)
    try expectEqual(
      photodiary.json("show", now, "--format", "json")["date"]?.string?.hasPrefix("2024-05-03"),
      false)
    _ = try photodiary.failure("add", "x", "--date", "photo")
    let undated = try photodiary.failure(
      "add", "x", "--date", "photo", "--photo", Checkout.photo("../../Assets/photos/no.jpg"))
    expectContains(undated, "not found")
  }

  @Test func `many photos of an entry keep their order`() throws {
    let names = (0..<12).map { "many/\($0).jpg" }
    for (index, name) in names.enumerated() {
      try write("2024:05:03 12:00:00", name, mark: UInt8(100 + index))
    }
    let id = try require(
      try photodiary.run(["add", "Many"] + names.flatMap { ["--photo", pictures + "/" + $0] })
        .text.split(separator: "\n").first.map(String.init))
    let photos = try photodiary.json("show", id, "--format", "json")["photos"]?.array
    expectEqual(photos?.compactMap { $0["name"]?.string }, (0..<12).map { "\($0).jpg" })
  }
}
