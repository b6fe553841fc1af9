import DiaryCore
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import Media

@Suite struct CellPictureTests {
  let folder: TemporaryFolder
  let renderer = PhotoRenderer(program, cache: nil)

  init() throws { folder = try TemporaryFolder() }

  @Test func `draws cells in the proportions and colors of the photo`() async throws {
    for (name, columns, rows, width, height) in [
      ("warm-soup", 60, 40, 60, 23), ("warm-soup", 60, 10, 27, 10), ("warm-soup", 1, 1, 1, 1),
      ("plum-blossom", 80, 24, 36, 24), ("plum-blossom", 20, 24, 20, 13),
    ] as [(String, Int, Int, Int, Int)] {
      let picture = try await renderer.cells(
        of: Fixture.samplePath(name), columns: columns, rows: rows)
      expectEqual(picture.size, Size(columns: width, rows: height))
    }
    // The photo has few pixels, so there are as few cells.
    let photo = try folder.write(Fixture.png(width: 4, height: 4, rows: 4))
    let picture = try await renderer.cells(of: photo, columns: 80, rows: 24)
    expectEqual(picture.size, Size(columns: 4, rows: 2))
    expect(
      picture.cells.allSatisfy {
        $0.style.foreground == .rgb(0x808080) || $0.style.background == .rgb(0x808080)
      })
    // Colors match the terminal's color depth.
    for colors in [ColorDepth.monochrome, .sixteen, .palette256, .full] {
      let picture = try await renderer.cells(
        of: Fixture.samplePath("sea-sunset"), columns: 40, rows: 15, colors: colors)
      expectEqual(picture.cells.count, 600)
      for cell in picture.cells {
        for color in [cell.style.foreground, cell.style.background] {
          switch (colors, color) {
          case (_, .terminal), (.full, .rgb), (.palette256, .palette),
            (.sixteen, .palette(0...15)):
            continue
          default: fail("\(color) in \(colors)")
          }
        }
      }
    }
    let upright = try await renderer.cells(
      of: Fixture.samplePath("plum-blossom"), columns: 40, rows: 24)
    // The pink crown is above the green meadow.
    let top = try require(upright.cells[upright.size.columns * 3 + 18].style.background.rgb)
    let bottom = try require(
      upright.cells[upright.size.columns * (upright.size.rows - 1) + 4].style.background.rgb)
    expectGreater(top >> 16, top >> 8 & 0xFF)
    expectLess(bottom >> 16, bottom >> 8 & 0xFF)
  }

  @Test func `reports problems and stops when cancelled`() async throws {
    let sample = try Fixture.sample("warm-soup")
    let cut = try folder.write(Array(sample.prefix(100)))
    let large = try folder.write(Fixture.png(width: 50_000, height: 50_000, rows: 0))
    let other = try folder.write(Fixture.jpegInBitmap())
    let expected: [(String, PictureProblem)] = [
      (cut, .damaged), (large, .tooLarge), (other, .undecodableType),
      (folder.path + "/missing", .missing),
    ]
    for (path, problem) in expected {
      await expectThrows(problem) { try await renderer.cells(of: path, columns: 40, rows: 20) }
    }
    let incomplete = try folder.write(Array(sample.prefix(40_000)))
    try await expect(!renderer.cells(of: incomplete, columns: 40, rows: 20).isComplete)
    // Cancelling the task stops the drawing.
    let task = Task { [renderer] in
      try await renderer.cells(of: Fixture.samplePath("warm-soup"), columns: 900, rows: 900)
    }
    task.cancel()
    await expectThrows(PictureProblem.unavailable) { try await task.value }
  }
}

extension Color {
  fileprivate var rgb: UInt32? { if case .rgb(let value) = self { value } else { nil } }
}

extension PhotoRenderer {
  func cells(
    of path: String, asset: AssetID? = nil, columns: Int, rows: Int, colors: ColorDepth = .full
  ) async throws -> CellPicture {
    let order = RenderRequest(.cells(colors, ratio: 0.5), width: columns, height: rows)
    guard let order, case .cells(let picture) = try await picture(order, of: path, asset: asset)
    else { throw PictureProblem.unavailable }
    return picture
  }
}

@Suite struct LineDrawingTests {
  private let red = PixelColor(255, 0, 0)
  private let blue = PixelColor(0, 0, 255)
  private let ground = PixelColor(16, 32, 48)

  private func line(
    _ color: UInt32, width: Double = 2, dash: Double = 0, _ points: (Double, Double)...
  ) -> PixelLine {
    PixelLine(
      PixelLine.Pen(color: color, width: width, dash: dash), points.map { (x: $0.0, y: $0.1) })
  }

