import DiaryCore
import Foundation
import Photos
import TerminalUI
import TestSupport
import Testing

@Suite struct CellPictureTests {
  let folder: PhotoFolder
  let asset = AssetID(String(repeating: "ab", count: 32))
  let maker = PictureMaker(program, cache: nil)

  init() throws { folder = try PhotoFolder() }

  @Test(arguments: [
    ("warm-soup", 60, 40, 60, 23), ("warm-soup", 60, 10, 27, 10), ("warm-soup", 1, 1, 1, 1),
    ("plum-blossom", 80, 24, 36, 24), ("plum-blossom", 20, 24, 20, 13),
  ]) func keepsTheProportions(
    name: String, columns: Int, rows: Int, width: Int, height: Int
  ) async throws {
    let picture = try await maker.cells(
      of: Fixture.samplePath(name), asset: try require(asset), columns: columns, rows: rows,
      colors: .full)
    expectEqual(picture.size, Size(columns: width, rows: height))
  }

  @Test func isNeverLargerThanItsPixels() async throws {
    let photo = try folder.write(Fixture.png(width: 4, height: 4, rows: 4))
    let picture = try await maker.cells(
      of: photo, asset: try require(asset), columns: 80, rows: 24, colors: .full)
    expectEqual(picture.size, Size(columns: 4, rows: 2))
    expect(
      picture.cells.allSatisfy {
        $0.style.foreground == .rgb(0x808080) || $0.style.background == .rgb(0x808080)
      })
  }

  @Test func colorsAreTheTerminalsOwnKind() async throws {
    for colors in PictureColors.allCases {
      let picture = try await maker.cells(
        of: Fixture.samplePath("sea-sunset"), asset: try require(asset), columns: 40, rows: 15,
        colors: colors)
      expectEqual(picture.cells.count, 600)
      for cell in picture.cells {
        for color in [cell.style.foreground, cell.style.background] {
          switch (colors, color) {
          case (_, .terminal), (.full, .rgb), (.indexed256, .palette),
            (.indexed16, .palette(0...15)):
            continue
          default: fail("\(color) in \(colors)")
          }
        }
      }
    }
  }

  /// Left is dark and right is bright: turned upright, the bright side is where EXIF says.
  @Test func standsUpright() async throws {
    let upright = try await maker.cells(
      of: Fixture.samplePath("plum-blossom"), asset: try require(asset), columns: 40, rows: 24,
      colors: .full)
    // The pink crown is above the green meadow.
    let top = try require(upright.cells[upright.size.columns * 3 + 18].style.background.rgb)
    let bottom = try require(
      upright.cells[upright.size.columns * (upright.size.rows - 1) + 4].style.background.rgb)
    expectGreater(top >> 16, top >> 8 & 0xFF)
    expectLess(bottom >> 16, bottom >> 8 & 0xFF)
  }

  @Test func problemsAreNamed() async throws {
    let cut = try folder.write(Array(try Fixture.sample("warm-soup").prefix(40_000)))
    let large = try folder.write(Fixture.png(width: 50_000, height: 50_000, rows: 0))
    let other = try folder.write(Fixture.file("corners.bmp"))
    let expected: [(String, PictureProblem)] = [
      (cut, .damaged), (large, .tooLarge), (other, .undecodableType),
      (folder.path + "/missing", .missing),
    ]
    for (path, problem) in expected {
      await expectThrows(problem) {
        try await maker.cells(
          of: path, asset: try require(asset), columns: 40, rows: 20, colors: .full)
      }
    }
  }

  @Test func cancellingEndsIt() async throws {
    let asset = try require(asset)
    let task = Task { [maker] in
      try await maker.cells(
        of: Fixture.samplePath("warm-soup"), asset: asset, columns: 900, rows: 900, colors: .full)
    }
    task.cancel()
    await expectThrows(PictureProblem.unavailable) { try await task.value }
  }
}

extension Color {
  fileprivate var rgb: UInt32? {
    if case .rgb(let value) = self { value } else { nil }
  }
}
