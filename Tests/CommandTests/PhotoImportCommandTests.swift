import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Entries made of a folder of photos, on the command line")
struct PhotoImportCommandTests {
  private let photodiary: TestHome

  init() async throws {
    photodiary = try TestHome()
    try await write("2024:05:03 12:00:00", "b.jpg", mark: 1)
    try await write("2024:05:03 10:15:00", "trip/a.jpg", offset: "+02:00", mark: 2)
    try await write("2024:05:04 01:30:00", "trip/c.jpg", mark: 3)
    try await write("2024:05:04 15:00:00", "d.jpg", mark: 4)
  }

  private var pictures: String { photodiary.folder.path("pictures") }

  private func write(
    _ taken: String, _ name: String, offset: String? = nil, mark: UInt8
  ) async throws {
    try photodiary.folder.write(
      try DatedPhoto.bytes(taken, offset: offset, mark: mark), to: "pictures/" + name)
  }

  @Test func `once they come, and then they are there`() async throws {
    let first = try await photodiary("import", pictures, "--format", "photos")
    expectEqual(first.status, 0, "\(first.errorText)")
    expectEqual(
      first.text,
      "2 added, 0 already there, 0 refused; photos: 4 added, 0 already there, 0 refused\n")
    expectContains(first.errorText, "Run `photodiary import --undo` to undo it.")
    let entries = try require(try await photodiary.json("list", "--format", "json").array)
    expectEqual(entries.map { $0["title"]?.string }, ["", ""])
    let oldest = try require(entries.last)
    expectEqual(oldest["date"]?.string, "2024-05-03T10:15:00+02:00")
    expectEqual(oldest["photos"]?.array?.map { $0["name"]?.string }, ["a.jpg", "b.jpg"])

    // A folder is known for what it is.
    try await expectEqual(
      photodiary.output("import", pictures),
      "0 added, 0 already there, 0 refused; photos: 0 added, 4 already there, 0 refused")
    try await expectEqual(photodiary.json("list", "--format", "json").array?.count, 2)
    try await photodiary.output("verify")
  }

  @Test func `what would come is shown, and nothing is written`() async throws {
    try await write("2024:05:03 23:50:00", "night.jpg", mark: 5)
    let table = try await photodiary.output("import", pictures, "--format", "photos", "--dry-run")
    expectEqual(
      table,
      """
      2024-05-03  10:15–01:30     ▣ 4
      2024-05-04  15:00–15:00     ▣ 1
      """)
    try photodiary.folder.write("sound", to: "pictures/2024-05-04 memo.ogg")
    try photodiary.folder.write("film", to: "pictures/VID_20240504_160000.mp4")
    let others = try await photodiary.output("import", pictures, "--format", "photos", "--dry-run")
    expectEqual(others.split(separator: "\n").last?.contains("▣ 1  ▶ 1  ♪ 1"), true, "\(others)")
    let gaps = try await photodiary.json(
      "import", pictures, "--format", "photos", "--dry-run", "--json", "--gap", "6")
    expectEqual(gaps.array?.map { $0["photos"]?.array?.count }, [2, 2, 1])
    expectNotEqual(access(photodiary.store, F_OK), 0)
  }

  @Test func `places are named when that is asked for, in the person's language`() async throws {
    for (name, position) in [("b.jpg", (33.4633, 126.3098)), ("d.jpg", (38.7139, -9.1334))] {
      let place = #""latitude":\#(position.0),"longitude":\#(position.1)"#
      try photodiary.folder.write(
        #"{"title":"\#(name)","photoTakenTime":{"timestamp":"1714701600"},"geoData":{\#(place)}}"#,
        to: "pictures/\(name).json")
    }
    let dryRun = ["import", pictures, "--format", "photos", "--dry-run"]
    try await expectEqual(photodiary.run(dryRun).text.contains("Aewol"), false)
    try await expectContains(
      photodiary.run(dryRun + ["--places"]).text, "Aewol-eup, Jeju-si, South Korea")
    var korean = photodiary
    korean.environment["LC_ALL"] = "ko_KR.UTF-8"
    try await korean.output("import", pictures, "--format", "photos", "--places")
    let entries = try require(try await photodiary.json("list", "--format", "json").array)
    expectEqual(entries.map { $0["place"]?.string }, ["포르투갈 리스본", "제주시 애월읍"])
    let wrong = try await photodiary("import", "entries.jsonl", "--format", "jsonl", "--places")
    expectContains(wrong.errorText, "--gap, --places and --json are for photos")
  }

  @Test func `what is refused is named, and the status tells`() async throws {
    try photodiary.folder.write("no photo", to: "pictures/a\u{1B}[31m.jpg")
    let result = try await photodiary("import", pictures, "--format", "photos")
    expectEqual(result.status, 1)
    expectContains(result.text, "4 added, 0 already there, 1 refused")
    expectContains(result.errorText, "a␛[31m.jpg isn't a photo.")
    _ = try await photodiary.failure("import", photodiary.folder.path("none"), "--format", "photos")
  }

  @Test func `films and recordings are told beside the photos`() async throws {
    try photodiary.folder.write("film", to: "pictures/VID_20240504_160000.mp4")
    let result = try await photodiary("import", pictures, "--format", "photos")
    expectSuffix(result.text, "refused\nalso added: 1 film\n", "\(result.text)")
  }

  @Test func `options that don't go together are wrong usage`() async throws {
    for arguments in [
      ["import", "-", "--gap", "3"], ["import", "x", "--format", "jsonl", "--gap", "3"],
      ["import", "x", "--format", "photos", "--gap", "0"],
      ["import", "x", "--format", "photos", "--json"],
    ] {
      try await expectEqual(photodiary.run(arguments).status, 64, "\(arguments)")
    }
  }

  @Test func `a new entry takes its first photo's date when asked to`() async throws {
    let photo = pictures + "/trip/a.jpg"
    let id = try await photodiary.output("add", "Sea", "--date", "photo", "--photo", photo)
    try await expectEqual(
      photodiary.json("show", id, "--format", "json")["date"]?.string, "2024-05-03T10:15:00+02:00")
    let now = try await photodiary.output("add", "Now", "--photo", photo)
    try await expectEqual(
      photodiary.json("show", now, "--format", "json")["date"]?.string?.hasPrefix("2024-05-03"),
      false)
    _ = try await photodiary.failure("add", "x", "--date", "photo")
    let undated = try await photodiary.failure(
      "add", "x", "--date", "photo", "--photo", Checkout.photo("../../Assets/photos/no.jpg"))
    expectContains(undated, "not found")
  }

  @Test func `many photos of an entry keep their order`() async throws {
    let names = (0..<12).map { "many/\($0).jpg" }
    for (index, name) in names.enumerated() {
      try await write("2024:05:03 12:00:00", name, mark: UInt8(100 + index))
    }
    let id = try require(
      try await photodiary.run(
        ["add", "Many"] + names.flatMap { ["--photo", pictures + "/" + $0] }
      )
      .text.split(separator: "\n").first.map(String.init))
    let photos = try await photodiary.json("show", id, "--format", "json")["photos"]?.array
    expectEqual(photos?.compactMap { $0["name"]?.string }, (0..<12).map { "\($0).jpg" })
  }
}
