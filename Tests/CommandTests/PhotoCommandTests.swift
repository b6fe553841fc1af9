import DiaryCore
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Photos on the command line") struct PhotoCommandTests {
  private let home: TestHome
  private let photo: String

  init() async throws {
    home = try TestHome()
    photo = try require(realpath(Checkout.photo("river-fog.jpg"), nil).map { String(cString: $0) })
  }

  @Test func `a photo is stored, described, drawn and removed`() async throws {
    let id = try await home.output("add", "fog", "--photo", photo)
    let entry = try await home.entry(id)
    let shown = try require(entry["photos"]?.array?.first)
    expectEqual(
      shown.members?.map(\.name),
      ["asset", "name", "type", "width", "height", "taken", "caption", "file"])
    expectEqual(shown["name"]?.string, "river-fog.jpg")
    expectEqual(shown["type"]?.string, "image/jpeg")
    let file = try require(shown["file"]?.string)
    expectPrefix(file, home.store + "/assets/")
    try expectEqual(home.folder.read(file), home.folder.read(photo))

    let width = try require(shown["width"]?.integer)
    let height = try require(shown["height"]?.integer)
    try await expectSuffix(home.output("show", id), "▣ river-fog.jpg (\(width) × \(height))")
    let drawn = try await home.output("show", id, "--color", "always")
    let row = try require(drawn.split(separator: "\n").last { $0.contains("\u{1B}[") })
    expectSuffix(row, "\u{1B}[0m")
    expectEqual(row.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").count, 80)

    let asset = try require(shown["asset"]?.string)
    _ = try await home.failure("edit", id, "--remove-photo", "0000")
    try await home.output("edit", id, "--remove-photo", String(asset.prefix(10)))
    try await expectEqual(home.entry(id)["photos"]?.array, [])
  }

  @Test func `a refused photo leaves no file`() async throws {
    let text = try home.folder.write("not a photo", to: "text.jpg")
    for refused in [text, home.folder.path, home.folder.path("none.jpg")] {
      _ = try await home.failure("add", "x", "--photo", photo, "--photo", refused)
    }
    expectNotEqual(access(home.store + "/assets", F_OK), 0)
    try await expectEqual(home.entries(), [])
  }

  @Test func `a photo that can't be decoded is kept with a warning`() async throws {
    let whole = try home.folder.read(photo)
    let cut = try home.folder.write(whole.prefix(1000), to: "cut.jpg")
    let result = try await home("add", "cut", "--photo", cut)
    expectEqual(result.status, 0)
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    let id = String(result.text.dropLast())
    try await expectContains(home.output("show", id, "--color", "always"), "▣ cut.jpg")
    try await expectEqual(home.json("list", "--with-photos").array?.count, 1)
  }

  @Test(.enabled(if: access("/usr/bin/ffmpeg", X_OK) == 0 && access("/usr/bin/ffprobe", X_OK) == 0))
  func `a video is drawn like a photo, with its length as for recordings`() async throws {
    let (video, sound) = (home.folder.path("a.mp4"), home.folder.path("b.wav"))
    for (path, source) in [(video, "testsrc=s=320x240:r=10:d=3"), (sound, "sine=d=83")] {
      let made = try ProgramResult.run(
        "/usr/bin/ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", path])
      try require(made.status == 0, "\(made.errorText)")
    }
    let home = home.with(["PATH": "/usr/bin:/bin"])
    let id = try await home.output("add", "harbour", "--attach", video, "--attach", sound)
    let plain = try await home.output("show", id).split(separator: "\n")
    let drawn = try await home.output("show", id, "--color", "always").split(separator: "\n")
    let row = try require(drawn.last { $0.contains("\u{1B}[") })
    expectPrefix(row.replacing(#/\u{1B}\[[0-9;]*m/#, with: ""), " ▶ 0:03 ")
    for lines in [plain, drawn] {
      expectEqual(lines.suffix(2).first?.hasPrefix("▶ a.mp4 0:03 · video, "), true)
      expectEqual(lines.last?.hasPrefix("♪ b.wav 1:23 · recording, "), true)
    }
    try await expectContains(home.output("show", id, "--format", "markdown"), "▶ a.mp4 · video")
  }

  @Test func `--photos rejects unknown values`() async throws {
    try await expectContains(home.failure("--photos", "kity", status: 64), "“kity”")
    try await expectContains(home.failure("--photos", status: 64), "--photos needs")
    try await expectContains(home.failure("--photos=off", "list", status: 64), "--photos")
  }
}

@Suite("Reading the words in photos on the command line") struct PhotoTextCommandTests {
  private let home: TestHome

  init() async throws {
    var home = try TestHome()
    home.environment["PATH"] = home.folder.path("bin")
    self.home = home
    for (title, photo) in [("강", "river-fog.jpg"), ("눈", "first-snow.jpg")] {
      try await home.output("add", title, "--photo", Checkout.photo(photo))
    }
  }

  /// Writes a script in place of tesseract, which reads this word in all photos.
  private func install(_ word: String, end: String = "") throws {
    let heading = #"level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth"#
    try home.program(
      "bin/tesseract",
      """
      [ "$1" = --list-langs ] && { printf 'List of languages (2):\\nkor\\nosd\\n'; exit; }
      \(end)
      printf '\(heading)\\theight\\tconf\\ttext\\n'
      printf '5\\t1\\t1\\t1\\t1\\t1\\t10\\t10\\t100\\t20\\t95\\t\(word)\\n'
      """)
  }

  @Test func `photos --read reads each photo once, and searches find the words`() async throws {
    try await expectContains(home.failure("photos", "--read"), "Install tesseract")
    try install("영수증")
    try await expectEqual(
      home.output("photos", "--read"), "2 photos read, 2 with words, 0 left")
    try install("other")
    try await expectEqual(home.json("photos", "--read")["read"]?.integer, 0)
    try await expectEqual(home.json("search", "text:other").array, [])
    let found = try await home.json("search", "영수")
    expectEqual(found.array?.count, 2)
    let matches = try require(found.array?.first?["matches"]?.array)
    let photo = try require(matches.first { $0["field"]?.string == "photoText" })
    expectEqual(photo["text"]?.string, "영수증")
    expectEqual(["index", "start", "end"].map { photo[$0]?.integer }, [0, 0, 3])
    expectEqual(photo["box"]?.array?.count, 4)
    try await expectContains(home.failure("photos", "--read", "--fetch", status: 64), "--read")
  }

  @Test func `photos --read reports photos at which tesseract fails, and reads them next time`()
    async throws
  {
    try install("\\033]0;x", end: "exit 1")
    let failed = try await home("photos", "--read")
    expectEqual(failed.status, 1)
    expectContains(failed.text, "0 photos read, 0 with words, 2 left")
    expectEqual(failed.errorText.split(separator: "\n").count, 2)
    expectContains(failed.errorText, "river-fog.jpg: tesseract failed")
    try install("\\033]0;x")
    try await home.output("photos", "--read")
    let json = try await home.output("search", "text:0;x", "--format", "json")
    expectContains(json, "photoText")
    expect(!json.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `the words of an encrypted diary are sealed`() async throws {
    try install("secret")
    try await home.output("photos", "--read")
    let folder = home.folder.path("cache/photodiary/photo-texts")
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix(".lock") }
    }
    expectEqual(try files().map { $0.suffix(4) }, [".txt"])
    let passphrase = try home.folder.write("a long passphrase of words\n", to: "passphrase")
    try await home.output("encrypt", "--passphrase-file", passphrase)
    expectEqual(try files().map { $0.suffix(4) }, [".age"])
    let bytes = try home.folder.read(folder + "/" + files()[0])
    expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    let found = try await home.output(
      "search", "text:secret", "--format", "jsonl", "--passphrase-file", passphrase)
    expectEqual(found.split(separator: "\n").count, 2)
  }
}

@Suite("Photos on another device, on the command line") struct PhotosCommandTests {
  private let machines: TwoMachines
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() async throws {
    machines = try TwoMachines()
    for (title, photo) in [("강", "river-fog.jpg"), ("눈", "first-snow.jpg")] {
      try await laptop.output("add", title, "--photo", Checkout.photo(photo))
    }
    let words = try await machines.addRemote()
    let clone = try await machines.clone(to: desktop, with: words, "--photos", "small")
    expectEqual(clone.status, 0, "\(clone.errorText)")
    try await machines.syncBoth()
  }

  private func counts(_ home: TestHome) async throws -> [Int?] {
    let json = try await home.json("photos")
    return [json["here"]?.integer, json["elsewhere"]?.integer]
  }

  @Test func `an export and a backup fetch what they need`() async throws {
    try await expectEqual(counts(desktop), [0, 2])
    try await desktop.output(
      "export", desktop.folder.path("out"), "--format", "markdown", "--tag", "없음")
    try await expectEqual(counts(desktop), [0, 2])
    try await expectEqual(
      desktop.notes("export", desktop.folder.path("out2"), "--format", "json"), "")
    try await expectEqual(counts(desktop), [2, 0])
    // Less can be freed than requested.
    try await expectEqual(desktop.run(["photos", "--free", "1G"]).status, 1)
    try await expectEqual(counts(desktop), [0, 2])
    try await expectContains(
      desktop.output("backup", desktop.folder.path("backups")), ": 2 entries, 2 photos, ")
    try await expectEqual(counts(desktop), [2, 0])
  }

  @Test func `names files that can't be fetched, and keeps the local ones`() async throws {
    try machines.detach()
    for (arguments, words) in [
      (["backup", desktop.folder.path("backups")], "without 2 files that couldn't be fetched"),
      (
        ["export", desktop.folder.path("out"), "--format", "html"],
        "“강” was left out: it's on another device"
      ), (["photos", "--fetch"], "doesn't exist"),
    ] {
      let result = try await desktop.run(arguments)
      expectEqual(result.status, 1)
      expectContains(result.errorText, words)
    }
    try machines.attach()
    try await desktop.output("photos", "--fetch")
    try await expectEqual(counts(desktop), [2, 0])
    try await machines.expectSame()
  }

  @Test func `photos are freed only if the policy allows it`() async throws {
    try await expectContains(
      laptop.failure("photos", "--free", "1M"), "photodiary remote photos home small")
    try await laptop.output("remote", "photos", "home", "none")
    try await expectContains(
      laptop.notes("photos", "--free", "1"), "Removed 1 file from this machine")
    try await expectEqual(counts(laptop), [1, 1])
    try await expectEqual(laptop.run(["verify"]).status, 0)
    try await expectEqual(laptop.output("remote", "photos", "home", "all"), "")
    try await laptop.output("sync")
    try await expectEqual(counts(laptop), [2, 0])
  }
}

@Suite("Importing a folder of photos on the command line") struct PhotoImportCommandTests {
  private let home: TestHome

  init() async throws {
    home = try TestHome()
    try await write("2024:05:03 12:00:00", "b.jpg", mark: 1)
    try await write("2024:05:03 10:15:00", "trip/a.jpg", offset: "+02:00", mark: 2)
    try await write("2024:05:04 01:30:00", "trip/c.jpg", mark: 3)
    try await write("2024:05:04 15:00:00", "d.jpg", mark: 4)
  }

  private var pictures: String { home.folder.path("pictures") }

  private func write(
    _ taken: String, _ name: String, offset: String? = nil, mark: UInt8
  ) async throws {
    try home.folder.write(
      try DatedPhoto.bytes(taken, offset: offset, mark: mark), to: "pictures/" + name)
  }

  @Test func `photos are imported once`() async throws {
    let first = try await home("import", pictures, "--format", "photos")
    expectEqual(first.status, 0, "\(first.errorText)")
    expectEqual(
      first.text,
      "2 added, 0 already there, 0 refused; photos: 4 added, 0 already there, 0 refused\n")
    expectContains(first.errorText, "To undo: photodiary import --undo")
    let entries = try await home.entries()
    expectEqual(entries.map { $0["title"]?.string }, ["", ""])
    let oldest = try require(entries.last)
    expectEqual(oldest["date"]?.string, "2024-05-03T10:15:00+02:00")
    expectEqual(oldest["photos"]?.array?.map { $0["name"]?.string }, ["a.jpg", "b.jpg"])

    // A folder of photos is recognized without --format.
    try await expectEqual(
      home.output("import", pictures),
      "0 added, 0 already there, 0 refused; photos: 0 added, 4 already there, 0 refused")
    try await expectEqual(home.entries().count, 2)
    try await home.output("verify")
  }

  @Test func `a dry run shows the entries, and writes nothing`() async throws {
    try await write("2024:05:03 23:50:00", "night.jpg", mark: 5)
    let table = try await home.output("import", pictures, "--format", "photos", "--dry-run")
    expectEqual(
      table,
      """
      2024-05-03  10:15–01:30     ▣ 4
      2024-05-04  15:00–15:00     ▣ 1
      """)
    try home.folder.write("sound", to: "pictures/2024-05-04 memo.ogg")
    try home.folder.write("film", to: "pictures/VID_20240504_160000.mp4")
    let others = try await home.output("import", pictures, "--format", "photos", "--dry-run")
    expectEqual(others.split(separator: "\n").last?.contains("▣ 1  ▶ 1  ♪ 1"), true, "\(others)")
    let gaps = try await JSONParser.parse(
      home.output("import", pictures, "--format", "photos", "--dry-run", "--json", "--gap", "6"))
    expectEqual(gaps.array?.map { $0["photos"]?.array?.count }, [2, 2, 1])
    expectNotEqual(access(home.store, F_OK), 0)
  }

  @Test func `places are named on request, in the user's language`() async throws {
    for (name, position) in [("b.jpg", (33.4633, 126.3098)), ("d.jpg", (38.7139, -9.1334))] {
      let place = #""latitude":\#(position.0),"longitude":\#(position.1)"#
      try home.folder.write(
        #"{"title":"\#(name)","photoTakenTime":{"timestamp":"1714701600"},"geoData":{\#(place)}}"#,
        to: "pictures/\(name).json")
    }
    let dryRun = ["import", pictures, "--format", "photos", "--dry-run"]
    try await expectEqual(home.run(dryRun).text.contains("Aewol"), false)
    try await expectContains(
      home.run(dryRun + ["--places"]).text, "Aewol-eup, Jeju-si, South Korea")
    var korean = home
    korean.environment["LC_ALL"] = "ko_KR.UTF-8"
    try await korean.output("import", pictures, "--format", "photos", "--places")
    let entries = try await home.entries()
    expectEqual(entries.map { $0["place"]?.string }, ["포르투갈 리스본", "제주시 애월읍"])
    let wrong = try await home("import", "entries.jsonl", "--format", "jsonl", "--places")
    expectContains(wrong.errorText, "--gap, --places and --json are for photos")
  }

  @Test func `a refused photo is named, and the status is 1`() async throws {
    try home.folder.write("no photo", to: "pictures/a\u{1B}[31m.jpg")
    let result = try await home("import", pictures, "--format", "photos")
    expectEqual(result.status, 1)
    expectContains(result.text, "4 added, 0 already there, 1 refused")
    expectContains(result.errorText, "a␛[31m.jpg isn't a photo.")
    _ = try await home.failure("import", home.folder.path("none"), "--format", "photos")
  }

  @Test func `videos and recordings are counted separately`() async throws {
    try home.folder.write("film", to: "pictures/VID_20240504_160000.mp4")
    let result = try await home("import", pictures, "--format", "photos")
    expectSuffix(result.text, "refused\nalso added: 1 video\n", "\(result.text)")
  }

  @Test func `a new entry gets its first photo's date on request`() async throws {
    let photo = pictures + "/trip/a.jpg"
    let id = try await home.output("add", "Sea", "--date", "photo", "--photo", photo)
    try await expectEqual(home.entry(id)["date"]?.string, "2024-05-03T10:15:00+02:00")
    let now = try await home.output("add", "Now", "--photo", photo)
    try await expectEqual(home.entry(now)["date"]?.string?.hasPrefix("2024-05-03"), false)
    _ = try await home.failure("add", "x", "--date", "photo")
    let undated = try await home.failure(
      "add", "x", "--date", "photo", "--photo", Checkout.photo("../../Assets/photos/no.jpg"))
    expectContains(undated, "not found")
  }
}
