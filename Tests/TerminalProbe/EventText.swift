import TerminalUI

/// Events as text that tests look for.
enum EventText {
  static func describe(_ event: TerminalEvent) -> String {
    switch event {
    case .key(let key): "key \(key.name)\(scalars(key))"
    case .paste(let text):
      "paste \(text.utf8.count) bytes, \(text.utf8.filter { $0 == 10 }.count) lines, sum "
        + "\(text.utf8.reduce(UInt32(1)) { $0 &* 31 &+ UInt32($1) }): \(text.prefix(20))"
    case .mouse(let mouse): "mouse \(mouse.action) \(mouse.point.column),\(mouse.point.row)"
    case .capsLock(let isOn): "caps lock \(isOn)"
    case .resize(let size): "resize \(size.columns)x\(size.rows)"
    case .resumed: "resumed"
    case .learned(let facts): "learned \(describe(facts))"
    case .terminate: "terminate"
    }
  }

  /// Method, cell, largest picture, colors, how many pictures, background; ? for the unknown.
  private static func describe(_ facts: TerminalFacts) -> String {
    func describe(_ size: PixelSize?) -> String {
      size.map { "\($0.width)x\($0.height)" } ?? "?"
    }
    let graphics = facts.graphics
    let hex = facts.background.map { String($0, radix: 16) }
    return [
      graphics?.method.rawValue ?? "none", describe(facts.cell), describe(graphics?.largest),
      graphics.map { "\($0.colors)" } ?? "?", graphics?.limit.map { "\($0)" } ?? "?",
      hex.map { String(repeating: "0", count: max(0, 6 - $0.count)) + $0 } ?? "?",
    ].joined(separator: " ")
  }

  /// How many scalars a character has, when that isn't one.
  private static func scalars(_ key: KeyEvent) -> String {
    guard case .character(let character) = key.key, character.unicodeScalars.count > 1 else {
      return ""
    }
    return " (\(character.unicodeScalars.count) scalars)"
  }
}
