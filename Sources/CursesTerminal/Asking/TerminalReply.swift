import TerminalUI

/// What a terminal answers when it is asked about itself (`ctlseqs.ms`, kitty's graphics protocol).
enum TerminalReply: Hashable {
  /// XTVERSION: name and version, as the terminal spells them.
  case name(String)
  /// DA1: the level of conformance, and what it can do beyond.
  case attributes([Int])
  /// kitty's graphics protocol is understood, or the picture that was asked about isn't.
  case kitty(isUnderstood: Bool)
  case cell(PixelSize)
  /// The part of the window that holds text.
  case textArea(PixelSize)
  /// XTSMGRAPHICS: 1 color registers, 2 the size of sixel pictures; no values when it failed.
  case graphics(item: Int, values: [Int])
  /// OSC 11: 0xRRGGBB
  case background(UInt32)
  /// DECRQM: whether the terminal knows a mode.
  case mode(Int, isKnown: Bool)
  /// It knows kitty's keyboard protocol.
  case keyReports

  /// A control sequence `ESC [ parameters final`.
  init?(parameters: ArraySlice<UInt8>, final: UInt8) {
    let isPrivate = parameters.first == UInt8(ascii: "?")
    let numbers = Self.numbers(isPrivate ? parameters.dropFirst() : parameters)
    switch (isPrivate, final) {
    case (true, UInt8(ascii: "c")): self = .attributes(numbers)
    case (true, UInt8(ascii: "u")): self = .keyReports
    case (true, UInt8(ascii: "S")):
      guard numbers.count >= 2 else { return nil }
      self = .graphics(item: numbers[0], values: numbers[1] == 0 ? Array(numbers[2...]) : [])
    case (true, UInt8(ascii: "y")):
      guard numbers.count == 2, parameters.last == UInt8(ascii: "$") else { return nil }
      // 1 set, 2 reset, 3 set for good; 0 unknown, 4 reset for good.
      self = .mode(numbers[0], isKnown: (1...3).contains(numbers[1]))
    case (false, UInt8(ascii: "t")):
      guard numbers.count == 3, numbers[0] == 4 || numbers[0] == 6 else { return nil }
      let size = PixelSize(width: numbers[2], height: numbers[1])
      self = numbers[0] == 4 ? .textArea(size) : .cell(size)
    default: return nil
    }
  }

  /// A string's content, without its introducer's Esc and without its end.
  init?(string: ArraySlice<UInt8>) {
    let text = String(decoding: string, as: UTF8.self)
    if text.hasPrefix("P>|") {
      self = .name(String(text.dropFirst(3)))
    } else if text.hasPrefix("_G") {
      self = .kitty(isUnderstood: text.hasSuffix(";OK"))
    } else if text.hasPrefix("]11;"), let color = Self.color(text.dropFirst(4)) {
      self = .background(color)
    } else {
      return nil
    }
  }

  /// Whether bytes after an Esc may begin a reply, of the kind that nobody types. So many bytes
  /// are needed to tell.
  static func isBeginning(_ bytes: ArraySlice<UInt8>, atLeast count: Int = 2) -> Bool {
    bytes.count >= count
      && Self.beginnings.contains { bytes.starts(with: $0) || $0.starts(with: bytes) }
  }

  private static let beginnings: [[UInt8]] = [
    "[?", "[4;", "[6;", "P>|", "P1$", "P0$", "]11;", "_G",
  ].map { Array($0.utf8) }

  /// The parameters of a control sequence.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      part.prefix { (0x30...0x39).contains($0) }
        .reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 24) }
    }
  }

  /// A color as X11 writes it: `rgb:ff/80/00`, with one to four digits each; `rgba:` has a
  /// fourth part, which doesn't matter here.
  private static func color(_ text: Substring) -> UInt32? {
    guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:"),
      let parts = text.split(separator: ":").last?.split(separator: "/"), parts.count >= 3
    else { return nil }
    var color: UInt32 = 0
    for part in parts.prefix(3) {
      guard (1...4).contains(part.count), let value = UInt32(part, radix: 16) else { return nil }
      let most = UInt32(1) << (4 * part.count) - 1
      color = color << 8 | (value * 255 + most / 2) / most
    }
    return color
  }
}