  private func drawn(_ lines: [PixelLine], as form: String = "png") throws -> PixelAnswer {
    let result = try PictureRun.run(
      "lines --width 40 --height 20 --as \(form) --background 102030",
      PixelLine.encoded(lines, width: 40, height: 20))
    try require(result.status == 0, "\(result.end) \(result.errorText)")
    return try PixelAnswer(result.output)
  }

  private func pixels(_ lines: PixelLine...) throws -> Pixels {
    try Pixels(png: try drawn(lines).bytes)
  }

  @Test func `draws lines with their width, order, edges and dashes`() throws {
    let flat = try pixels(line(0xFF0000, (5, 10), (35, 10)))
    expectEqual(flat.size, [40, 20])
    for x in 6..<34 {
      expectEqual([7, 9, 10, 12].map { flat.color(x, $0) }, [ground, red, red, ground])
    }
    expectEqual([2, 38].map { flat.color($0, 10) }, [ground, ground])
    // Later lines cover earlier ones.
    let crossed = try pixels(line(0xFF0000, (0, 10), (40, 10)), line(0x0000FF, (20, 0), (20, 20)))
    let crossing = [(20, 10), (10, 10), (20, 3)].map { crossed.color($0.0, $0.1) }
    expectEqual(crossing, [blue, red, blue])
    // Edges are antialiased, and joints aren't darker than the rest.
    let whole = try pixels(line(0xFFFFFF, width: 1, (2, 3), (38, 17)))
    let joined = try pixels(line(0xFFFFFF, width: 1, (2, 3), (20, 10), (38, 17)))
    var shades: Set<Int> = []
    for y in 0..<20 {
      for x in 0..<40 {
        shades.insert(whole.color(x, y).red)
        expectEqual(whole.color(x, y), joined.color(x, y), "\(x), \(y)")
      }
    }
    expectGreater(shades.count, 6)
    // Dashes are at the same positions in lines of many pieces.
    let dashed = try pixels(line(0xFF0000, dash: 4, (0, 10), (40, 10)))
    let pieces = try pixels(line(0xFF0000, dash: 4, (0, 10), (3, 10), (17, 10), (40, 10)))
    for x in 0..<40 {
      expectEqual(dashed.color(x, 10), (x / 4 % 2 == 0 ? red : ground))
      expectEqual(pieces.color(x, 10), dashed.color(x, 10))
    }
  }

  @Test func `draws each encoding at its size, and clips lines`() throws {
    for form in ["png", "jpeg", "sixel --colors 16"] {
      for lines in [[], [line(0xFF0000, (0, 0), (40, 20))]] {
        let answer = try drawn(lines, as: form)
        expectEqual(answer.size, [40, 20])
        expectEqual(answer.form, String(form.prefix { $0 != " " }))
      }
    }
    // Lines are clipped outside the picture.
    let far = line(0xFF0000, (-1e7, 10), (20, 10), (1e7, 10), (50, .nan), (.infinity, 3))
    let text = String(decoding: PixelLine.encoded([far], width: 40, height: 20), as: UTF8.self)
    expectEqual(text, "ff0000 200 0 -3200 1000 2000 1000 7200 1000\n")
    let gone = line(0xFF0000, (-90, -90), (-50, 70), (200, 200))
    expectEqual(PixelLine.encoded([gone], width: 40, height: 20), [UInt8(ascii: "\n")])
    // The line returns at another position.
    let twice = line(0xFF, (10, 10), (10, 500), (20, 500), (20, 10))
    let lines = String(decoding: PixelLine.encoded([twice], width: 40, height: 20), as: UTF8.self)
    expectEqual(lines.split(separator: "\n").count, 2)
    expectPrefix(lines, "0000ff 200 0 1000 1000 1000 ")
  }

  @Test func `rejects damaged lines`() throws {
    for text in [
      "ff0000", "ff0000 100 0 1 2 3", "ff0000 100 0 1 2", "red 100 0 1 2 3 4",
      "ff0000 100 0 1 2 3 4000000", "ff0000 -1 0 1 2 3 4", "ff0000 7000 0 1 2 3 4",
      "ff0000 100 99999 1 2 3 4", "ff0000 100 0 1 2 x 4",
      "ff0000 99999999999999999999 0 1 2 3 4", "\u{0}\u{1B}[2J",
    ] {
      try PictureRun.expectFailure(
        "damaged", "lines --width 40 --height 20 --as png",
        Array("ff0000 100 0 1 2 3 4\n\(text)\n".utf8), text)
    }
  }
}
