import DiaryCore
import Foundation
import Photos
import TerminalUI
import TestSupport
import Testing

@Suite struct PictureCacheTests {
  let folder: PhotoFolder
  let cached: PictureMaker
  /// Has the same cache but nothing to draw with.
  let idle: PictureMaker

  init() throws {
    folder = try PhotoFolder()
    let cache = PictureCache(folder: folder.path + "/cache/photodiary/pictures")
    cached = PictureMaker(program, cache: cache)
    idle = PictureMaker(nil, cache: cache)
  }

  private func draw(_ maker: PictureMaker) async throws -> CellPicture {
    try await maker.cells(
      of: Fixture.samplePath("river-fog"),
      asset: try require(AssetID(String(repeating: "0c", count: 32))), columns: 40, rows: 20,
      colors: .indexed256)
  }

  private var file: String {
    folder.path + "/cache/photodiary/pictures/0c/" + String(repeating: "0c", count: 32)
      + "-40x20-256"
  }

  @Test func isDrawnOnce() async throws {
    await expectThrows(PictureProblem.unavailable) { try await draw(idle) }
    let first = try await draw(cached)
    try await expectEqual(draw(idle), first)
    let manager = FileManager.default
    let mode = try manager.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    expectEqual(mode, 0o600)
    let above = try manager.attributesOfItem(atPath: folder.path + "/cache")[.posixPermissions]
    expect(above as? Int == 0o700)
  }

  @Test(arguments: [0, 5, 200]) func damagedFilesAreMadeAgain(length: Int) async throws {
    let first = try await draw(cached)
    let url = URL(fileURLWithPath: file)
    try Data(contentsOf: url).prefix(length).write(to: url)
    await expectThrows(PictureProblem.unavailable) { try await draw(idle) }
    try await expectEqual(draw(cached), first)
    try await expectEqual(draw(idle), first)
  }

  @Test func controlCharactersNeverComeOutOfIt() async throws {
    _ = try await draw(cached)
    let url = URL(fileURLWithPath: file)
    var bytes = try Data(contentsOf: url)
    let cell = try require(bytes.firstIndex(of: 0x0A)) + 1
    bytes.replaceSubrange(cell..<cell + 4, with: [0x1B, 0, 0, 0])
    try bytes.write(to: url)
    await expectThrows(PictureProblem.unavailable) { try await draw(idle) }
  }
}
