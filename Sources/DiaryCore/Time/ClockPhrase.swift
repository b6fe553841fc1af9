/// A time of day among the tokens of a phrase: `21:00`, `9pm`, `오후 9시 반`, with an offset from UTC
/// behind it or without one.
struct ClockPhrase: Hashable, Sendable {
  private(set) var secondOfDay = 0
  /// As ISO 8601 writes it; empty where none is named.
  private(set) var zone = ""

  /// Takes the first one out of the tokens, with the word that leads to it. `nil` where there is
  /// none.
  static func take(from tokens: inout [DayToken]) throws(DatePhrase.Fault) -> ClockPhrase? {
    for start in tokens.indices {
      var rest = tokens[start...]
      guard let clock = try ClockPhrase(&rest) else { continue }
      var first = start
      if start > 0, [.word("at"), .word("t"), .mark(",")].contains(tokens[start - 1]) {
        first -= 1
      }
      tokens.removeSubrange(first..<rest.startIndex)
      return clock
    }
    return nil
  }

  /// Reads one from the first token on, and leaves what stands behind it.
  private init?(_ tokens: inout ArraySlice<DayToken>) throws(DatePhrase.Fault) {
    var rest = tokens
    var isAfternoon = Self.half(&rest, in: ["오전", "오후"])
    guard case .number(let hour, 1...2)? = rest.popFirst() else { return nil }
    var (minute, second) = (0, 0)
    switch rest.popFirst() {
    case .mark(":"):
      guard case .number(let number, 2)? = rest.popFirst() else { return nil }
      minute = number
      if rest.first == .mark(":"), case .number(let number, 2)? = rest.dropFirst().first {
        second = number
        rest.removeFirst(2)
      }
      isAfternoon = isAfternoon ?? Self.half(&rest, in: ["am", "pm"])
    case .word("am") where isAfternoon == nil: isAfternoon = false
    case .word("pm") where isAfternoon == nil: isAfternoon = true
    case .word("시반"): minute = 30
    case .word("시"):
      if rest.first == .word("반") {
        minute = 30
        rest.removeFirst()
      } else if case .number(let number, 1...2)? = rest.first,
        rest.dropFirst().first == .word("분")
      {
        minute = number
        rest.removeFirst(2)
      }
    default: return nil
    }
    guard minute < 60, second < 60, isAfternoon == nil ? hour < 24 : (1...12).contains(hour) else {
      throw .noSuchTime
    }
    let hours = isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour
    secondOfDay = hours * 3600 + minute * 60 + second
    zone = try Self.zone(&rest)
    tokens = rest
  }

  /// Whether the second of two words comes next, which is taken then; `nil` for neither.
  private static func half(_ tokens: inout ArraySlice<DayToken>, in words: [String]) -> Bool? {
    guard case .word(let word)? = tokens.first, let index = words.firstIndex(of: word) else {
      return nil
    }
    tokens.removeFirst()
    return index == 1
  }

  /// `+09:00`, `+0900`, `+09` or `Z`, if it comes next.
  private static func zone(
    _ tokens: inout ArraySlice<DayToken>
  ) throws(DatePhrase.Fault) -> String {
    if tokens.first == .word("z") {
      tokens.removeFirst()
      return "Z"
    }
    guard case .mark(let sign)? = tokens.first, sign == "+" || sign == "-",
      case .number(let number, let digits)? = tokens.dropFirst().first, digits == 2 || digits == 4
    else { return "" }
    tokens.removeFirst(2)
    let hours = digits == 4 ? number / 100 : number
    var minutes = digits == 4 ? number % 100 : 0
    if digits == 2, tokens.first == .mark(":"),
      case .number(let number, 2)? = tokens.dropFirst().first
    {
      minutes = number
      tokens.removeFirst(2)
    }
    guard hours < 16, minutes < 60 else { throw .noSuchTime }
    let seconds = hours * 3600 + minutes * 60
    return ISO8601.offset(sign == "-" ? -seconds : seconds)
  }
}
