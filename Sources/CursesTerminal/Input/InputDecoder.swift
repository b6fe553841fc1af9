import System
import TerminalUI

/// Decodes a terminal's bytes into events.
///
/// It replaces ncurses' own input, which loses characters split between two reads, garbles invalid
/// UTF-8, returns the terminal's replies as letters, and returns pastes byte by byte.
struct InputDecoder {
  /// The silence after which an ESC inside a paste is a key press: the end marker isn't coming.
  private static let pasteSilence = Duration.milliseconds(500)
  /// The shorter silence for Ctrl-C, which doesn't occur alone in pasted text.
  private static let leavingSilence = Duration.milliseconds(100)

  /// The silence after which an incomplete reply is dropped.
  private static let replySilence = Duration.seconds(5)
  /// The number of keys, with a line end among them, that is too high for typing ahead.
  private static let longBurst = 64
  /// The number of bytes up to which the end of a character is awaited.
  private static let maxCharacterLength = 256

  /// Indicates outstanding queries: bytes that may begin a reply are then treated as one, however
  /// long the rest takes. This includes a single ESC.
  var expectsReplies = false
  private let keys: KeySequences
  private var mouse = MouseDecoder()
  private var paste: PasteReader?
  /// The typed bytes of this burst, which are split into grapheme clusters at its end.
  private var typed: [UInt8] = []
  /// An incomplete sequence that begins with ESC.
  private var pending: [UInt8] = []
  /// The state of Caps Lock that the terminal reported last.
  private var hasCapsLock = false
  private var lastTime: ContinuousClock.Instant?
  private var events: [TerminalEvent] = []
  private var replies: [TerminalReply] = []
  /// The bytes of the last event if it was Esc, or Alt with a key, and nothing followed it.
  private var lastAlone: [UInt8] = []
  /// Indicates that `pending` would already be a key if no reply were expected.
  private var isOverdue = false
  /// The bytes of this burst, if they arrived together.
  private var lastBytes: [UInt8] = []
  /// Indicates that the last burst inside a paste was a single ESC, which may begin the end marker.
  private var isEscapeAlone = false

  init(keys: KeySequences = KeySequences()) {
    self.keys = keys
  }

  /// Indicates that a paste is in progress.
  var isInPaste: Bool { paste != nil }

  /// Indicates that the last bytes may be a key or the start of a longer sequence, as ESC.
  var isAmbiguous: Bool { !pending.isEmpty }

  mutating func feed(_ bytes: [UInt8], at time: ContinuousClock.Instant) {
    var rest = bytes[...]
    lastBytes = lastBytes.isEmpty ? bytes : [0]
    if isEscapeAlone, let paste, !paste.isEndedBy(rest) {
      // The user pressed Esc: in a paste, the bytes after ESC would have arrived with it.
      self.paste?.removeLast()
      endPaste()
      events.append(.key(KeyEvent(.escape)))
    }
    isEscapeAlone = false
    if let lastTime, wasPressed(bytes, after: time - lastTime) { endPaste() }
    if pending.count > 2, pending[1] != UInt8(ascii: "["), let lastTime,
      time - lastTime > Self.replySilence
    {
      pending = []
    }
    lastTime = time
    if expectsReplies, !lastAlone.isEmpty,
      TerminalReply.isBeginning((lastAlone.dropFirst() + bytes)[...])
    {
      // It wasn't a key press after all.
      pending = lastAlone
    }
    lastAlone = []
    if isOverdue, pending.count <= 2,
      !TerminalReply.isBeginning((pending.dropFirst() + bytes)[...], atLeast: 1)
    {
      settlePending()
      lastAlone = []
    }
    isOverdue = false
    if !pending.isEmpty {
      rest = (pending + bytes)[...]
      pending = []
    }
    while !rest.isEmpty {
      if paste != nil {
        guard let after = paste?.append(rest) else { return }
        endPaste()
        rest = after
      } else if rest[rest.startIndex] == 0x1B {
        guard let length = sequence(rest, at: time) else {
          pending = Array(rest)
          return
        }
        rest = rest.dropFirst(length)
      } else {
        let byte = rest.removeFirst()
        if byte < 0x20 || byte == 0x7F {
          flushTyped(0)
          if let key = ControlKey.key(byte) { events.append(.key(key)) }
        } else {
          typed.append(byte)
        }
      }
    }
  }

  /// Returns the events at the end of a burst, when nothing more has arrived for a moment. With
  /// `patience`, an incomplete sequence is kept.
  mutating func settle(withPatience patience: Bool = false) -> [TerminalEvent] {
    isEscapeAlone = paste != nil && lastBytes == [0x1B]
    lastBytes = []
    flushTyped(UTF8Text.incompleteTail(typed[...]))
    if patience {
      isOverdue = !pending.isEmpty
    } else {
      settlePending()
    }
    return flushEvents()
  }

