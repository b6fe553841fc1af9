/// How numbers end when they are read in Korean: 일, 삼십, 백, 만.
enum NumberReading {
  /// The value of a decimal digit of any script.
  static func digit(_ scalar: Unicode.Scalar) -> Int? {
    guard scalar.properties.generalCategory == .decimalNumber else { return nil }
    return scalar.properties.numericValue.map { Int($0) }
  }

  /// Of a text that ends in a digit.
  static func ending(of text: Substring.UnicodeScalarView) -> KoreanEnding {
    var zeros = 0
    var isAfterPoint = false
    scan: for scalar in text.reversed() {
      switch scalar {
      case ",": continue
      case ".":
        // Behind the point each digit is read by itself.
        isAfterPoint = true
        break scan
      default:
        guard let digit = digit(scalar) else { break scan }
        if digit > 0 { return zeros > 0 ? power(zeros) : last(digit) }
        zeros += 1
      }
    }
    // 영, as the last digit of nought or of a fraction.
    return isAfterPoint || zeros > 0 ? .consonant : .vowel
  }

  /// 영 일 이 삼 사 오 육 칠 팔 구
  private static func last(_ digit: Int) -> KoreanEnding {
    switch digit {
    case 1, 7, 8: .rieul
    case 0, 3, 6: .consonant
    default: .vowel
    }
  }

  /// 십 백 천 만 억 조 경: of these 조 alone ends in a vowel.
  private static func power(_ zeros: Int) -> KoreanEnding { zeros == 12 ? .vowel : .consonant }
}
