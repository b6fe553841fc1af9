import TerminalUI

extension PixelLine {
  /// Lines as the picture program takes them: see its `LineDrawing`. What lies beyond a picture's edges is cut off.
  static func encoded(_ lines: [PixelLine], width: Int, height: Int) -> [UInt8] {
    let clip = LineClip(width: width, height: height, margin: margin)
    var text = ""
    for line in lines {
      var last: (x: Int, y: Int)?
      for (from, to) in zip(line.points, line.points.dropFirst()) {
        guard let part = clip.part(from: from, to: to) else { continue }
        let (start, end) = (hundredths(part.start), hundredths(part.end))
        if last.map({ $0 == start }) != true {
          if last != nil { text += "\n" }
          text += "\(line.pen.words) \(start.x) \(start.y)"
        }
        text += " \(end.x) \(end.y)"
        last = end
      }
      if last != nil { text += "\n" }
    }
    // A file without anything is none.
    return text.isEmpty ? [UInt8(ascii: "\n")] : Array(text.utf8)
  }

  /// More than half of what the widest line has.
  private static let margin = 32.0

  private static func hundredths(_ point: (x: Double, y: Double)) -> (x: Int, y: Int) {
    (Int((point.x * 100).rounded()), Int((point.y * 100).rounded()))
  }
}

extension PixelLine.Pen {
  fileprivate var words: String {
    let (width, dash) = (Int((width * 100).rounded()), Int((dash * 100).rounded()))
    return "\(RenderRequest.hexadecimal(color)) \(width) \(dash)"
  }
}
