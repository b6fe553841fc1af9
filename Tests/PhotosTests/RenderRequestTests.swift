import TerminalUI
import TestSupport
import Testing

@testable import Photos

@Suite struct RenderRequestTests {
  private func answer(_ header: String, _ content: [UInt8]) -> [UInt8] {
    Array(header.utf8) + content
  }

  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 0xFF, 0xD9]

  @Test func `pixels are taken as they were ordered, and nothing else is`() throws {
    let order = try require(RenderRequest(.pixels(.jpeg, colors: 256), width: 40, height: 30))
    guard case .pixels(let picture) = order.picture(answer("pixels jpeg 40 20\n", Self.jpeg))
    else {
      fail("no picture")
      return
    }
    expectEqual(picture.pixels, PixelSize(width: 40, height: 20))
    expectEqual(picture.bytes, Self.jpeg)
    for header in [
      "pixels jpeg 41 20\n", "pixels jpeg 40 31\n", "pixels jpeg 0 20\n", "pixels jpeg -1 20\n",
      "pixels png 40 20\n", "pixels jpeg 40\n", "cells 40 20\n", "", "pixels jpeg 40 20 1\n",
    ] {
      expectNil(order.picture(answer(header, Self.jpeg)), "\(header)")
    }
    for content in [[], Array(Self.jpeg.dropLast()), Array(Self.jpeg.dropFirst())] {
      expectNil(order.picture(answer("pixels jpeg 40 20\n", content)))
    }
  }

  @Test func `orders that differ are kept in files that differ`() throws {
    var orders: [RenderRequest?] = []
    for colors in PictureColors.allCases {
      for ratio in [0.5, 0.45] {
        orders.append(RenderRequest(.cells(colors, ratio: ratio), width: 8, height: 4))
      }
    }
    for encoding in PixelPicture.Encoding.allCases {
      for background in [nil, 0, 0xFF_FFFF] as [UInt32?] {
        orders.append(
          RenderRequest(
            .pixels(encoding, colors: 256), width: 8, height: 4, background: background))
      }
    }
    orders.append(RenderRequest(.pixels(.sixel, colors: 16), width: 8, height: 4))
    orders.append(RenderRequest(.pixels(.sixel, colors: 16), width: 8, height: 5))
    for cell in [PixelSize(width: 7, height: 15), PixelSize(width: 71, height: 5)] {
      orders.append(
        RenderRequest(.pixels(.sixel, colors: 16), width: 8, height: 5, filledCell: cell))
    }
    let names = orders.compactMap { $0?.cacheName }
    expectEqual(names.count, orders.count)
    expectEqual(Set(names).count, names.count)
    expect(names.allSatisfy { !$0.contains("/") })
  }

  @Test func `a part of a photo isn't kept, and no room is no order`() {
    let region = PictureRegion(left: 0, top: 0, right: 5000, bottom: 5000)
    let part = RenderRequest(.cells(.full, ratio: 0.5), width: 8, height: 4, region: region)
    expect(part != nil)
    expectNil(part?.cacheName)
    expectEqual(part?.arguments.suffix(2), ["--region", "0,0,5000,5000"])
    expectNil(RenderRequest(.cells(.full, ratio: 0.5), width: 0, height: 4))
  }
}