  /// Returns the events in the middle of a burst. Bytes that may be continued are kept.
  mutating func drainEvents() -> [TerminalEvent] {
    let tail = UTF8Text.incompleteTail(typed[...])
    let last = String(decoding: typed.dropLast(tail), as: UTF8.self).last
    let kept = tail + (last.map { String($0).utf8.count } ?? 0)
    // An endless run of combining marks isn't a character.
    flushTyped(kept > Self.maxCharacterLength ? tail : min(kept, typed.count))
    return flushEvents()
  }

  /// Returns the events and clears them. Keys that may be pasted lines become one event.
  private mutating func flushEvents() -> [TerminalEvent] {
    defer { events = [] }
    var keys: [KeyEvent] = []
    for case .key(let key) in events { keys.append(key) }
    guard keys.count == events.count, Self.mayBePaste(keys) else { return events }
    return [.burst(keys)]
  }

  /// Returns whether keys that arrived together are probably lines of text. Keys typed while the
  /// terminal was slow are fewer; and in an editor that continues lists, no one types list markers
  /// after a line end.
  private static func mayBePaste(_ keys: [KeyEvent]) -> Bool {
    let ends = keys.indices.dropLast().filter { keys[$0] == KeyEvent(.enter) }
    guard !ends.isEmpty, keys.allSatisfy({ $0.typedText != nil }) else { return false }
    return keys.count >= longBurst
      || ends.contains { keys[$0 + 1].typedText.map { " \t-*+>0123456789".contains($0) } == true }
  }

  /// Returns the terminal's replies since the last call.
  mutating func drainReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  /// Returns the last events when the terminal is gone, including an incomplete paste.
  mutating func finish() -> [TerminalEvent] {
    if paste != nil { endPaste() }
    return settle()
  }

  /// Reads one sequence and returns its length, or `nil` if more bytes are needed.
  private mutating func sequence(
    _ bytes: ArraySlice<UInt8>, at time: ContinuousClock.Instant
  ) -> Int? {
    flushTyped(0)
    switch keys.match(bytes) {
    case .key(let key, let length):
      events.append(.key(key))
      return length
    case .incomplete: return nil
    case .none: break
    }
    guard let (sequence, length) = EscapeSequence.parse(bytes) else { return nil }
    switch sequence {
    case .key(let key): events.append(.key(key))
    case .report(let report):
      if report.hasCapsLock != hasCapsLock { events.append(.capsLock(report.hasCapsLock)) }
      hasCapsLock = report.hasCapsLock
      events += report.keys.map { .key($0) }
    case .mouse(let report):
      if let event = mouse.event(report, at: time) { events.append(.mouse(event)) }
    case .pasteStart: paste = PasteReader()
    case .reply(let reply): replies.append(reply)
    case .ignored: break
    }
    return length
  }

  /// Converts an incomplete sequence to the key that it would be: Esc, or Alt with a bracket.
  private mutating func settlePending() {
    while pending.count > 1, pending[1] == 0x1B {
      events.append(.key(KeyEvent(.escape)))
      pending.removeFirst()
    }
    if pending == [0x1B] {
      events.append(.key(KeyEvent(.escape)))
      (lastAlone, pending) = (pending, [])
    } else if pending.count == 2, (0x20..<0x7F).contains(pending[1]) {
      events.append(.key(.alt(Character(Unicode.Scalar(pending[1])))))
      (lastAlone, pending) = (pending, [])
    } else if pending.count > 2, pending[1] != UInt8(ascii: "["), pending[1] < 0x80,
      !(expectsReplies && TerminalReply.isBeginning(pending[1...]))
    {
      // Drop a truncated reply. Keep a control sequence, since no one types one.
      pending = []
    }
  }

  /// Returns whether bytes inside a paste are a key pressed by a user who sees no response.
  private func wasPressed(_ bytes: [UInt8], after silence: Duration) -> Bool {
    guard paste != nil else { return false }
    return bytes == [0x1B] && silence > Self.pasteSilence
      || bytes == [0x03] && silence > Self.leavingSilence
  }

  private mutating func endPaste() {
    guard var paste else { return }
    if expectsReplies { replies += paste.drainReplies() }
    events.append(.paste(paste.text))
    self.paste = nil
  }

  /// Converts typed bytes to events, except for the last `kept` bytes.
  private mutating func flushTyped(_ kept: Int) {
    guard typed.count > kept else { return }
    let text = String(decoding: typed[..<(typed.count - kept)], as: UTF8.self)
    typed.removeFirst(typed.count - kept)
    for character in text {
      // C1 control characters can't be typed.
      if let first = character.unicodeScalars.first, (0x80..<0xA0).contains(first.value) {
        continue
      }
      events.append(.key(.character(character)))
    }
  }
}

// MARK: - Pastes

/// A reader for a bracketed paste, which may be megabytes in many reads.
struct PasteReader {
  private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []

