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
}
