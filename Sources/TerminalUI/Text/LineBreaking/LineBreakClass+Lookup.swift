extension LineBreakClass {
  /// The class of a scalar.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x61...0x7A, 0x41...0x5A: self = .letter
    case 0x20: self = .space
    case 0x4E00...0x9FFF: self = .ideograph
    case 0xAC00...0xD7A3: self = (value - 0xAC00) % 28 == 0 ? .hangulLV : .hangulLVT
    default: self = Self.found(value)
    }
  }

  private static func found(_ value: UInt32) -> LineBreakClass {
    LineBreakTable.runs.withUnsafeBufferPointer { runs in
      // The last run that begins at the scalar or before it.
      var low = 0
      var high = runs.count
      while low < high {
        let middle = (low + high) / 2
        if runs[middle] >> 6 <= value { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return .letter }
      return LineBreakClass(rawValue: UInt8(truncatingIfNeeded: runs[low - 1] & 0x3F)) ?? .letter
    }
  }

  var isLetter: Bool { self == .letter || self == .hebrewLetter }

  /// A syllable of Hangul or a part of one.
  var isKorean: Bool {
    switch self {
    case .jamoL, .jamoV, .jamoT, .hangulLV, .hangulLVT: true
    default: false
    }
  }

  var isOpening: Bool { self == .opening || self == .wideOpening }
  var isClosing: Bool { self == .closing || isParenthesis }
  var isParenthesis: Bool { self == .closingParenthesis || self == .wideClosingParenthesis }
  var isEmojiBase: Bool { self == .emojiBase || self == .futureEmoji }
  var isPictorial: Bool { self == .ideograph || isEmojiBase || self == .emojiModifier }
  var isEndOfLine: Bool {
    switch self {
    case .mandatory, .carriageReturn, .lineFeed, .nextLine: true
    default: false
    }
  }
}
