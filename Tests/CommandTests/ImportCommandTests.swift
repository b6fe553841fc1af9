import DiaryCore
import TestSupport
import Testing

@Suite("Markdown and RedNotebook, on the command line")
struct MarkdownCommandTests {
  private let photodiary: TestHome

  init() async throws { photodiary = try TestHome() }

  @Test func `an export to Markdown gives back the same diary`() async throws {
    let photo = try photodiary.folder.write(
      try DatedPhoto.bytes("2024:05:03 10:15:00", offset: "+09:00"), to: "a b.jpg")
    try await photodiary.output(
      "add", "No: \"title\" #", "--content", "# One\r\n---\n![[x.jpg]]\n", "--tag", "a, b",
      "--mood",
      "😊", "--photo", photo)
    try await photodiary.output("journals", "add", "여행")
    try await photodiary.output(
      "add", "--content", "둘", "--journal", "여행", "--date", "2024-02-29T23:59:59Z")
    let target = photodiary.folder.path("out")
    let other = photodiary.folder.path("other")
    try await photodiary.output("export", target, "--format", "markdown", "--keep-location")
    try await expectEqual(
      photodiary.output("--store", other, "import", target),
      "2 added, 0 already there, 0 refused; 1 photo")
    let fields: (JSONValue) -> JSONValue = { entry in
      .object(
        (entry.members ?? []).map { member in
          guard member.name == "photos" else { return member }
          let photos = (member.value.array ?? []).map { photo in
            JSONValue.object((photo.members ?? []).filter { $0.name != "file" })
          }
          return JSONMember("photos", .array(photos))
        })
    }
    let ours = try await photodiary.json("list", "--format", "json").array?.map(fields)
    let theirs = try await photodiary.json("--store", other, "list", "--format", "json").array?.map(
      fields)
    expectEqual(ours?.count, 2)
    expectEqual(ours, theirs)
    try await photodiary.output("--store", other, "verify")
    try await expectEqual(
      photodiary.output("--store", other, "import", target),
      "0 added, 2 already there, 0 refused; 0 photos")
  }

  @Test func `a month of RedNotebook and a vault come, with a report`() async throws {
    try photodiary.folder.write(
      "3:\n  text: '**fett** [\"\"/etc/hostname\"\".png]'\n  Idee: null\n", to: "rn/2024-05.txt")
    try photodiary.folder.write("---\nx: [\n---\ntext", to: "vault/2024-05-04.md")
    let report = photodiary.folder.path("report.txt")
    let rednotebook = photodiary.folder.path("rn")
    let vault = photodiary.folder.path("vault")
    try await expectEqual(
      photodiary.output("import", rednotebook, "--dry-run", "--report", report),
      "2024-05-03 – 2024-05-03\nDiary: 1 entry\n1 added, 0 already there, 0 refused; 0 photos")
    try expectEqual(
      photodiary.folder.text("report.txt"),
      "2024-05.txt, entry 1 of 2024-05-03: its photo /etc/hostname.png is outside the "
        + "imported folder and wasn't read; kept the link. Copy it into the folder to import it\n")
    try await photodiary.output("import", rednotebook, "--format", "rednotebook")
    try await photodiary.output("import", vault, "--format", "markdown", "--report", report)
    try expectEqual(
      photodiary.folder.text("report.txt"),
      "2024-05-04.md: kept its front matter as text, not valid YAML in line 3\n")
    let entries = try await photodiary.json("list", "--format", "json").array ?? []
    expectEqual(entries.map { $0["content"]?.string?.prefix(8) }, ["---\nx: [", "**fett**"])
    let failure = try await photodiary.failure("import", vault, "--format", "rednotebook")
    expectContains(failure, "isn't rednotebook")
  }
}
