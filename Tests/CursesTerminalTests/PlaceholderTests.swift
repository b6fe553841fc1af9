import System
import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

/// Pictures that text stands for, through tmux.
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

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Sends everything that is to be sent; what it wrote.
  private func sendAll(_ placer: PlaceholderPlacer) -> [String] {
    var written: [String] = []
    while let next = placer.nextTransmission() {
      written.append(text(next.pieces.flatMap { $0 } + placer.sent(next)))
    }
    return written
  }

  /// The marks' numbers are those of the protocol's table.
  @Test func marks() throws {
    let marks = PlaceholderText.marks.map(\.value)
    expectEqual(marks.count, PlaceholderText.largest)
    expectEqual(marks.prefix(6), [0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D])
    try expectEqual(marks.at(99), 0x74A)
    try expectEqual(marks.at(255), 0xA8E5)
    expectEqual(marks.last, 0x1D244)
  }

  @Test func aPictureGoesThroughTmuxOnceAndTextSaysWhereItIs() throws {
    let placer = PlaceholderPlacer()
    expect(placer.show([place(picture), place(picture, column: 20)]) == ([], []))
    let written = sendAll(placer)
    expectEqual(written.count, 3)
    let sent = try written.at(0)
    expectPrefix(sent, "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=t,f=100,i=")
    expectSuffix(sent, ",c=4,r=3,q=2\u{1B}\u{1B}\\\u{1B}\\")
    expectContains(sent, "a=p,U=1,i=")
    // The first row, and the last cell of the last: its row, its column, the number's highest byte.
    let shown = try written.at(1)
    // By scalars: with the marks that follow, a cell is one character.
    expect(
      shown.unicodeScalars.starts(
        with: "\u{1B}7\u{1B}[m\u{1B}[2;1H\u{1B}[38;5;1m\u{10EEEE}\u{305}\u{305}".unicodeScalars))
    let high = try PlaceholderText.marks.at(Int(UInt8(truncatingIfNeeded: ThisProgram.number)))
    expectEqual(shown.unicodeScalars.split(separator: "\u{10EEEE}").count, 13)
    expectEqual(
      Array(shown.unicodeScalars.suffix(6)),
      ["\u{10EEEE}", "\u{30E}", "\u{310}", high, "\u{1B}", "8"])
    try expectContains(written.at(2), "\u{1B}[2;21H")
    // It moves, and is cut at its top: it isn't sent again.
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
  }

  /// As of a map, which has holes for text: it is sent once.
  @Test func partsOfOneStandBesideEachOther() throws {
    let placer = PlaceholderPlacer()
    let whole = Size(columns: 10, rows: 3)
    _ = placer.show(
      [(0, 4), (7, 3)].map { column, columns in
        PlacedPicture(
          picture, rect: Rect(column: 5 + column, row: 0, columns: columns, rows: 3), whole: whole,
          skippedColumns: column)
      })
    let written = sendAll(placer)
    expectEqual(written.count, 3)
    try expectContains(written.at(0), "c=10,r=3")
    try expect(
      written.at(2).unicodeScalars.starts(
        with: "\u{1B}7\u{1B}[m\u{1B}[1;13H\u{1B}[38;5;1m\u{10EEEE}\u{305}".unicodeScalars
          + [PlaceholderText.marks.at(7)]))
  }

  @Test func whatIsWrittenOverIsWrittenAgain() {
    let placer = PlaceholderPlacer()
    _ = placer.show([place(picture)])
    _ = sendAll(placer)
    placer.rowsWereWritten(WrittenRows(whole: [9]))
    expectNil(placer.nextTransmission())
    placer.rowsWereWritten(WrittenRows(whole: [3]))
    let again = sendAll(placer)
    expectEqual(again.count, 1)
    expectEqual(again.first?.contains("a=t"), false)
  }

  /// A picture in other cells is another one for the terminal.
  @Test func eachSizeIsSent() {
    let placer = PlaceholderPlacer()
    _ = placer.show([place(picture)])
    _ = sendAll(placer)
    _ = placer.show([place(picture, rows: 5)])
    expectEqual(sendAll(placer).first?.contains("a=t,f=100,i="), true)
  }

  @Test func memoryIsBoundedAndNothingIsLeft() throws {
    let placer = PlaceholderPlacer(bounds: .init(pictures: 2, bytes: 1 << 30))
    var freed = 0
    for _ in 0..<300 {
      let one = PixelPicture(
        encoding: .png, pixels: PixelSize(width: 9, height: 9), bytes: TestPictures.png)
      freed += text(placer.show([place(one)]).after).ranges(of: "a=d,d=I,i=").count
      expectEqual(sendAll(placer).count, 2)
    }
    let cleared = text(placer.clear())
    expectEqual(cleared.ranges(of: "a=d,d=I,i=").count, 300 - freed)
    expectPrefix(cleared, "\u{1B}7\u{1B}[m\u{1B}[2;1H    ")
  }

  @Test func whatHasBegunIsEndedOnBothSidesOfTmux() throws {
    let placer = PlaceholderPlacer()
    _ = placer.show([place(picture)])
    let first = try require(placer.nextTransmission())
    let end = "\u{1B}\\\u{1B}Ptmux;\u{1B}\u{1B}\\\u{1B}\u{1B}_Gm=0,q=2\u{1B}\u{1B}\\\u{1B}\\"
    expectEqual(text(first.breakOff), end)
    expectPrefix(text(placer.rescue), end)
    expectContains(text(placer.rescue), "a=d,d=I,i=")
    _ = placer.brokenOff(first)
    expectEqual(sendAll(placer).count, 2)
  }
}
