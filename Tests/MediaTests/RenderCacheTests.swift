import DiaryCore
import Foundation
import Glibc
import System
import TerminalUI
import TestSupport
import Testing

@testable import Media

@Suite struct RenderCacheTests {
  let folder: TemporaryFolder
  let cached: PhotoRenderer
  /// A renderer with the same cache, but without the program.
  let cacheOnly: PhotoRenderer

  init() throws {
    folder = try TemporaryFolder()
    let cache = RenderCache(folder: folder.path + "/cache/photodiary/pictures")
    cached = PhotoRenderer(program, cache: cache)
    cacheOnly = PhotoRenderer(nil, cache: cache)
  }

  private func draw(_ renderer: PhotoRenderer) async throws -> CellPicture {
    try await renderer.cells(
      of: Fixture.samplePath("river-fog"),
      asset: try require(AssetID(String(repeating: "0c", count: 32))), columns: 40, rows: 20,
      colors: .palette256)
  }

  private var file: String {
    folder.path + "/cache/photodiary/pictures/0c/" + String(repeating: "0c", count: 32)
      + "-40x20-256-srgb"
  }

  @Test func `draws a picture once, and again if its file is damaged`() async throws {
    await expectThrows(PictureProblem.unavailable) { try await draw(cacheOnly) }
    let first = try await draw(cached)
    try await expectEqual(draw(cacheOnly), first)
    let manager = FileManager.default
    let mode = try manager.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    expectEqual(mode, 0o600)
    let above = try manager.attributesOfItem(atPath: folder.path + "/cache")[.posixPermissions]
    expect(above as? Int == 0o700)
    // Damaged files are replaced.
    let url = URL(fileURLWithPath: file)
    for length in [0, 5, 200] {
      try Data(contentsOf: url).prefix(length).write(to: url)
      await expectThrows(PictureProblem.unavailable) { try await draw(cacheOnly) }
      try await expectEqual(draw(cached), first)
      try await expectEqual(draw(cacheOnly), first)
    }
    // Control characters in the cache are rejected.
    var bytes = try Data(contentsOf: url)
    let cell = try require(bytes.firstIndex(of: 0x0A)) + 1
    bytes.replaceSubrange(cell..<cell + 4, with: [0x1B, 0, 0, 0])
    try bytes.write(to: url)
    await expectThrows(PictureProblem.unavailable) { try await draw(cacheOnly) }
  }
}

@Suite struct RenderCacheFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file with a size and the number of days since its last use.
  private func writeFile(_ name: String, bytes: Int, days: Int) throws {
    let path = folder.path + "/" + name
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    expectAtLeast(file, 0)
    expectEqual(ftruncate(file, bytes), 0)
    let past = timespec(tv_sec: time(nil) - days * 86_400, tv_nsec: 0)
    expectEqual(futimens(file, [past, past]), 0)
    close(file)
  }

  private func prunedNames() throws -> [String] {
    RenderCache.Folder(path: folder.path).prune()
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `removes old files, and keeps folders, links and used files`() throws {
    try writeFile("new", bytes: 1000, days: 0)
    try writeFile("large", bytes: 3 << 20, days: 2)
    try writeFile("older", bytes: 2 << 20, days: 3)
    try writeFile("old", bytes: 10, days: 100)
    try expectEqual(prunedNames(), ["large", "new"])
    // Folders and links are kept.
    expectEqual(mkdir(folder.path + "/folder", 0o700), 0)
    expectEqual(symlink("/etc/passwd", folder.path + "/link"), 0)
    try expectEqual(prunedNames(), ["folder", "large", "link", "new"])
    // A use is recorded, at most once a day.
    try writeFile("used", bytes: 1, days: 5)
    let file = open(folder.path + "/used", O_RDONLY)
    defer { close(file) }
    RenderCache.Folder.recordUse(of: Descriptor(number: file), lastUse: time(nil) - 5 * 86_400)
    var status = stat()
    expectEqual(fstat(file, &status), 0)
    expectLess(time(nil) - status.st_mtim.tv_sec, 60)
  }
}

@Suite struct RenderRequestTests {
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 0xFF, 0xD9]

  @Test func `accepts only matching answers, and has a name for each request`() throws {
    let request = try require(RenderRequest(.pixels(.jpeg, colors: 256), width: 40, height: 30))
    let head = Array("pixels jpeg 40 20\n".utf8)
    guard case .pixels(let picture) = request.picture(head + Self.jpeg) else {
      return fail("no picture")
    }
    expectEqual(picture.pixels, PixelSize(width: 40, height: 20))
    expectEqual(picture.bytes, Self.jpeg)
    for header in [
      "pixels jpeg 41 20\n", "pixels jpeg 40 31\n", "pixels jpeg 0 20\n", "pixels jpeg -1 20\n",
      "pixels png 40 20\n", "pixels jpeg 40\n", "cells 40 20\n", "", "pixels jpeg 40 20 1\n",
    ] { expectNil(request.picture(Array(header.utf8) + Self.jpeg), "\(header)") }
    for content in [[], Array(Self.jpeg.dropLast()), Array(Self.jpeg.dropFirst())] {
      expectNil(request.picture(head + content))
    }
    // Different requests have different files.
    var requests: [RenderRequest?] = []
    for colors in [ColorDepth.monochrome, .sixteen, .palette256, .full] {
      requests += [0.5, 0.45].map { RenderRequest(.cells(colors, ratio: $0), width: 8, height: 4) }
    }
    for encoding in PixelPicture.Encoding.allCases {
      requests += ([nil, 0, 0xFF_FFFF] as [UInt32?]).map {
        RenderRequest(.pixels(encoding, colors: 256), width: 8, height: 4, background: $0)
      }
    }
    requests.append(RenderRequest(.pixels(.sixel, colors: 16), width: 8, height: 4))
    let cells = [nil, PixelSize(width: 7, height: 15), PixelSize(width: 71, height: 5)]
    requests += cells.map {
      RenderRequest(.pixels(.sixel, colors: 16), width: 8, height: 5, filledCell: $0)
    }
    let names = requests.compactMap { $0?.cacheName }
    expectEqual(names.count, requests.count)
    expectEqual(Set(names).count, names.count)
    expect(names.allSatisfy { !$0.contains("/") })
    // Parts of a photo aren't cached, and a request needs space.
    let region = PictureRegion(left: 0, top: 0, right: 5000, bottom: 5000)
    let part = RenderRequest(.cells(.full, ratio: 0.5), width: 8, height: 4, region: region)
    expect(part != nil)
    expectNil(part?.cacheName)
    expectEqual(part?.arguments.suffix(2), ["--region", "0,0,5000,5000"])
    expectNil(RenderRequest(.cells(.full, ratio: 0.5), width: 0, height: 4))
  }
}
