import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

/// What is written as pictures come, move and go.
@MainActor @Suite struct PlacerTests {
  private func picture(_ encoding: PixelPicture.Encoding = .png) -> PixelPicture {
    PixelPicture(
      encoding: encoding, pixels: PixelSize(width: 100, height: 100),
      bytes: Array("\u{1B}Pq\"1;1;9;9~\u{1B}\\".utf8))
  }

  private func place(_ picture: PixelPicture, column: Int = 0) -> PlacedPicture {
    PlacedPicture(picture, rect: Rect(column: column, row: 1, columns: 10, rows: 5))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Sends everything that is to be sent; what it wrote after each.
  private func sendAll(_ placer: some PicturePlacer) -> [String] {
    var written: [String] = []
    while let next = placer.nextTransmission() { written.append(text(placer.sent(next))) }
    return written
  }

  // MARK: kitty

  @Test func aPictureIsSentOnceAndPlacedOften() throws {
    let placer = KittyPlacer()
    let one = picture()
    expect(placer.show([place(one), place(one, column: 20)]) == ([], []))
    let written = sendAll(placer)
    expectEqual(written.count, 1)
    try expectEqual(written.at(0).components("a=p"), 2)
    let (before, after) = placer.show([place(one, column: 3), place(one, column: 20)])
    expectEqual(text(before).components("a=d,d=i,"), 1)
    expectEqual(text(after).components("a=p"), 1)
    expectContains(text(after), "\u{1B}[2;4H")
    expectNil(placer.nextTransmission())
    expect(placer.show([place(one, column: 3), place(one, column: 20)]) == ([], []))
  }

  @Test func whatIsGoneIsHiddenThenFreed() throws {
    let placer = KittyPlacer(bounds: .init(pictures: 2, bytes: 1 << 30))
    let pictures = (0..<4).map { _ in picture() }
    func show(_ one: PixelPicture) -> (freed: Int, isSent: Bool) {
      let (_, after) = placer.show([place(one)])
      return (text(after).components("d=I,i="), !sendAll(placer).isEmpty)
    }
    try expect(show(pictures.at(0)) == (0, true))
    try expect(show(pictures.at(1)) == (0, true))
    try expect(show(pictures.at(0)) == (0, false))
    try expect(show(pictures.at(2)) == (0, true))
    // Three are hidden now, one too many; kitty would free them all with any of them.
    try expect(show(pictures.at(3)) == (3, true))
    try expect(show(pictures.at(0)) == (0, true))
    try expect(show(pictures.at(3)) == (0, false))
  }

  @Test func memoryIsBounded() {
    let placer = KittyPlacer(bounds: .init(pictures: 100, bytes: 100 * 100 * 4 * 2))
    var freed = 0
    for _ in 0..<10 {
      freed += text(placer.show([place(picture())]).after).components("d=I,i=")
      _ = sendAll(placer)
    }
    // Two may be hidden and one is shown.
    expectAtLeast(freed, 7)
    expectEqual(text(placer.clear()).components("d=I,i="), 10 - freed)
  }

  @Test func clearingLeavesNothing() {
    let placer = KittyPlacer()
    let (one, other) = (picture(), picture())
    _ = placer.show([place(one), place(other, column: 20)])
    _ = sendAll(placer)
    _ = placer.show([place(one)])
    let cleared = text(placer.clear())
    expectEqual(cleared.components("a=d,d=I,i="), 2)
    expectEqual(cleared.components("a=d,d=A"), 1)
    _ = placer.show([place(one)])
    expect(placer.nextTransmission() != nil)
  }

  @Test func aPictureThatWasBrokenOffIsSentAgain() throws {
    let placer = KittyPlacer()
    _ = placer.show([place(picture())])
    let first = try require(placer.nextTransmission())
    expectContains(text(first.breakOff), "m=0")
    // With a picture that is freed, kitty frees others that aren't on the screen.
    expectEqual(placer.brokenOff(first), [])
    let again = try require(placer.nextTransmission())
    expectEqual(Array(again.pieces), Array(first.pieces))
  }

  @Test func othersEncodingsAreLeftOut() {
    let placer = KittyPlacer()
    _ = placer.show([place(picture(.sixel)), place(picture(.jpeg))])
    expectNil(placer.nextTransmission())
  }

  // MARK: Sixels and inline images

  private func drawer(limit: Int? = nil, isErasedByRows: Bool = false) -> DrawnPlacer {
    DrawnPlacer([.sixel], limit: limit, isErasedByRows: isErasedByRows) {
      SixelImage.transmission(
        $0, cell: PixelSize(width: 10, height: 20), screen: Size(columns: 80, rows: 24))
    }
  }

  @Test func whatIsGoneIsBlanked() {
    let placer = drawer()
    let (one, other) = (picture(.sixel), picture(.sixel))
    expect(placer.show([place(one), place(other, column: 30)]) == ([], []))
    expectEqual(sendAll(placer).count, 2)
    let (before, after) = placer.show([place(other, column: 30)])
    expectEqual(after, [])
    let blank = String(repeating: " ", count: 10)
    let rows = (2...6).map { "\u{1B}[\($0);1H" + blank }.joined()
    expectEqual(text(before), "\u{1B}7\u{1B}[m" + rows + "\u{1B}8")
    expectNil(placer.nextTransmission())
  }

  @Test func whatIsWrittenOverIsDrawnAgain() {
    let placer = drawer()
    let placed = [place(picture(.sixel)), place(picture(.sixel), column: 30)]
    _ = placer.show(placed)
    _ = sendAll(placer)
    placer.rowsWereWritten(WrittenRows(changed: [5], whole: [9]))
    expectNil(placer.nextTransmission())
    placer.rowsWereWritten(WrittenRows(whole: [5]))
    expectEqual(sendAll(placer).count, 2)
  }

  @Test func whatTmuxTakesAwayWithARowIsDrawnAgain() {
    let placer = drawer(isErasedByRows: true)
    _ = placer.show([place(picture(.sixel))])
    _ = sendAll(placer)
    placer.rowsWereWritten(WrittenRows(changed: [9]))
    expectNil(placer.nextTransmission())
    placer.rowsWereWritten(WrittenRows(changed: [5]))
    expectEqual(sendAll(placer).count, 1)
  }

  @Test func whatMovesOverAnotherDrawsThatAgain() {
    let placer = drawer()
    let (one, other) = (picture(.sixel), picture(.sixel))
    _ = placer.show([place(one), place(other, column: 10)])
    _ = sendAll(placer)
    _ = placer.show([place(one, column: 1), place(other, column: 10)])
    _ = sendAll(placer)
    // Its old place reached into the other one.
    _ = placer.show([place(one), place(other, column: 10)])
    expectEqual(sendAll(placer).count, 2)
  }

  /// xterm has room for sixteen drawings, and forgets the oldest.
  @Test func whatTheTerminalForgetsIsDrawnAgain() {
    let placer = drawer(limit: 3)
    let stays = place(picture(.sixel), column: 30)
    var drawn: [Int] = []
    for _ in 0..<6 {
      _ = placer.show([stays, place(picture(.sixel))])
      drawn.append(sendAll(placer).count)
    }
    expectEqual(drawn, [2, 1, 2, 1, 1, 2])
    _ = placer.show((0..<5).map { place(picture(.sixel), column: 10 * $0) })
    expectEqual(sendAll(placer).count, 3)
  }

  @Test func hostileBytesAreNeverSent() {
    let placer = drawer()
    let hostile = PixelPicture(
      encoding: .sixel, pixels: PixelSize(width: 1, height: 1),
      bytes: Array("\u{1B}Pq\"1;1;1;1@\u{1B}\\\u{1B}]52;c;aGk=\u{7}\u{1B}\\".utf8))
    _ = placer.show([place(hostile), place(picture(.sixel), column: 20)])
    expectEqual(sendAll(placer).count, 1)
  }
}

extension String {
  /// How often a text is in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
