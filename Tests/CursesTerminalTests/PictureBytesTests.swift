import System
import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct PictureBytesTests {
  private func placed(
    _ encoding: PixelPicture.Encoding = .png, _ bytes: [UInt8], columns: Int = 20,
    rows: Int = 10, skipped: Point = Point(column: 0, row: 0)
  ) -> PlacedPicture {
    PlacedPicture(
      PixelPicture(encoding: encoding, pixels: PixelSize(width: 200, height: 300), bytes: bytes),
      rect: Rect(column: 4, row: 2, columns: 20, rows: 10),
      whole: Size(columns: columns, rows: rows), skippedRows: skipped.row,
      skippedColumns: skipped.column)
  }

  @Test func `encodes Base64`() {
    for (plain, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ] as [(String, String)] {
      expectEqual(text(Base64.encode(Array(plain.utf8))), encoded)
    }
    let bytes = (0...255).map(UInt8.init)
    expectEqual(decode(Base64.encode(bytes)), bytes)
  }

  /// A simple, independent decoder.
  private func decode(_ text: [UInt8]) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bits = text.filter { $0 != UInt8(ascii: "=") }.flatMap { letter in
      let value = letters.firstIndex(of: letter) ?? 0
      return (0..<6).map { value >> (5 - $0) & 1 }
    }
    return stride(from: 0, to: bits.count - bits.count % 8, by: 8).map { start in
      UInt8(bits[start..<(start + 8)].reduce(0) { $0 << 1 | $1 })
    }
  }

  private struct Command {
    var keys: [String: String]
    var payload: [UInt8]
  }

  private func commands(_ bytes: [UInt8]) throws -> [Command] {
    var commands: [Command] = []
    for part in text(bytes).split(separator: "\u{1B}_G", omittingEmptySubsequences: false)
      .dropFirst()
    {
      let body = try require(part.split(separator: "\u{1B}\\").first)
      let halves = body.split(separator: ";", maxSplits: 1).map(String.init)
      var keys: [String: String] = [:]
      for pair in halves[0].split(separator: ",") {
        let sides = pair.split(separator: "=")
        keys[String(sides[0])] = String(sides[1])
      }
      commands.append(Command(keys: keys, payload: halves.count > 1 ? Array(halves[1].utf8) : []))
    }
    return commands
  }

  @Test(arguments: [1, 3071, 3072, 3073, 6144, 20_000])
  func `sends kitty pictures in chunks`(count: Int) throws {
    let png = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let pieces = KittyCommand.transmit(png, image: 77)
    expect(pieces.allSatisfy { $0.count <= Transmission.maxPieceLength })
    let commands = try commands(Array(pieces.joined()))
    let first = try require(commands.first)
    expect(first.keys["a"] == "t" && first.keys["f"] == "100" && first.keys["i"] == "77")
    for (index, command) in commands.enumerated() {
      let isLast = index == commands.count - 1
      expectEqual(command.keys["q"], "2")
      expectEqual(command.keys["m"], (isLast ? "0" : "1"))
      expectAtMost(command.payload.count, 4096)
      if !isLast { expectEqual(command.payload.count % 4, 0) }
      if index > 0 { expectEqual(Set(command.keys.keys), ["m", "q"]) }
    }
    expectEqual(decode(commands.flatMap(\.payload)), png)
  }

  @Test func `places the visible part of a kitty picture`() throws {
    let whole = KittyCommand.place(placed(.png, [1]), image: 5, placement: 9)
    expectPrefix(text(whole), "\u{1B}[3;5H")
    let keys = try require(try commands(whole).first).keys
    expectEqual(keys, ["a": "p", "i": "5", "p": "9", "c": "20", "r": "10", "C": "1", "q": "2"])
    // Fifteen rows with three cut off above, and part of a map with holes for text.
    for (picture, part) in [
      (
        placed(.png, [1], rows: 15, skipped: Point(column: 0, row: 3)),
        ["x": "0", "y": "60", "w": "200", "h": "200"]
      ),
      (
        placed(.png, [1], columns: 50, skipped: Point(column: 25, row: 0)),
        ["x": "100", "y": "0", "w": "80", "h": "300"]
      ),
    ] {
      let placing = KittyCommand.place(picture, image: 5, placement: 9)
      try expectEqual(require(try commands(placing).first).keys, keys.merging(part) { $1 })
    }
  }

  private let sound = "\u{1B}P0;1;0q\"1;1;12;12#0;2;100;0;0#0!12~-\n!12~$#0@A-\u{1B}\\"

  @Test func `accepts valid sixels and no others`() {
    for picture in [
      sound, "\u{1B}Pq\"1;1;1;1@\u{1B}\\",
      // The maximum width and number of bands.
      "\u{1B}Pq\"1;1;200;300#0;2;9;9;9" + String(repeating: "!200~$!100~!100~-", count: 50)
        + "\u{1B}\\",
    ] {
      expect(image(picture) != nil)
    }
    // A terminal would scroll, or be overdrawn.
    for body in [
      "\"1;1;13;12~", "\"1;1;12;13~", "\"2;1;12;12~", "\"1;1;12~", "~", "\"1;1;12;12!13~",
      "\"1;1;12;12~~~!10~", "\"1;1;12;12~--~", "\"1;1;12;12---", "\"1;1;12;12~\"1;1;99;99~",
      "\"1;1;12;12!~~~!99999?", "\"1;1;12;12!9#0~", "\"1;1;12;12~12", "\"1;1;12;12#0;2;1;1;1;1~",
    ] {
      expectNil(image("\u{1B}Pq" + body + "\u{1B}\\", width: 12, height: 12))
    }
    for (sixel, isSound) in [("N", true), ("~", false), ("O", false)] {
      let text = "\u{1B}Pq\"1;1;12;10~-\(sixel)\u{1B}\\"
      expectEqual((image(text, width: 12, height: 10) != nil), isSound)
    }
    for text in [
      "", "~", "\u{1B}Pq~", "\u{1B}Pq~\u{7}", "\u{1B}P\u{1B}\\", "\u{1B}P1;2~\u{1B}\\",
      // Another sequence inside or after it.
      "\u{1B}Pq~\u{1B}[2J\u{1B}\\", "\u{1B}Pq~\u{1B}\\\u{1B}]0;x\u{7}\u{1B}\\",
      "\u{1B}Pq~\u{1B}\\\u{1B}\\", "x\u{1B}Pq~\u{1B}\\", "\u{1B}Pq~\u{18}ls\u{1B}\\",
      "\u{1B}Pq~\u{9C}\u{1B}\\", "\u{1B}Pq~ \u{1B}\\", "\u{1B}Pq~\u{7F}\u{1B}\\",
      "\u{1B}Pq~é\u{1B}\\", "\u{1B}Pq~\u{0}\u{1B}\\",
      // Other strings: terminal settings, keys, tmux passthrough.
      "\u{1B}P+q544e\u{1B}\\", "\u{1B}P$qm\u{1B}\\", "\u{1B}Ptmux;~\u{1B}\\", "\u{1B}]q~\u{1B}\\",
      "\u{1B}Pq!99999999~\u{1B}\\", "\u{1B}P11111111111111111111q~\u{1B}\\",
    ] {
      expectNil(image(text))
      let sized = text.replacing("q~", with: "q\"1;1;9;9~")
      expectNil(image(sized))
    }
    let bytes = Array(sound.utf8)
    for byte in [0x00, 0x07, 0x18, 0x1A, 0x1B, 0x80, 0x90, 0x9B, 0x9C, 0xFF] as [UInt8] {
      for index in 12..<(bytes.count - 2) {
        var changed = bytes
        changed[index] = byte
        let isSound = SixelImage(changed, within: PixelSize(width: 200, height: 300)) != nil
        expect(!isSound, "\(byte) at \(index)")
      }
    }
  }

  private func image(_ text: String, width: Int = 200, height: Int = 300) -> SixelImage? {
    SixelImage(Array(text.utf8), within: PixelSize(width: width, height: height))
  }

  private func sixel(_ placed: PlacedPicture, rows: Int) -> Transmission? {
    SixelImage.transmission(
      placed, cell: PixelSize(width: 10, height: 20), screen: Size(columns: 80, rows: rows))
  }

  @Test func `draws sixels in place, above the last line and in pieces`() throws {
    let drawn = try require(sixel(placed(.sixel, Array(sound.utf8)), rows: 24))
    let all = text(Array(drawn.pieces.joined()))
    expectEqual(all, "\u{1B}7\u{1B}[m\u{1B}[3;5H" + sound + "\u{1B}8")
    expectEqual(text(drawn.interruption), "\u{1B}\\\u{1B}8")
    expectNil(sixel(placed(.sixel, Array("\u{1B}[2J".utf8)), rows: 24))
    // xterm moves to the next line after a picture, scrolling if needed.
    let bands = "\u{1B}Pq\"1;1;12;200#0;2;9;9;9" + String(repeating: "#0!12~-", count: 34)
    let cut = try require(sixel(placed(.sixel, Array((bands + "\u{1B}\\").utf8)), rows: 12))
    let rest = text(Array(cut.pieces.joined()))
    // Nine rows of twenty pixels contain thirty bands of six.
    expectEqual(rest.count { $0 == "~" }, 30)
    expectContains(rest, "\"1;1;12;180#0")
    expectSuffix(rest, "~\u{1B}\\\u{1B}8")
    let long = "\u{1B}Pq\"1;1;9;9" + String(repeating: "~$", count: 50_000) + "\u{1B}\\"
    let pieces = try require(sixel(placed(.sixel, Array(long.utf8)), rows: 24))
    expectEqual(pieces.pieces.count, 7)
    expect(pieces.pieces.allSatisfy { $0.count <= Transmission.maxPieceLength })
    expect(!pieces.allowsInterleavedText)
  }

  /// Returns the colors of a sixel picture's pixels, row by row.
  private func pixels(_ sixel: [UInt8]) throws -> [[Int]] {
    let body = try require(text(sixel).split(separator: "q", maxSplits: 1).last).dropLast(2)
    let head = try require(body.firstMatch(of: /"1;1;(\d+);(\d+)/))
    let (width, height) = (Int(head.output.1) ?? 0, Int(head.output.2) ?? 0)
    var pixels = Array(repeating: Array(repeating: 0, count: width), count: height)
    var (color, column, band) = (0, 0, 0)
    let tokens = /#(\d+)[;\d]*|(?:!(\d+))?([?-~])|\$|-/
    for match in body[head.range.upperBound...].matches(of: tokens) {
      if let number = match.output.1.flatMap({ Int($0) }) {
        color = number
      } else if let sixel = match.output.3?.utf8.first {
        for _ in 0..<(match.output.2.flatMap { Int($0) } ?? 1) {
          for row in 0..<6 where (sixel - 0x3F) >> row & 1 == 1 {
            pixels[band * 6 + row][column] = color
          }
          column += 1
        }
      } else {
        column = 0
        if match.output.0 == "-" { band += 1 }
      }
    }
    return pixels
  }

  @Test func `cuts sixels at any pixel`() throws {
    let (width, height) = (23, 20)
    var random = SeededGenerator(seed: 3)
    var all = "\u{1B}P0;1;0q\"1;1;\(width);\(height)#1;2;9;9;9#2;2;50;9;9"
    for band in 0..<4 {
      all += band > 0 ? "-" : ""
      for color in 1...2 {
        all += "#\(color)"
        var column = 0
        while column < width {
          let count = Int.random(in: 1...min(7, width - column), using: &random)
          let rows = UInt8.random(in: 0..<64, using: &random) & (band == 3 ? 3 : 63)
          all += "!\(count)" + text([0x3F + rows])
          column += count
        }
        all += "$"
      }
    }
    let image = try require(self.image(all + "\u{1B}\\", width: width, height: height))
    let whole = try pixels(image.bytes)
    expectEqual(image.part(columns: 0..<width, rows: 0..<99), image.bytes)
    for (columns, rows) in [
      (0..<23, 0..<6), (0..<10, 0..<20), (5..<6, 3..<4), (7..<23, 5..<17), (22..<99, 13..<99),
      (1..<22, 8..<20),
    ] {
      let part = image.part(columns: columns, rows: rows)
      let (columns, rows) = (columns.clamped(to: 0..<width), rows.clamped(to: 0..<height))
      try expectEqual(pixels(part), whole[rows].map { Array($0[columns]) })
      let size = PixelSize(width: columns.count, height: rows.count)
      expect(SixelImage(part, within: size) != nil)
    }
    expectEqual(image.part(columns: 30..<40, rows: 0..<6), [])
    // The cells to the right of a dialog: in tmux, no band may touch the cells below them.
    let part = placed(.sixel, image.bytes).part(Rect(column: 5, row: 2, columns: 1, rows: 1))
    for (inBands, height) in [(false, 20), (true, 18)] {
      let drawn = try require(
        SixelImage.transmission(
          part, cell: PixelSize(width: 10, height: 20), inBands: inBands,
          screen: Size(columns: 80, rows: 24)))
      let bytes = Array(drawn.pieces.joined())
      expectPrefix(text(bytes), "\u{1B}7\u{1B}[m\u{1B}[3;6H\u{1B}P0;1;0q\"1;1;10;\(height)#1;2")
      expectEqual(
        Array(bytes.dropFirst(11).dropLast(2)), image.part(columns: 10..<20, rows: 0..<height))
    }
  }

  private func inline(_ count: Int, inParts: Bool, rows: Int = 24) -> (text: String, bytes: [UInt8])
  {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let transmission = InlineImage.transmission(
      placed(.jpeg, bytes), inParts: inParts, screen: Size(columns: 80, rows: rows))
    expect(transmission.pieces.allSatisfy { $0.count <= Transmission.maxPieceLength })
    return (text(Array(transmission.pieces.joined())), bytes)
  }

  @Test func `sends inline images complete or in parts`() throws {
    for inParts in [false, true] {
      let (all, bytes) = inline(2000, inParts: inParts)
      let keys = "size=2000;inline=1;width=20;height=10;preserveAspectRatio=1;doNotMoveCursor=1"
      let start = "\u{1B}7\u{1B}[m\u{1B}[3;5H\u{1B}]1337;File=\(keys):"
      expectPrefix(all, start)
      expectSuffix(all, "\u{1B}\\\u{1B}8")
      expectEqual(decode(Array(all.dropFirst(start.count).dropLast(4).utf8)), bytes)
    }
    let (all, bytes) = inline(50_000, inParts: true)
    let parts = all.split(separator: "\u{1B}]1337;").dropFirst().map {
      $0.split(separator: "\u{1B}\\")[0]
    }
    expectEqual(
      parts.first?.hasPrefix("MultipartFile=size=50000;inline=1;width=20;height=10"), true)
    expectEqual(parts.last, "FileEnd")
    let data = parts.dropFirst().dropLast()
    expectGreater(data.count, 1)
    expect(data.allSatisfy { $0.hasPrefix("FilePart=") })
    expectEqual(decode(data.flatMap { Array($0.dropFirst("FilePart=".count).utf8) }), bytes)
    // Other terminals don't support parts.
    expectLacks(inline(50_000, inParts: false).text, "FilePart")
    expectContains(inline(10, inParts: false, rows: 12).text, "height=9;")
    // A part under a dialog: the terminal can't cut it, so the dialog's text follows.
    let whole = placed(.jpeg, [1])
    let part = InlineImage.transmission(
      whole.part(Rect(column: 9, row: 4, columns: 2, rows: 1)), inParts: false,
      screen: Size(columns: 80, rows: 24), text: Array("dialog".utf8))
    expectEqual(part.place, whole)
    let sent = text(Array(part.pieces.joined()))
    expectPrefix(sent, "\u{1B}[?2026h\u{1B}7\u{1B}[m\u{1B}[3;5H\u{1B}]1337;File=size=1;")
    expectSuffix(sent, "\u{1B}\\\u{1B}8dialog\u{1B}[?2026l")
    expectSuffix(text(part.interruption), "\u{1B}8dialog\u{1B}[?2026l")
  }
}
