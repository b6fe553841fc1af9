import System
import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@MainActor @Suite struct PlacerTests {
  private func picture(_ encoding: PixelPicture.Encoding = .png) -> PixelPicture {
    PixelPicture(
      encoding: encoding, pixels: PixelSize(width: 100, height: 100),
      bytes: Array("\u{1B}Pq\"1;1;9;9~\u{1B}\\".utf8))
  }

  private func place(_ picture: PixelPicture, column: Int = 0) -> PlacedPicture {
    PlacedPicture(picture, rect: Rect(column: column, row: 1, columns: 10, rows: 5))
  }

  @Test func `sends a kitty picture once and frees it after its removal`() throws {
    let placer = KittyPlacer()
    let one = picture()
    expect(placer.show([place(one), place(one, column: 20)]) == ([], []))
    let written = sendAll(placer)
    expectEqual(written.count, 1)
    try expectEqual(written.at(0).count(of: "a=p"), 2)
    let (before, after) = placer.show([place(one, column: 3), place(one, column: 20)])
    expectEqual(before, [])
    expectEqual(text(after).count(of: "a=d,d=i,"), 1)
    expectEqual(text(after).count(of: "a=p"), 1)
    expectContains(text(after), "\u{1B}[2;4H")
    expectNil(placer.nextTransmission())
    expect(placer.show([place(one, column: 3), place(one, column: 20)]) == ([], []))
    // A removed picture is first hidden, then freed.
    let small = KittyPlacer(bounds: .init(pictures: 2, bytes: 1 << 30))
    let pictures = (0..<4).map { _ in picture() }
    func show(_ one: PixelPicture) -> (freed: Int, isSent: Bool) {
      let (_, after) = small.show([place(one)])
      return (text(after).count(of: "d=I,i="), !sendAll(small).isEmpty)
    }
    try expect(show(pictures.at(0)) == (0, true))
    try expect(show(pictures.at(1)) == (0, true))
    try expect(show(pictures.at(0)) == (0, false))
    try expect(show(pictures.at(2)) == (0, true))
    // Three hidden pictures are one too many; kitty would free all with any of them.
    try expect(show(pictures.at(3)) == (3, true))
    try expect(show(pictures.at(0)) == (0, true))
    try expect(show(pictures.at(3)) == (0, false))
    let bounded = KittyPlacer(bounds: .init(pictures: 100, bytes: 100 * 100 * 4 * 2))
    var freed = 0
    for _ in 0..<10 {
      freed += text(bounded.show([place(picture())]).after).count(of: "d=I,i=")
      _ = sendAll(bounded)
    }
    // Two may be hidden and one is shown.
    expectAtLeast(freed, 7)
    expectEqual(text(bounded.clear()).count(of: "d=I,i="), 10 - freed)
    let clearing = KittyPlacer()
    let (kept, gone) = (picture(), picture())
    send(clearing, [place(kept), place(gone, column: 20)])
    _ = clearing.show([place(kept)])
    let cleared = text(clearing.clear())
    expectEqual(cleared.count(of: "a=d,d=I,i="), 2)
    expectEqual(cleared.count(of: "a=d,d=A"), 1)
    _ = clearing.show([place(kept)])
    expect(clearing.nextTransmission() != nil)
  }

  @Test func `resends an interrupted picture, in supported encodings only`() throws {
    let placer = KittyPlacer()
    _ = placer.show([place(picture())])
    let first = try require(placer.nextTransmission())
    expectContains(text(first.interruption), "m=0")
    // Freeing a picture makes kitty free others that are off screen.
    expectEqual(placer.interrupted(first), [])
    let again = try require(placer.nextTransmission())
    expectEqual(Array(again.pieces), Array(first.pieces))
    let picky = KittyPlacer()
    _ = picky.show([place(picture(.sixel)), place(picture(.jpeg))])
    expectNil(picky.nextTransmission())
  }

  /// The parts of a picture around a dialog.
  private func cut(_ placed: PlacedPicture) -> [PlacedPicture] {
    let dialog = Rect(column: placed.rect.column + 5, row: 2, columns: 20, rows: 2)
    return placed.rect.subtracting([dialog]).map(placed.part)
  }

  @Test func `a dialog cuts a kitty picture without removing or sending it`() throws {
    let placer = KittyPlacer()
    let whole = place(picture())
    send(placer, [whole])
    let opened = text(placer.show(cut(whole)).after)
    let parts = [
      "\u{1B}[2;1H\u{1B}_Ga=p", ",c=10,r=1,x=0,y=0,w=100,h=20", "\u{1B}[3;1H\u{1B}_Ga=p",
      ",c=5,r=2,x=0,y=20,w=50,h=40", "\u{1B}[5;1H\u{1B}_Ga=p", ",c=10,r=2,x=0,y=60,w=100,h=40",
    ]
    for part in parts { expectContains(opened, part) }
    expectEqual(opened.count(of: "a=p"), 3)
    expectEqual(opened.count(of: "a=d"), 1)
    try expectLess(
      require(opened.ranges(of: "a=p").last).lowerBound,
      require(opened.firstRange(of: "a=d")).lowerBound)
    expectNil(placer.nextTransmission())
    expect(placer.show(cut(whole)) == ([], []))
    let closed = text(placer.show([whole]).after)
    expectEqual(closed.count(of: "a=p"), 1)
    expectEqual(closed.count(of: "a=d,d=i,"), 3)
    try expectLess(
      require(closed.firstRange(of: "a=p")).lowerBound,
      require(closed.firstRange(of: "a=d")).lowerBound)
    expectNil(placer.nextTransmission())
  }

  @Test func `text over a drawn picture leaves the rest of it`() throws {
    let placer = drawer()
    let whole = place(picture(.sixel))
    send(placer, [whole])
    let covered = "\u{1B}[3;6H     \u{1B}[4;6H     \u{1B}8"
    expectSuffix(text(placer.show(cut(whole)).before), covered)
    expectNil(placer.nextTransmission())
    // A second dialog that is then closed leaves a part to draw.
    let smaller = cut(whole).filter { $0.rect.row != 4 }
    _ = placer.show(smaller)
    expectNil(placer.nextTransmission())
    expect(placer.show(cut(whole)) == ([], []))
    let part = try require(placer.nextTransmission())
    expectEqual(part.place?.rect, Rect(column: 0, row: 4, columns: 10, rows: 2))
    expectEqual(text(placer.interrupted(part)).count(of: "          "), 2)
    expectEqual(sendAll(placer).count, 1)
    // After the last dialog, it is drawn over itself.
    expect(placer.show([whole]) == ([], []))
    let again = try require(placer.nextTransmission())
    expectEqual(again.place, whole)
    expectSuffix(text(placer.interrupted(again)), covered)
    expectEqual(sendAll(placer).count, 1)
    expectEqual(placer.show([]).before.count { $0 == 0x20 }, 50)
    // A picture that arrives under a dialog, and one in tmux.
    let late = drawer()
    expectEqual(send(late, cut(place(picture(.sixel)))), 3)
    let byRows = drawer(isErasedByRows: true)
    let erased = place(picture(.sixel))
    send(byRows, [erased])
    _ = byRows.show(cut(erased))
    byRows.rowsWereWritten(WrittenRows(changed: [2, 3]))
    expectEqual(sendAll(byRows).count, 3)
    // All of a terminal's drawings are in use, and a dialog closes over one of them.
    let limited = drawer(limit: 2)
    let pictures = [place(picture(.sixel)), place(picture(.sixel), column: 30)]
    send(limited, pictures)
    expectEqual(send(limited, cut(pictures[0]) + [pictures[1]]), 0)
    expectEqual(send(limited, pictures), 1)
    expectEqual(send(limited, pictures), 0)
  }

  private func drawer(limit: Int? = nil, isErasedByRows: Bool = false) -> DrawnPlacer {
    DrawnPlacer([.sixel], limit: limit, isErasedByRows: isErasedByRows) {
      SixelImage.transmission(
        $0, cell: PixelSize(width: 10, height: 20), screen: Size(columns: 80, rows: 24))
    }
  }

  @Test func `blanks removed pictures and redraws erased ones`() {
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
    let drawn = drawer()
    let placed = [place(picture(.sixel)), place(picture(.sixel), column: 30)]
    send(drawn, placed)
    drawn.rowsWereWritten(WrittenRows(changed: [5], whole: [9]))
    expectNil(drawn.nextTransmission())
    drawn.rowsWereWritten(WrittenRows(whole: [5]))
    expectEqual(sendAll(drawn).count, 2)
    // Pictures that tmux erases with a row are redrawn.
    let byRows = drawer(isErasedByRows: true)
    send(byRows, [place(picture(.sixel))])
    byRows.rowsWereWritten(WrittenRows(changed: [9]))
    expectNil(byRows.nextTransmission())
    byRows.rowsWereWritten(WrittenRows(changed: [5]))
    expectEqual(sendAll(byRows).count, 1)
    let moving = drawer()
    let (mover, neighbor) = (picture(.sixel), picture(.sixel))
    send(moving, [place(mover), place(neighbor, column: 10)])
    send(moving, [place(mover, column: 1), place(neighbor, column: 10)])
    // Its old place overlapped the other one.
    expectEqual(send(moving, [place(mover), place(neighbor, column: 10)]), 2)
    // xterm stores sixteen drawings, and drops the oldest.
    let limited = drawer(limit: 3)
    let stays = place(picture(.sixel), column: 30)
    var counts: [Int] = []
    for _ in 0..<6 { counts.append(send(limited, [stays, place(picture(.sixel))])) }
    expectEqual(counts, [2, 1, 2, 1, 1, 2])
    expectEqual(send(limited, (0..<5).map { place(picture(.sixel), column: 10 * $0) }), 3)
  }

  @Test func `never sends hostile bytes`() {
    let placer = drawer()
    let hostile = PixelPicture(
      encoding: .sixel, pixels: PixelSize(width: 1, height: 1),
      bytes: Array("\u{1B}Pq\"1;1;1;1@\u{1B}\\\u{1B}]52;c;aGk=\u{7}\u{1B}\\".utf8))
    expectEqual(send(placer, [place(hostile), place(picture(.sixel), column: 20)]), 1)
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}

/// Sends everything pending. Returns each picture with the text written after it.
@MainActor private func sendAll(_ placer: some PicturePlacer) -> [String] {
  var written: [String] = []
  while let next = placer.nextTransmission() {
    written.append(text(next.pieces.flatMap(\.self) + placer.sent(next)))
  }
  return written
}

/// Shows and sends pictures. Returns the number sent.
@MainActor @discardableResult
private func send(_ placer: some PicturePlacer, _ pictures: [PlacedPicture]) -> Int {
  _ = placer.show(pictures)
  return sendAll(placer).count
}

/// Placeholder text for pictures in tmux.
@MainActor @Suite struct PlaceholderTests {
  private let picture = PixelPicture(
    encoding: .png, pixels: PixelSize(width: 100, height: 100), bytes: TestPictures.png)

  private func place(
    _ picture: PixelPicture, column: Int = 0, row: Int = 1, rows: Int = 3, skipped: Int = 0
  ) -> PlacedPicture {
    PlacedPicture(
      picture, rect: Rect(column: column, row: row, columns: 4, rows: rows - skipped),
      whole: Size(columns: 4, rows: rows), skippedRows: skipped)
  }

  @Test func `has the protocol's diacritics`() throws {
    let marks = PlaceholderText.marks.map(\.value)
    expectEqual(marks.count, PlaceholderText.largest)
    expectEqual(marks.prefix(6), [0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D])
    try expectEqual(marks.at(99), 0x74A)
    try expectEqual(marks.at(255), 0xA8E5)
    expectEqual(marks.last, 0x1D244)
  }

  @Test func `sends a picture once and places it by text`() throws {
    let placer = PlaceholderPlacer()
    expect(placer.show([place(picture), place(picture, column: 20)]) == ([], []))
    let written = sendAll(placer)
    expectEqual(written.count, 3)
    let sent = try written.at(0)
    expectPrefix(sent, "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=t,f=100,i=")
    expectSuffix(sent, ",c=4,r=3,q=2\u{1B}\u{1B}\\\u{1B}\\")
    expectContains(sent, "a=p,U=1,i=")
    // The first row, and the last cell: its row, its column, and the number's highest byte.
    let shown = try written.at(1)
    // Compared by scalars, because a cell with its diacritics is one character.
    expect(
      shown.unicodeScalars.starts(
        with: "\u{1B}7\u{1B}[m\u{1B}[2;1H\u{1B}[38;5;1m\u{10EEEE}\u{305}\u{305}".unicodeScalars))
    let high = try PlaceholderText.marks.at(Int(UInt8(truncatingIfNeeded: CurrentProcess.id)))
    expectEqual(shown.unicodeScalars.split(separator: "\u{10EEEE}").count, 13)
    expectEqual(
      Array(shown.unicodeScalars.suffix(6)),
      ["\u{10EEEE}", "\u{30E}", "\u{310}", high, "\u{1B}", "8"])
    try expectContains(written.at(2), "\u{1B}[2;21H")
    // Moved and cut off at its top, it isn't sent again.
    let (before, after) = placer.show([
      place(picture, row: 0, skipped: 1), place(picture, column: 20),
    ])
    expectEqual(after, [])
    expectContains(text(before), "\u{1B}[2;1H    ")
    let moved = sendAll(placer)
    expectEqual(moved.count, 1)
    try expect(
      moved.at(0).unicodeScalars.starts(
        with: "\u{1B}7\u{1B}[m\u{1B}[1;1H\u{1B}[38;5;1m\u{10EEEE}\u{30D}\u{305}".unicodeScalars))
    // A map with holes for text is sent once.
    let mapped = PlaceholderPlacer()
    let all = Size(columns: 10, rows: 3)
    _ = mapped.show(
      [(0, 4), (7, 3)].map { column, columns in
        PlacedPicture(
          picture, rect: Rect(column: 5 + column, row: 0, columns: columns, rows: 3),
          whole: all, skippedColumns: column)
      })
    let pieces = sendAll(mapped)
    expectEqual(pieces.count, 3)
    try expectContains(pieces.at(0), "c=10,r=3")
    try expect(
      pieces.at(2).unicodeScalars.starts(
        with: "\u{1B}7\u{1B}[m\u{1B}[1;13H\u{1B}[38;5;1m\u{10EEEE}\u{305}".unicodeScalars
          + [PlaceholderText.marks.at(7)]))
    let overwritten = PlaceholderPlacer()
    send(overwritten, [place(picture)])
    overwritten.rowsWereWritten(WrittenRows(whole: [9]))
    expectNil(overwritten.nextTransmission())
    overwritten.rowsWereWritten(WrittenRows(whole: [3]))
    let repeated = sendAll(overwritten)
    expectEqual(repeated.count, 1)
    expectEqual(repeated.first?.contains("a=t"), false)
    // A dialog leaves the rest of the text.
    let covered = PlaceholderPlacer()
    let whole = place(picture)
    send(covered, [whole])
    let parts = whole.rect.subtracting([Rect(column: 2, row: 2, columns: 9, rows: 1)])
      .map(whole.part)
    expectEqual(text(covered.show(parts).before), "\u{1B}7\u{1B}[m\u{1B}[3;3H  \u{1B}8")
    expectNil(covered.nextTransmission())
    expect(covered.show([whole]) == ([], []))
    // A dialog opens while the text is being written.
    let writing = try require(covered.nextTransmission())
    expectEqual(text(covered.show(parts).before), "\u{1B}7\u{1B}[m\u{1B}[3;3H  \u{1B}8")
    _ = covered.interrupted(writing)
    expectNil(covered.nextTransmission())
    // A picture in other cells is a new one for the terminal.
    let resized = PlaceholderPlacer()
    send(resized, [place(picture)])
    _ = resized.show([place(picture, rows: 5)])
    expectEqual(sendAll(resized).first?.contains("a=t,f=100,i="), true)
  }

  @Test func `bounds memory and ends interrupted sequences`() throws {
    let placer = PlaceholderPlacer(bounds: .init(pictures: 2, bytes: 1 << 30))
    var freed = 0
    for _ in 0..<300 {
      let one = PixelPicture(
        encoding: .png, pixels: PixelSize(width: 9, height: 9), bytes: TestPictures.png)
      freed += text(placer.show([place(one)]).after).count(of: "a=d,d=I,i=")
      expectEqual(sendAll(placer).count, 2)
    }
    let cleared = text(placer.clear())
    expectEqual(cleared.count(of: "a=d,d=I,i="), 300 - freed)
    expectPrefix(cleared, "\u{1B}7\u{1B}[m\u{1B}[2;1H    ")
    // Ends the sequence inside and outside of tmux.
    let broken = PlaceholderPlacer()
    _ = broken.show([place(picture)])
    let first = try require(broken.nextTransmission())
    let end = "\u{1B}\\\u{1B}Ptmux;\u{1B}\u{1B}\\\u{1B}\u{1B}_Gm=0,q=2\u{1B}\u{1B}\\\u{1B}\\"
    expectEqual(text(first.interruption), end)
    expectPrefix(text(broken.rescue), end)
    expectContains(text(broken.rescue), "a=d,d=I,i=")
    _ = broken.interrupted(first)
    expectEqual(sendAll(broken).count, 2)
  }
}
