import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Photos on the command line")
struct PhotoCommandTests {
  private let photodiary: TestHome
  private let photo: String

  init() async throws {
    photodiary = try TestHome()
    photo = try require(
      realpath(Checkout.photo("river-fog.jpg"), nil).map { String(cString: $0) })
  }

  @Test func `a photo is kept, described, drawn, and taken out`() async throws {
    let id = try await photodiary.output("add", "fog", "--photo", photo)
    let entry = try await photodiary.json("show", id, "--format", "json")
    let shown = try require(entry["photos"]?.array?.first)
    expectEqual(
      shown.members?.map(\.name),
      ["asset", "name", "type", "width", "height", "taken", "caption", "file"])
    expectEqual(shown["name"]?.string, "river-fog.jpg")
    expectEqual(shown["type"]?.string, "image/jpeg")
    let file = try require(shown["file"]?.string)
    expectPrefix(file, photodiary.store + "/assets/")
    try expectEqual(photodiary.folder.read(file), photodiary.folder.read(photo))

    let width = try require(shown["width"]?.integer)
    let height = try require(shown["height"]?.integer)
    try await expectSuffix(photodiary.output("show", id), "▣ river-fog.jpg (\(width) × \(height))")
    let drawn = try await photodiary.output("show", id, "--color", "always")
    let row = try require(drawn.split(separator: "\n").last { $0.contains("\u{1B}[") })
    expectSuffix(row, "\u{1B}[0m")
    expectEqual(row.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").count, 80)

    let asset = try require(shown["asset"]?.string)
    _ = try await photodiary.failure("edit", id, "--remove-photo", "0000")
    try await photodiary.output("edit", id, "--remove-photo", String(asset.prefix(10)))
    try await expectEqual(photodiary.json("show", id, "--format", "json")["photos"]?.array, [])
  }

  @Test func `a refused photo leaves nothing behind`() async throws {
    let text = try photodiary.folder.write("not a photo", to: "text.jpg")
    for refused in [text, photodiary.folder.path, photodiary.folder.path("none.jpg")] {
      _ = try await photodiary.failure("add", "x", "--photo", photo, "--photo", refused)
    }
    expectNotEqual(access(photodiary.store + "/assets", F_OK), 0)
    try await expectEqual(photodiary.json("list", "--format", "json").array, [])
  }

  @Test func `a photo that can't be decoded is kept with a warning`() async throws {
    let whole = try photodiary.folder.read(photo)
    let cut = try photodiary.folder.write(whole.prefix(1000), to: "cut.jpg")
    let result = try await photodiary("add", "cut", "--photo", cut)
    expectEqual(result.status, 0)
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    let id = String(result.text.dropLast())
    try await expectContains(photodiary.output("show", id, "--color", "always"), "▣ cut.jpg")
    try await expectEqual(
      photodiary.json("list", "--with-photos", "--format", "json").array?.count, 1)
  }

  @Test func `what was drawn once is taken from the cache, and drawn anew where that is damaged`()
    async throws
  {
    let id = try await photodiary.output("add", "fog", "--photo", photo)
    let drawn = try await photodiary.output("show", id, "--color", "always")
    let shown = try await photodiary.json("show", id, "--format", "json")["photos"]?.array?.first
    let asset = try require(shown?["asset"]?.string)
    let file = try require(shown?["file"]?.string)
    let cache = "cache/photodiary/pictures/\(asset.prefix(2))/\(asset)-80x120-256"
    // Nothing to draw from: it can only have come from the cache.
    expectEqual(rename(file, file + ".away"), 0)
    try await expectEqual(photodiary.output("show", id, "--color", "always"), drawn)
    try photodiary.folder.write("damaged", to: cache)
    try await expectContains(photodiary.output("show", id, "--color", "always"), "▣ river-fog.jpg")
    expectEqual(rename(file + ".away", file), 0)
    try await expectEqual(photodiary.output("show", id, "--color", "always"), drawn)
  }

  @Test func `how photos are shown is one of six words, in the settings and as an option`()
    async throws
  {
    try await expectContains(photodiary.failure("--photos", "kity", status: 64), "“kity”")
    try await expectContains(photodiary.failure("--photos", status: 64), "--photos needs")
    try await expectContains(photodiary.failure("--photos=off", "list", status: 64), "--photos")
  }

  @Test(.enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
  func `a mistake in the settings is told with its line and what may stand there`() async throws {
    for text in ["\nphotos = \"kity\"\n", "\nphotos = 3\n"] {
      try photodiary.folder.write(text, to: "config/photodiary/config.toml")
      let words = try await photodiary("config").errorText
      expectContains(words, "config.toml, line 2: ")
      expectContains(words, "\"sixel\"")
    }
  }
}
