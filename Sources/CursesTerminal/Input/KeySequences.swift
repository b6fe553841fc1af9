import TerminalUI

/// The key sequences that only terminfo knows, such as the Linux console's F1. Those that every
/// terminal of today shares are read by `EscapeSequence`.
struct KeySequences {
  enum Match {
    case key(KeyEvent, length: Int)
    /// More bytes may make it a key.
    case incomplete
    case none
  }

  private var keys: [[UInt8]: KeyEvent] = [:]
  private var beginnings: Set<[UInt8]> = []

  /// `capability` gives a string capability by its terminfo name.
  init(capability: (String) -> [UInt8]? = { _ in nil }) {
    for (name, key) in Self.names {
      guard let bytes = capability(name), bytes.count > 1, bytes[0] == 0x1B else { continue }
      if case (.key, bytes.count)? = EscapeSequence.parse(bytes[...]) { continue }
      keys[bytes] = key
      for count in 1..<bytes.count { beginnings.insert(Array(bytes[..<count])) }
    }
  }

  /// The longest key that the bytes begin with.
  func match(_ bytes: ArraySlice<UInt8>) -> Match {
    if keys.isEmpty { return .none }
    var found = Match.none
    var beginning: [UInt8] = []
    for byte in bytes {
      beginning.append(byte)
      if let key = keys[beginning] { found = .key(key, length: beginning.count) }
      if !beginnings.contains(beginning) { return found }
    }
    if beginning.count < 2 { return .none }
    return .incomplete
  }

  // terminfo(5) and, for keys with modifiers, user_caps(5): 3 is Alt, 5 Control and so on.
  private static let names: [(String, KeyEvent)] = {
    var names: [(String, KeyEvent)] = [
      ("kcuu1", .init(.up)), ("kcud1", .init(.down)), ("kcub1", .init(.left)),
      ("kcuf1", .init(.right)), ("khome", .init(.home)), ("kend", .init(.end)),
      ("kpp", .init(.pageUp)), ("knp", .init(.pageDown)), ("kich1", .init(.insert)),
      ("kdch1", .init(.delete)), ("kcbt", .init(.tab, .shift)), ("kent", .init(.enter)),
      ("kri", .init(.up, .shift)), ("kind", .init(.down, .shift)),
    ]
    for number in 1...12 { names.append(("kf\(number)", KeyEvent(.function(number)))) }
    let keys: [(String, KeyEvent.Key)] = [
      ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
      ("kEND", .end), ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
    ]
    for (name, key) in keys {
      names.append((name, KeyEvent(key, .shift)))
      for number in 3...7 {
        names.append(("\(name)\(number)", KeyEvent(key, EscapeSequence.modifiers(number))))
      }
    }
    return names
  }()
}
