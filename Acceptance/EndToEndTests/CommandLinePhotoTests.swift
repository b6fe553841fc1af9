import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("Photos on the command line")
struct CommandLinePhotoTests {
  private let photodiary: TestHome
  private let photo: String

  init() throws {
    photodiary = try TestHome()
    photo = try require(realpath(Checkout.photo("river-fog.jpg"), nil).map { String(cString: $0) })
  }

  @Test func `a photo is kept, described, drawn, and taken out`() throws {
    let id = try photodiary.output("add", "fog", "--photo", photo)
    let entry = try photodiary.json("show", id, "--format", "json")
    let shown = try require(entry["photos"]?.array?.first)
    expectEqual(
      shown.names, ["asset", "caption", "file", "height", "name", "taken", "type", "width"])
    expectEqual(shown["name"]?.string, "river-fog.jpg")
    expectEqual(shown["type"]?.string, "image/jpeg")
    let file = try require(shown["file"]?.string)
    expectPrefix(file, photodiary.store + "/assets/")
    try expectEqual(photodiary.folder.read(file), photodiary.folder.read(photo))

    let width = try require(shown["width"]?.integer)
    let height = try require(shown["height"]?.integer)
    try expectSuffix(photodiary.output("show", id), "▣ river-fog.jpg (\(width) × \(height))")
    let drawn = try photodiary.output("show", id, "--color", "always")
    let row = try require(drawn.split(separator: "\n").last { $0.contains("\u{1B}[") })
    expectSuffix(row, "\u{1B}[0m")
    expectEqual(row.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").count, 80)

    let asset = try require(shown["asset"]?.string)
    _ = try photodiary.failure("edit", id, "--remove-photo", "0000")
    try photodiary.output("edit", id, "--remove-photo", String(asset.prefix(10)))
    try expectEqual(photodiary.json("show", id, "--format", "json")["photos"]?.array, [])
  }

  @Test(
    .enabled(if: access("/usr/bin/ffmpeg", X_OK) == 0 && access("/usr/bin/ffprobe", X_OK) == 0))
  func `a film is drawn as photos are, and tells its length as recordings do`() throws {
    let (film, sound) = (photodiary.folder.path("a.mp4"), photodiary.folder.path("b.wav"))
    for (path, source) in [(film, "testsrc=s=320x240:r=10:d=3"), (sound, "sine=d=83")] {
      let made = try ProgramResult.run(
        "/usr/bin/ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", path])
      try require(made.status == 0, "\(made.errorText)")
    }
    var photodiary = photodiary
    photodiary.environment["PATH"] = "/usr/bin:/bin"
    let id = try photodiary.output("add", "harbour", "--attach", film, "--attach", sound)
    let plain = try photodiary.output("show", id).split(separator: "\n")
    expectEqual(plain.suffix(2).first?.hasPrefix("▶ a.mp4 0:03 · film, "), true)
    expectEqual(plain.last?.hasPrefix("♪ b.wav 1:23 · recording, "), true)
    let drawn = try photodiary.output("show", id, "--color", "always").split(separator: "\n")
    let row = try require(drawn.last { $0.contains("\u{1B}[") })
    expectPrefix(row.replacing(#/\u{1B}\[[0-9;]*m/#, with: ""), " ▶ 0:03 ")
    expectEqual(drawn.suffix(2).first?.hasPrefix("▶ a.mp4 0:03 · film, "), true)
    expectEqual(drawn.last?.hasPrefix("♪ b.wav 1:23 · recording, "), true)
    let markdown = try photodiary.output("show", id, "--format", "markdown")
    expectContains(markdown, "▶ a.mp4 · film")
  }

  @Test func `a refused photo leaves nothing behind`() throws {
    let text = try photodiary.folder.write("not a photo", to: "text.jpg")
    for refused in [text, photodiary.folder.path, photodiary.folder.path("none.jpg")] {
      _ = try photodiary.failure("add", "x", "--photo", photo, "--photo", refused)
    }
    expectNotEqual(access(photodiary.store + "/assets", F_OK), 0)
    try expectEqual(photodiary.json("list", "--format", "json").array, [])
  }

  @Test func `a photo that can't be decoded is kept with a warning`() throws {
    let whole = try photodiary.folder.read(photo)
    let cut = try photodiary.folder.write(whole.prefix(1000), to: "cut.jpg")
    let result = try photodiary("add", "cut", "--photo", cut)
    expectEqual(result.status, 0)
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    let id = String(result.text.dropLast())
    try expectContains(photodiary.output("show", id, "--color", "always"), "▣ cut.jpg")
    try expectEqual(photodiary.json("list", "--with-photos", "--format", "json").array?.count, 1)
  }

  @Test func `what was drawn once is taken from the cache, and drawn anew where that is damaged`()
    throws
  {
    let id = try photodiary.output("add", "fog", "--photo", photo)
    let drawn = try photodiary.output("show", id, "--color", "always")
    let shown = try photodiary.json("show", id, "--format", "json")["photos"]?.array?.first
    let asset = try require(shown?["asset"]?.string)
    let file = try require(shown?["file"]?.string)
    let cache = "cache/photodiary/pictures/\(asset.prefix(2))/\(asset)-80x120-256"
    // Nothing to draw from: it can only have come from the cache.
    expectEqual(rename(file, file + ".away"), 0)
    try expectEqual(photodiary.output("show", id, "--color", "always"), drawn)
    try photodiary.folder.write("damaged", to: cache)
    try expectContains(photodiary.output("show", id, "--color", "always"), "▣ river-fog.jpg")
    expectEqual(rename(file + ".away", file), 0)
    try expectEqual(photodiary.output("show", id, "--color", "always"), drawn)
  }

  /// Each photo is opened when it is drawn, not when it is asked for.
  @Test func `an entry may have more photos than a program may have files`() throws {
    let home = try TestHome()
    let bytes = try home.folder.read(photo)
    let names = try (0..<70).map { number in
      "\"" + (try home.folder.write(bytes + [UInt8(number)], to: "\(number).jpg")) + "\""
    }
    let list = names.joined(separator: ",")
    let entry = "{\"title\":\"many\",\"date\":\"2026-11-19T08:00:00Z\",\"photos\":[\(list)]}"
    try home.output("import", "-", "--format", "jsonl", input: entry)
    let id = try require(try home.entries().first?["id"]?.string)
    let shown = try home.runScript(
      "ulimit -n 170; exec \"$0\" show \"$1\" --color always", BuiltProgram.path("photodiary"),
      id)
    expectEqual(shown.status, 0)
    expectLacks(shown.text, "missing")
    expectGreater(shown.text.split(separator: "\n").count, 70 * 10)
  }

  @Test func `how photos are shown is one of six words, in the settings and as an option`() throws {
    try expectContains(photodiary.failure("--photos", "kity", status: 64), "“kity”")
    try expectContains(photodiary.failure("--photos", status: 64), "--photos needs")
    try expectContains(photodiary.failure("--photos=off", "list", status: 64), "--photos")
  }

  @Test(.enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
  func `a mistake in the settings is told with its line and what may stand there`() throws {
    for text in ["\nphotos = \"kity\"\n", "\nphotos = 3\n"] {
      try photodiary.folder.write(text, to: "config/photodiary/config.toml")
      let words = try photodiary("config").errorText
      expectContains(words, "config.toml, line 2: ")
      expectContains(words, "\"sixel\"")
    }
  }
}
