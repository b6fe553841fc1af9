import DiaryCore
import TestSupport
import Testing

@Suite("Similar photos on the command line") struct AlikeCommandTests {
  private let home: TestHome

  init() throws { home = try TestHome() }

  /// Writes a smaller copy of a sample photo.
  private func copy(of name: String, to file: String) throws -> String {
    let result = try ProgramResult.run(
      "/bin/sh",
      [
        "-c", #""$0" pixels --as jpeg --width 300 --height 300 < "$1""#,
        BuiltProgram.path("photodiary-picture"), Checkout.photo(name),
      ])
    let end = try require(result.output.firstIndex(of: UInt8(ascii: "\n")))
    return try home.folder.write(Array(result.output[(end + 1)...]), to: file)
  }

  @Test func `groups of similar photos are listed, the best first`() async throws {
    try await home.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
    try await home.output("add", "Tea", "--photo", Checkout.photo("tea-bowl.jpg"))
    try await expectContains(home.notes("photos", "--alike"), "No similar photos.")
    try await home.output("add", "Again", "--photo", copy(of: "river-fog.jpg", to: "small.jpg"))
    let lines = try await home.output("photos", "--alike").split(separator: "\n")
    expectEqual(lines.count, 2)
    expectPrefix(String(lines[0]), "river-fog.jpg  ")
    expect(lines[0].hasSuffix("  3 Fog  best"), "\(lines[0])")
    expectPrefix(String(lines[1]), "small.jpg  300×")
    expect(lines[1].hasSuffix("  1 Again"), "\(lines[1])")
    let json = try await home.json("photos", "--alike").array?.first?.array
    expectEqual(json?.compactMap { $0["name"]?.string }, ["river-fog.jpg", "small.jpg"])
    // The prints are kept, and read again if they are damaged.
    let kept = home.folder.path("cache/photodiary/prints")
    let file = try require(home.files(in: kept).first)
    try home.folder.write(Array("prints/1\nx".utf8), to: "cache/photodiary/prints/\(file)")
    try await expectEqual(home.output("photos", "--alike").split(separator: "\n").count, 2)
    try await expectContains(
      home.failure("photos", "--alike", "--fetch", status: 64), "used together")
  }

  @Test func `an import counts photos that look like others`() async throws {
    try await home.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
    try await home.output("photos", "--alike")
    _ = try copy(of: "river-fog.jpg", to: "new/copy.jpg")
    _ = try copy(of: "tea-bowl.jpg", to: "new/tea.jpg")
    try await expectContains(
      home.notes("import", home.folder.path("new"), "--format", "photos", "--dry-run"),
      "Of the new photos, 1 look like ones in the diary.")
  }
}
