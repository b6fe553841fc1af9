import System
import TerminalUI

/// Turns the bytes of a terminal into events.
///
/// ncurses' own reader isn't used: it loses a character whose bytes come in two reads, garbles
/// what isn't UTF-8, types the terminal's replies as letters and takes a paste byte by byte.
struct InputDecoder {
  /// An Esc after so long a silence inside a paste was pressed: the end marker won't come.
  private static let pasteSilence = Duration.milliseconds(500)
  /// After a shorter one, Ctrl-C: no text that is pasted has it by itself.
  private static let leavingSilence = Duration.milliseconds(100)

  /// After so long a silence a reply that has begun won't be ended.
  private static let replySilence = Duration.seconds(5)
  /// As many keys with a line end between them as no one types ahead.
  private static let longBurst = 64
  /// In bytes, as far as it is waited for.
  private static let longestCharacter = 256

  /// The terminal was asked and hasn't answered all: what looks like the beginning of an answer is
  /// one, however long the rest takes, and Esc alone may be its first byte.
  var expectsReplies = false
  private let keys: KeySequences
  private var mouse = MouseDecoder()
  private var paste: PasteReader?
  /// What was typed in this burst, to be split into grapheme clusters at its end.
  private var typed: [UInt8] = []
  /// A sequence that has begun with Esc.
  private var pending: [UInt8] = []
  /// Whether Caps Lock is on, as far as the terminal has told.
  private var hasCapsLock = false
  private var lastTime: ContinuousClock.Instant?
  private var events: [TerminalEvent] = []
  private var replies: [TerminalReply] = []
  /// The last thing that came was Esc, or Alt with a key, by these bytes and nothing behind them.
  private var lastAlone: [UInt8] = []
  /// What is pending would be a key by now, if no reply were expected.
  private var isOverdue = false
  /// Those of this burst, where they came at once.
  private var lastBytes: [UInt8] = []
  /// The last burst inside a paste was Esc and nothing else. It may be the beginning of the end.
  private var isEscapeAlone = false

  init(keys: KeySequences = KeySequences()) {
    self.keys = keys
  }

  /// Whether what comes now is pasted.
  var isInPaste: Bool { paste != nil }

  /// Whether the last bytes may be a key of their own or the beginning of another, as Esc is.
  var isAmbiguous: Bool { !pending.isEmpty }

  mutating func feed(_ bytes: [UInt8], at time: ContinuousClock.Instant) {
    var rest = bytes[...]
    lastBytes = lastBytes.isEmpty ? bytes : [0]
    if isEscapeAlone, let paste, !paste.isEndedBy(rest) {
      // It was pressed: a paste sends what follows an Esc together with it.
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
      // It wasn't pressed after all.
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

  /// The events of a burst, at its end: nothing more has come for a moment. With `patience`, a
  /// sequence that has begun isn't given up yet.
  mutating func settle(withPatience patience: Bool = false) -> [TerminalEvent] {
    isEscapeAlone = paste != nil && lastBytes == [0x1B]
    lastBytes = []
    flushTyped(UTF8Text.incompleteTail(typed[...]))
    if patience {
      isOverdue = !pending.isEmpty
    } else {
      settlePending()
    }
    return takeEvents()
  }

  /// The events by now, in the middle of a burst: what the next bytes may belong to waits for them.
  mutating func drainEvents() -> [TerminalEvent] {
    let tail = UTF8Text.incompleteTail(typed[...])
    let last = String(decoding: typed.dropLast(tail), as: UTF8.self).last
    let kept = tail + (last.map { String($0).utf8.count } ?? 0)
    // Marks without end make no character.
    flushTyped(kept > Self.longestCharacter ? tail : min(kept, typed.count))
    return takeEvents()
  }

  /// Returns the events and forgets them. Keys that may be pasted lines become one event.
  private mutating func takeEvents() -> [TerminalEvent] {
    defer { events = [] }
    var keys: [KeyEvent] = []
    for case .key(let key) in events { keys.append(key) }
    guard keys.count == events.count, Self.mayBePaste(keys) else { return events }
    return [.burst(keys)]
  }

  /// `true` if keys that came together are likely to be lines of text. So are some that were typed while
  /// the terminal was slow, but they are few, and whoever types a list in an editor that continues it types
  /// no list mark.
  private static func mayBePaste(_ keys: [KeyEvent]) -> Bool {
    let ends = keys.indices.dropLast().filter { keys[$0] == KeyEvent(.enter) }
    guard !ends.isEmpty, keys.allSatisfy({ $0.typedText != nil }) else { return false }
    return keys.count >= longBurst
      || ends.contains { keys[$0 + 1].typedText.map { " \t-*+>0123456789".contains($0) } == true }
  }

  /// What the terminal has answered since the last call.
  mutating func drainReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  /// The terminal is gone: what has come of a paste is all there will be.
  mutating func finish() -> [TerminalEvent] {
    if paste != nil { endPaste() }
    return settle()
  }

  /// Reads one sequence; its length, or `nil` when more bytes are needed.
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

  /// Esc alone, and what Alt with a bracket sends, are beginnings of longer sequences.
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
      // A reply that broke off. A control sequence is waited for: nobody types one.
      pending = []
    }
  }

