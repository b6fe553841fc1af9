import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@MainActor @Suite("Names of places for an entry")
struct PlaceChoiceTests {
  private let jeju = PhotoDetails.Position(latitude: 33.4633, longitude: 126.3098)

  /// An entry with a photo that was taken on Jeju, in the editor with its details open at the place.
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, naming names: Result<[String], PlaceNamesError>
  ) async throws -> ScreenTest {
    let fields = EntryFields(
      date: EntryDate(instant: 1_700_000_000, offset: 0), title: "첫눈",
      photos: [
        Photo(
          asset: AssetID(digest: [UInt8](repeating: 1, count: 32)), name: "a.jpg",
          type: MediaType("image/jpeg"))
      ])
    let screen = try await ScreenTest(columns, rows, entries: [fields])
    screen.placeNaming.call(names)
    screen.photoActions.report(
      PhotoFileFacts(
        facts: PhotoFacts(
          type: MediaType("image/jpeg"), details: PhotoDetails(position: jeju)), bytes: 1))
    await screen.press(.character("e"), KeyEvent(.function(2)), KeyEvent(.down))
    await screen.press(KeyEvent(.down))
    return screen
  }

  @Test func `a name is proposed before the coordinates, and only taken when it is chosen`()
    async throws
  {
    let screen = try await opened(naming: .success(["제주시 애월읍", "제주시 한림읍"]))
    expectContains(screen.text, "from the photos: 제주시 애월읍   제주시 한림읍")
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    try await expectEqual(screen.service.entries().map(\.details.place), [nil])
    await screen.press(.character("e"), KeyEvent(.function(2)), KeyEvent(.down))
    await screen.press(KeyEvent(.down), KeyEvent(.right), KeyEvent(.enter), .control("s"))
    try await expectEqual(screen.service.entries().map(\.details.place), ["제주시 애월읍"])
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `another one near by is chosen in a list`(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(
      columns, rows,
      naming: .success(["Aewol-eup, Jeju-si, South Korea", "Hallim-eup, Jeju-si, South Korea"]))
    await screen.press(KeyEvent(.function(2)))
    expectContains(screen.text, "Where was it?")
    expectContains(screen.text, "▌ Aewol-eup, Jeju-si, South Korea")
    expectContains(screen.text, "33.4633, 126.3098")
    await screen.press(.character("j"), KeyEvent(.enter))
    expectContains(screen.text, "Hallim-eup")
    await screen.press(KeyEvent(.enter), .control("s"))
    try await expectEqual(
      screen.service.entries().map(\.details.place), ["Hallim-eup, Jeju-si, South Korea"])
  }

  @Test func `a chosen name that is far on in the line is in view`() async throws {
    let names = (0..<6).map { "A town with a long name, number \($0)" }
    let screen = try await opened(naming: .success(names))
    await screen.press(KeyEvent(.left), KeyEvent(.left))
    let line = try require(
      screen.text.split(separator: "\n").first { $0.contains("from the photos:") })
    expectContains(line, "number 5")
  }

  @Test func `names that can't be read are told, and the coordinates are there`() async throws {
    let problem = PlaceNamesError.damaged(path: "/usr/share/photodiary/places.bin")
    let screen = try await opened(naming: .failure(problem))
    expectContains(screen.text, "from the photos: 33.4633, 126.3098")
    // Told when the dialog opens, until the next key.
    await screen.press(KeyEvent(.escape), KeyEvent(.function(2)))
    expectContains(screen.text, "damaged")
  }

  @Test func `without a position the list says so`() async throws {
    let screen = try await ScreenTest(
      entries: [EntryFields(date: EntryDate(instant: 0, offset: 0), title: "a")])
    await screen.press(.character("e"), KeyEvent(.function(2)), KeyEvent(.function(2)))
    expectContains(screen.text, "The photos don't say where they were taken.")
  }

  @Test func `best names of all photos come first, each once`() {
    let position = PhotoDetails.Position(latitude: 1, longitude: 2)
    expectEqual(
      DetailProposals.places(
        [
          PhotoDetails(position: position), PhotoDetails(position: position, place: "Home"),
          PhotoDetails(position: position),
        ], names: [["A", "B"], ["C", "A\u{1B}", "B"]]),
      ["A", "Home", "C", "B", "A␛", "1.0000, 2.0000"])
  }

  @Test func `the places of an import are named in one go, and left out again`() async throws {
    func photo(_ name: String, _ date: String, _ position: PhotoDetails.Position?) throws
      -> FoundPhoto
    {
      FoundPhoto(path: "/p/\(name)", date: try require(EntryDate(date)), location: position)
    }
    let groups = PhotoGrouping().groups(of: [
      try photo("a.jpg", "2024-05-03T10:15:00+09:00", jeju),
      try photo("b.jpg", "2024-05-04T10:15:00+09:00", nil),
    ])
    let screen = try await ScreenTest(100, 14)
    screen.placeNaming.call(.success(["제주시 애월읍", "제주시"]))
    screen.importer.propose(.success(PhotoProposal(groups: groups)))
    await screen.press(.character("i"))
    await screen.press(.control("s"))
    expectLacks(screen.text, "애월읍")
    await screen.press(.character("p"))
    expectContains(screen.text, "3 May 2024  제주시 애월읍")
    await screen.press(.character("p"))
    expectLacks(screen.text, "애월읍")
    await screen.press(.character("p"))
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.importer.written.map { $0.map(\.place) }, [["제주시 애월읍", nil]])
  }
}