  /// Appends bytes. Returns the bytes after the paste once the end marker has arrived.
  mutating func append(_ more: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // The marker may begin in the earlier bytes.
    var from = max(0, bytes.count - Self.end.count + 1)
    bytes += more
    while let index = firstIndex(of: 0x1B, from: from) {
      if bytes[index...].starts(with: Self.end) {
        let rest = bytes[(index + Self.end.count)...]
        bytes.removeSubrange(index...)
        return rest
      }
      from = index + 1
    }
    return nil
  }

  /// Returns whether bytes may continue the end marker after its first byte.
  func isEndedBy(_ more: ArraySlice<UInt8>) -> Bool {
    let rest = Self.end.dropFirst()
    return more.starts(with: rest) || rest.starts(with: more)
  }

  /// Removes the last byte.
  mutating func removeLast() { _ = bytes.popLast() }

  /// The maximum number of replies, more than the terminal ever sends together. Any more are
  /// part of the pasted text.
  private static let maxReplies = 16

  /// Removes and returns the terminal's replies that arrived during the paste.
  mutating func drainReplies() -> [TerminalReply] {
    var replies: [TerminalReply] = []
    var from = 0
    while replies.count < Self.maxReplies, let index = firstIndex(of: 0x1B, from: from) {
      if case (.reply(let reply), let length)? = EscapeSequence.parse(bytes[index...]) {
        replies.append(reply)
        bytes.removeSubrange(index..<(index + length))
        from = index
      } else {
        from = index + 1
      }
    }
    return replies
  }

  /// The text so far. Line ends are `\n`; invalid UTF-8 is replaced by U+FFFD.
  var text: String {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var from = 0
    while let index = firstIndex(of: 0x0D, from: from) {
      lines += bytes[from..<index]
      lines.append(0x0A)
      from = index + 1
      if from < bytes.count, bytes[from] == 0x0A { from += 1 }
    }
    lines += bytes[from...]
    return String(decoding: lines, as: UTF8.self)
  }

  private func firstIndex(of byte: UInt8, from: Int) -> Int? {
    bytes.withUnsafeBytes { $0.offset(of: byte, from: from) }
  }
}

// MARK: - Mouse

/// A mouse report of a terminal, with cells counted from 0.
struct MouseReport: Equatable {
  var button: Int
  var column: Int
  var row: Int
  var isPress: Bool

}

extension MouseReport {
  /// Parses the older form: one byte each for button, column and row, offset by 32.
  init(x10 bytes: ArraySlice<UInt8>) {
    let values = bytes.map { Int($0) - 32 }
    self.init(
      button: values[0], column: values[1] - 1, row: values[2] - 1, isPress: values[0] & 3 != 3)
  }
}

/// Detects double and triple presses, and drops reports that the program doesn't use.
struct MouseDecoder {
  private static let nextPressTime = Duration.milliseconds(400)
  private static let presses: [MouseEvent.Action] = [.press, .doublePress, .triplePress]

  private var lastPress: (point: Point, time: ContinuousClock.Instant, count: Int)?
  /// The last position of the pointer while the button is down.
  private var heldAt: Point?

  mutating func event(_ report: MouseReport, at time: ContinuousClock.Instant) -> MouseEvent? {
    guard report.column >= 0, report.row >= 0 else { return nil }
    let point = Point(column: report.column, row: report.row)
    guard report.isPress else { return release(at: point) }
    // The bits 4, 8 and 16 are modifiers, 32 is motion.
    switch report.button & ~(4 | 8 | 16) {
    // With Shift the user selects text in the terminal itself.
    case 0 where report.button & 4 == 0: return press(at: point, time)
    case 32: return drag(to: point)
    case 64: return MouseEvent(.scrollUp, at: point)
    case 65: return MouseEvent(.scrollDown, at: point)
    default: return nil
    }
  }

  private mutating func press(at point: Point, _ time: ContinuousClock.Instant) -> MouseEvent {
    var count = 0
    if let last = lastPress, last.point == point, time - last.time <= Self.nextPressTime {
      count = (last.count + 1) % Self.presses.count
    }
    lastPress = (point, time, count)
    heldAt = point
    return MouseEvent(Self.presses[count], at: point)
  }

  private mutating func drag(to point: Point) -> MouseEvent? {
    guard let last = heldAt, last != point else { return nil }
    heldAt = point
    lastPress = nil
    return MouseEvent(.drag, at: point)
  }

  private mutating func release(at point: Point) -> MouseEvent? {
    guard heldAt != nil else { return nil }
    heldAt = nil
    return MouseEvent(.release, at: point)
  }
}

// MARK: - UTF-8

/// Incomplete UTF-8.
enum UTF8Text {
  /// Returns the length of a scalar by its first byte, or 1 for an invalid one.
  static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// Returns the number of bytes at the end that are an incomplete scalar.
  static func incompleteTail(_ bytes: ArraySlice<UInt8>) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.endIndex - count]
      if byte & 0xC0 == 0x80 { continue }
      return length(byte) > count ? count : 0
    }
    return 0
  }
}
