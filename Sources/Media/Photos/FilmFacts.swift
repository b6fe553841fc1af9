import DiaryCore
import TerminalUI

/// What is known of a film or a recording.
struct FilmFacts: Hashable, Sendable {
  /// `nil` when nobody can tell.
  var milliseconds: Int?
  /// A frame of it as a JPEG; empty where there is none.
  var frame: [UInt8] = []

  /// `0:42`; empty when it isn't known.
  var clock: String { milliseconds.map(LengthWords.clock(milliseconds:)) ?? "" }

  /// A week; what says more is mistaken.
  private static let longest = 7 * 86_400_000

  init(milliseconds: Int?, frame: [UInt8] = []) {
    self.milliseconds = milliseconds.flatMap { 0...Self.longest ~= $0 ? $0 : nil }
    self.frame = frame
  }

  // MARK: As it is kept

  /// A line with the length, then the frame.
  var encoded: [UInt8] { Array("film \(milliseconds ?? -1)\n".utf8) + frame }

  init?(decoding bytes: [UInt8]) {
    guard let end = bytes.prefix(32).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 2, words[0] == "film", let number = Int(words[1]) else { return nil }
    let frame = Array(bytes[(end + 1)...])
    guard frame.isEmpty || frame.isJPEG else { return nil }
    self.init(milliseconds: number < 0 ? nil : number, frame: frame)
  }
}

extension [UInt8] {
  /// Whether it begins and ends as one.
  var isJPEG: Bool { starts(with: [0xFF, 0xD8, 0xFF]) && suffix(2) == [0xFF, 0xD9] }
}

extension Picture {
  /// With the length of the film that it is a frame of at the bottom left. One in pixels has it already.
  func signed(_ clock: String) -> Picture {
    guard case .cells(let picture) = self else { return self }
    return .cells(picture.signed(clock))
  }
}

extension CellPicture {
  /// As much as there is room for: at least the triangle.
  func signed(_ clock: String) -> CellPicture {
    let words = clock.isEmpty ? " ▶ " : " ▶ \(clock) "
    let text = words.count <= size.columns ? words : size.columns > 1 ? "▶" : ""
    guard size.rows > 0, !text.isEmpty else { return self }
    var cells = self.cells
    let isMonochrome = cells.allSatisfy { $0.style.background == .terminal }
    let style =
      isMonochrome
      ? Style(.reverse) : Style(foreground: .palette(15), background: .palette(0))
    for (column, character) in text.enumerated() {
      cells[(size.rows - 1) * size.columns + column] = Cell(String(character), style)
    }
    return CellPicture(size: size, cells: cells) ?? self
  }
}