  /// Whether bytes inside a paste are a key that a person pressed, who sees nothing come of it.
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

  /// Makes events of what was typed but for so many bytes at its end.
  private mutating func flushTyped(_ kept: Int) {
    guard typed.count > kept else { return }
    let text = String(decoding: typed[..<(typed.count - kept)], as: UTF8.self)
    typed.removeFirst(typed.count - kept)
    for character in text {
      // C1 controls aren't typed by anyone.
      if let first = character.unicodeScalars.first, (0x80..<0xA0).contains(first.value) {
        continue
      }
      events.append(.key(.character(character)))
    }
  }
}

/// Collects a bracketed paste, which may be megabytes in many reads.
struct PasteReader {
  private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []

  /// Takes what has come; gives the bytes after the paste once its end marker is there.
  mutating func append(_ more: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // The marker may have begun in the bytes before.
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

  /// Whether these bytes may go on with the end marker, of which the first has come.
  func isEndedBy(_ more: ArraySlice<UInt8>) -> Bool {
    let rest = Self.end.dropFirst()
    return more.starts(with: rest) || rest.starts(with: more)
  }

  /// Takes the last byte back.
  mutating func removeLast() { _ = bytes.popLast() }

  /// More than a terminal is asked at once. Those beyond are part of what is pasted.
  private static let mostReplies = 16

  /// Takes out the terminal's answers that came in between.
  mutating func drainReplies() -> [TerminalReply] {
    var replies: [TerminalReply] = []
    var from = 0
    while replies.count < Self.mostReplies, let index = firstIndex(of: 0x1B, from: from) {
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

  /// The text that has come: line ends as `\n`, bytes that aren't UTF-8 as U+FFFD.
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
    bytes.withUnsafeBytes { $0.place(of: byte, from: from) }
  }
}

/// What a terminal reports of the mouse, cells counted from 0.
struct MouseReport: Equatable {
  var button: Int
  var column: Int
  var row: Int
  var isPress: Bool

}

extension MouseReport {
  /// The older form: button, column and row in a byte each, 32 above their value.
  init(x10 bytes: ArraySlice<UInt8>) {
    let values = bytes.map { Int($0) - 32 }
    self.init(
      button: values[0], column: values[1] - 1, row: values[2] - 1, isPress: values[0] & 3 != 3)
  }
}

/// Tells presses that come soon after each other from others, and leaves out what the program has
/// no use for.
struct MouseDecoder {
  private static let nextPressTime = Duration.milliseconds(400)
  private static let presses: [MouseEvent.Action] = [.press, .doublePress, .triplePress]

  private var lastPress: (point: Point, time: ContinuousClock.Instant, count: Int)?
  /// Where the pointer was last, as long as the button is down.
  private var heldAt: Point?

  mutating func event(_ report: MouseReport, at time: ContinuousClock.Instant) -> MouseEvent? {
    guard report.column >= 0, report.row >= 0 else { return nil }
    let point = Point(column: report.column, row: report.row)
    guard report.isPress else { return release(at: point) }
    // 4, 8 and 16 are modifiers, 32 motion.
    switch report.button & ~(4 | 8 | 16) {
    // With Shift the terminal's own selection is meant, whoever is told of it.
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

/// UTF-8 that comes in pieces.
enum UTF8Text {
  /// How many bytes a scalar has that begins with this one; 1 when none does.
  static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// How many bytes at the end begin a scalar whose other bytes haven't come.
  static func incompleteTail(_ bytes: ArraySlice<UInt8>) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.endIndex - count]
      if byte & 0xC0 == 0x80 { continue }
      return length(byte) > count ? count : 0
    }
    return 0
  }
}
