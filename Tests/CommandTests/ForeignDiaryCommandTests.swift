import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Diaries of many programs, on the command line")
struct ForeignDiaryCommandTests {
  private let photodiary: TestHome

  init() async throws { photodiary = try TestHome() }

  private var folder: TemporaryFolder { photodiary.folder }

  private func photo(_ name: String, mark: UInt8) async throws {
    try folder.write(try DatedPhoto.bytes("2024:05:03 12:00:00", offset: nil, mark: mark), to: name)
  }

  @Test func `one that can't be read is no success, and its photos come when they are asked for`()
    async throws
  {
    try folder.write("<rss xmlns:wp=\"http://wordpress.org/export/1.2/\">", to: "d/Notes.xml")
    for mark in 1...2 { try await photo("d/photos/\(mark).jpg", mark: UInt8(mark)) }
    let path = folder.path("d")
    let refused = try await photodiary.failure("import", path)
    expectContains(refused, "looks like a diary from WordPress, which can't be read yet.")
    expectContains(refused, "To import only its 2 photos, use --format photos.")
    expectNotEqual(access(photodiary.store, F_OK), 0)

    let photos = try await photodiary("import", path, "--format", "photos")
    expectEqual(
      photos.text,
      "1 added, 0 already there, 0 refused; photos: 2 added, 0 already there, 0 refused\n")
    expectContains(photos.errorText, "Notes.xml: left out because it's text")
  }

  @Test func `entries of Journey and notes of Google Keep come once`() async throws {
    try folder.write(
      #"{"id":"1","date_journal":1714723200000,"timezone":"Asia/Seoul","text":"<p>Fog &amp; "#
        + #"<b>rain</b></p>","type":"html","mood":5}"#, to: "journey/1.json")
    try folder.write(
      #"{"title":"Milk","textContent":"and bread","userEditedTimestampUsec":1714723200000000,"#
        + #""isTrashed":false}"#, to: "Takeout/Keep/Milk.json")
    for (name, title) in [("journey", ""), ("Takeout", "Milk")] {
      let first = try await photodiary("import", folder.path(name))
      expectEqual(first.status, 0, "\(first.errorText)")
      expectEqual(first.text, "1 added, 0 already there, 0 refused; 0 photos\n")
      let again = try await photodiary("import", folder.path(name))
      expectEqual(again.text, "0 added, 1 already there, 0 refused; 0 photos\n")
      let entries = try await photodiary.json("list", "--format", "json").array ?? []
      expect(entries.contains { $0["title"]?.string == title })
    }
    let entry = try require(
      try await photodiary.json("search", "Fog", "--format", "json").array?.first)
    expect(entry["content"]?.string == "Fog & **rain**" && entry["mood"]?.string == "5/5")
    try await photodiary.output("verify")
  }
}
