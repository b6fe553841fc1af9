/// The three answers, each written to standard output.
enum Answer {
  static func info(_ format: ImageFormat, _ bytes: Bytes) {
    let facts = ExifFacts(format, bytes)
    let size = PictureSize(format, bytes).map { facts.orientation.seen($0) }
    let problem = PictureDecoder.problem(format, bytes)
    // Every text is one of ours or a checked date: nothing needs escaping.
    StandardOutput.write(
      """
      {"type":"\(format.rawValue)","width":\(json(size?.width)),"height":\(json(size?.height)),\
      "taken":\(json(facts.taken)),"problem":\(json(problem?.code))}

      """)
  }

  static func cells(
    _ format: ImageFormat, _ bytes: Bytes, columns: Int, rows: Int, colors: CellColors,
    cellRatio: Double
  ) throws(PictureProblem) {
    guard let stored = PictureSize(format, bytes) else {
      throw PictureDecoder.problem(format, bytes) ?? .damaged
    }
    let orientation = ExifFacts(format, bytes).orientation
    let size = CellSize(
      orientation.seen(stored), columns: columns, rows: rows, cellRatio: cellRatio)
    let needed = orientation.seen(size.pixels)
    let pixels = try PictureDecoder.decode(format, bytes, atLeast: needed)
    let art = try CellArt(try orientation.upright(pixels), size, colors)

    var answer = Array("cells \(size.columns) \(size.rows)\n".utf8)
    answer.reserveCapacity(answer.count + size.columns * size.rows * 12)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = art.cell(column: column, row: row)
        append(cell.scalar, to: &answer)
        append(UInt32(bitPattern: cell.foreground), to: &answer)
        append(UInt32(bitPattern: cell.background), to: &answer)
      }
    }
    answer.withUnsafeBytes { StandardOutput.write($0) }
  }

  static func withoutLocation(_ format: ImageFormat, _ bytes: Bytes) {
    LocationRemover.clean(format, bytes)
    StandardOutput.write(bytes.raw)
  }

  private static func append(_ number: UInt32, to answer: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { answer.append(contentsOf: $0) }
  }

  private static func json(_ number: Int?) -> String { number.map(String.init) ?? "null" }
  private static func json(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
}
