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
    case .resize(let size): "resize \(size.columns)x\(size.rows)"
    case .resumed: "resumed"
    case .learned(let facts):
      "learned \(facts.graphics?.method.rawValue ?? "cells") \(facts.cell.map { "\($0.width)x\($0.height)" } ?? "?")"
    case .terminate: "terminate"
    }
  }

  /// How many scalars a character has, when that isn't one.
  private static func scalars(_ key: KeyEvent) -> String {
    guard case .character(let character) = key.key, character.unicodeScalars.count > 1 else {
      return ""
    }
    return " (\(character.unicodeScalars.count) scalars)"
  }
}
