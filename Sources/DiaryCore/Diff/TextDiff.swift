import Text

/// The text to remove and to add, word by word, to change one text into another. Different normal
/// forms are different texts.
package struct TextDiff: Hashable, Sendable {
  /// A piece of text that both texts contain, or only the old or the new one.
  package struct Piece: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case same, removed, added
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The pieces in the order of the texts; removed text precedes the text that replaces it.
  package let pieces: [Piece]

  package var hasChanges: Bool { pieces.contains { $0.kind != .same } }

  package init(from old: String, to new: String) {
    pieces = old.isExactly(new) ? Self.whole(old, .same) : Self.pieces(from: old, to: new)
  }

  /// Compares line by line; a changed line is removed and added completely.
  package init(linesFrom old: String, to new: String) {
    // Terminates the last line.
    let (old, new) = (old + "\n", new + "\n")
    var builder = DiffBuilder()
    _ =
      builder.add(
        TextTokens.lines(of: old)[...], TextTokens.lines(of: new)[...], limit: Self.maxChanges)
      || builder.replace(old, with: new)
    pieces = builder.pieces
  }

  private static func whole(_ text: String, _ kind: Piece.Kind) -> [Piece] {
    text.isEmpty ? [] : [Piece(kind, text)]
  }

  /// The maximum number of changed words in two texts or parts of them. With more changes, texts
  /// have too little in common for a useful comparison.
  private static let maxChanges = 2000
  private static let maxChangesInPart = 400

  private static func pieces(from old: String, to new: String) -> [Piece] {
    // Most changes are small, so skip the equal lines before and after them.
    let (head, tail) = SharedLines.counts(old, new)
    var builder = DiffBuilder()
    builder.keep(String(decoding: old.utf8.prefix(head), as: UTF8.self))
    add(
      to: &builder, SharedLines.middle(of: old, head, tail), SharedLines.middle(of: new, head, tail)
    )
    builder.keep(String(decoding: old.utf8.suffix(tail), as: UTF8.self))
    return builder.pieces
  }

  private static func add(to builder: inout DiffBuilder, _ old: String, _ new: String) {
    let (oldWords, newWords) = (TextTokens.words(of: old), TextTokens.words(of: new))
    if builder.add(oldWords[...], newWords[...], limit: maxChanges) { return }
    let (oldLines, newLines) = (TextTokens.lines(of: old), TextTokens.lines(of: new))
    _ =
      builder.add(oldLines[...], newLines[...], limit: maxChanges) { builder, removed, added in
        let (oldPart, newPart) = (removed.joined(), added.joined())
        let words = (TextTokens.words(of: oldPart), TextTokens.words(of: newPart))
        if !builder.add(words.0[...], words.1[...], limit: maxChangesInPart) {
          builder.replace(oldPart, with: newPart)
        }
      } || builder.replace(old, with: new)
  }
}

/// The lengths in bytes of the complete lines that two texts share at the beginning and end. Text
/// is only cut at line ends, so that no character is split.
enum SharedLines {
  /// Returns the lengths of the shared beginning and end.
  static func counts(_ old: String, _ new: String) -> (head: Int, tail: Int) {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let most = min(old.count, new.count)
    var head = 0
    while head < most, old[head] == new[head] { head += 1 }
    while head > 0, old[head - 1] != lineEnd { head -= 1 }
    var tail = 0
    while tail < most - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    // The previous line must end in both texts.
    while tail > 0, !isLineStart(old, old.count - tail) || !isLineStart(new, new.count - tail) {
      tail -= 1
    }
    return (head, tail)
  }

  static func middle(of text: String, _ head: Int, _ tail: Int) -> String {
    String(decoding: text.utf8.dropFirst(head).dropLast(tail), as: UTF8.self)
  }

  private static let lineEnd = UInt8(ascii: "\n")

  private static func isLineStart(_ bytes: [UInt8], _ index: Int) -> Bool {
    index == 0 || bytes[index - 1] == lineEnd
  }
}

// MARK: - TextTokens

/// Splits a text into tokens that a comparison keeps together. Joined, they are the text.
enum TextTokens {
  /// Splits into words, white space, punctuation and line ends. Scripts written without spaces, and
  /// Hangul, whose syllables change individually, are split into characters.
  static func words(of text: String) -> [Substring] {
    var tokens: [Substring] = []
    var start = text.startIndex
    var open: Kind?
    var index = text.startIndex
    while index < text.endIndex {
      let kind = Kind(text[index])
      if index > start, kind == .alone || kind != open {
        tokens.append(text[start..<index])
        start = index
      }
      open = kind
      index = text.index(after: index)
    }
    if start < index { tokens.append(text[start..<index]) }
    return tokens
  }

  /// Splits into lines with their line ends.
  static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = Substring(text)
    while let end = rest.firstIndex(where: \.isNewline) {
      lines.append(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { lines.append(rest) }
    return lines
  }

  private enum Kind {
    case word, space
    /// Never joined with its neighbors.
    case alone

    init(_ character: Character) {
      if let byte = character.asciiValue {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"):
          self = .word
        case UInt8(ascii: " "), UInt8(ascii: "\t"): self = .space
        default: self = .alone
        }
      } else if character.isNewline || character.isWrittenWithoutSpaces {
        self = .alone
      } else if character.isWhitespace {
        self = .space
      } else {
        self = character.isLetter || character.isNumber ? .word : .alone
      }
    }
  }
}

extension Character {
  fileprivate var isWrittenWithoutSpaces: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai, Lao, Burmese, Khmer
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true  // Hangul
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: true  // Kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true  // Han
    default: false
    }
  }
}

// MARK: - CommonRuns

/// Finds the longest common subsequence of two sequences.
///
/// After Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): the greedy forward
/// search, which keeps the furthest points to trace the path back. The cost grows with the square
/// of the number of changes, which is therefore limited.
enum CommonRuns {
  /// A run of elements that both sequences contain.
  struct Run: Hashable {
    var old: Int
    var new: Int
    var count: Int
  }

  /// Returns the runs in order; `nil` if more than `limit` elements were removed and added, or if
  /// the task is cancelled.
  static func find(_ old: [Int], _ new: [Int], limit: Int) -> [Run]? {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - head
    var tail = 0
    while tail < most, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }

    guard
      let middle = search(
        old[head..<old.count - tail], new[head..<new.count - tail], limit: limit)
    else { return nil }
    var runs: [Run] = []
    func append(_ run: Run) {
      guard run.count > 0 else { return }
      if let last = runs.last, last.old + last.count == run.old, last.new + last.count == run.new {
        runs[runs.count - 1].count += run.count
      } else {
        runs.append(run)
      }
    }
    append(Run(old: 0, new: 0, count: head))
    for run in middle { append(run) }
    append(Run(old: old.count - tail, new: new.count - tail, count: tail))
    return runs
  }

  private static func search(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>, limit: Int
  ) -> [Run]? {
    let most = min(limit, old.count + new.count)
    // The furthest position in `old` on each diagonal, which is the position in `old` minus that in
    // `new`. Diagonal `k` has the index `k + most + 1`.
    var furthest = [Int32](repeating: 0, count: 2 * most + 3)
    // The used part of `furthest` before each number of changes.
    var trace: [[Int32]] = []
    for changes in 0...most {
      // The result is no longer needed.
      if Task.isCancelled { return nil }
      let center = most + 1
      trace.append(Array(furthest[(center - changes - 1)...(center + changes + 1)]))
      for diagonal in stride(from: -changes, through: changes, by: 2) {
        let index = center + diagonal
        let isDown = isAddition(diagonal, changes, in: furthest, at: index)
        var x = Int(isDown ? furthest[index + 1] : furthest[index - 1] + 1)
        var y = x - diagonal
        while x < old.count, y < new.count, old[old.startIndex + x] == new[new.startIndex + y] {
          x += 1
          y += 1
        }
        furthest[index] = Int32(x)
        if x >= old.count, y >= new.count {
          return tracePath(trace, old, new)
        }
      }
    }
    return nil
  }

  /// Returns whether the path reaches a diagonal by adding an element rather than removing one.
  private static func isAddition(
    _ diagonal: Int, _ changes: Int, in furthest: [Int32], at index: Int
  ) -> Bool {
    diagonal == -changes || diagonal != changes && furthest[index - 1] < furthest[index + 1]
  }

  private static func tracePath(
    _ trace: [[Int32]], _ old: ArraySlice<Int>, _ new: ArraySlice<Int>
  ) -> [Run] {
    var runs: [Run] = []
    var (x, y) = (old.count, new.count)
    for changes in trace.indices.reversed() {
      let furthest = trace[changes]
      let diagonal = x - y
      // The first element belongs to diagonal `-changes - 1`.
      let index = diagonal + changes + 1
      var start = 0
      var before = (x: 0, y: 0)
      if changes > 0 {
        let isDown = isAddition(diagonal, changes, in: furthest, at: index)
        before.x = Int(furthest[isDown ? index + 1 : index - 1])
        before.y = before.x - (isDown ? diagonal + 1 : diagonal - 1)
        start = isDown ? before.x : before.x + 1
      }
      if x > start {
        runs.append(
          Run(
            old: old.startIndex + start, new: new.startIndex + start - diagonal, count: x - start))
      }
      (x, y) = before
    }
    return runs.reversed()
  }
}

// MARK: - DiffBuilder

/// Assembles the pieces of a comparison so that they are easy to read.
struct DiffBuilder {
  /// A part that both texts have, or one that replaced another.
  private struct Part {
    var same = ""
    var removed = ""
    var added = ""
    /// The length of the longer replaced text, in characters.
    var changed = 0
    var isSame: Bool { !same.isEmpty }
  }

  private var parts: [Part] = []

  /// Adds the comparison of two lists of tokens. Returns `false` and adds nothing if it exceeds the
  /// limit.
  mutating func add(
    _ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>, limit: Int,
    replacing: (inout DiffBuilder, ArraySlice<Substring>, ArraySlice<Substring>) -> Void = {
      $0.replace($1.joined(), with: $2.joined())
    }
  ) -> Bool {
    var numbers: [ExactToken: Int] = [:]
    func number(_ token: Substring) -> Int {
      let text = ExactToken(token)
      if let known = numbers[text] { return known }
      numbers[text] = numbers.count
      return numbers.count - 1
    }
    let (oldNumbers, newNumbers) = (old.map(number), new.map(number))
    guard var runs = CommonRuns.find(oldNumbers, newNumbers, limit: limit) else { return false }
    GapSliding.slide(&runs, oldNumbers, newNumbers, Array(old), Array(new))
    var (oldEnd, newEnd) = (0, 0)
    for run in runs + [CommonRuns.Run(old: old.count, new: new.count, count: 0)] {
      let removed = old[old.startIndex + oldEnd..<old.startIndex + run.old]
      let added = new[new.startIndex + newEnd..<new.startIndex + run.new]
      if !removed.isEmpty || !added.isEmpty { replacing(&self, removed, added) }
      oldEnd = run.old + run.count
      newEnd = run.new + run.count
      keep(old[old.startIndex + run.old..<old.startIndex + oldEnd].joined())
    }
    return true
  }

  @discardableResult
  mutating func replace(_ old: String, with new: String) -> Bool {
    guard !old.isEmpty || !new.isEmpty else { return true }
    let part = Part(removed: old, added: new, changed: max(old.count, new.count))
    if parts.count >= 2, parts[parts.count - 1].isSame {
      let between = parts[parts.count - 1].same
      if Self.isInsignificant(between, between: parts[parts.count - 2], and: part) {
        parts.removeLast()
        append(Part(removed: between, added: between, changed: between.count))
      }
    }
    append(part)
    return true
  }

  private mutating func append(_ part: Part) {
    guard let last = parts.last, !last.isSame else {
      parts.append(part)
      return
    }
    parts[parts.count - 1].removed += part.removed
    parts[parts.count - 1].added += part.added
    parts[parts.count - 1].changed += part.changed
  }

  /// Adds text that both have.
  mutating func keep(_ text: String) {
    guard !text.isEmpty else { return }
    if parts.last?.isSame == true {
      parts[parts.count - 1].same += text
    } else {
      parts.append(Part(same: text))
    }
  }

  /// Returns whether unchanged text between two changes is insignificant: spaces, or a few
  /// characters that are equal by chance. Line ends in both texts are significant.
  private static func isInsignificant(
    _ text: String, between before: Part, and after: Part
  ) -> Bool {
    let hasBoth =
      !(before.removed.isEmpty && after.removed.isEmpty)
      && !(before.added.isEmpty && after.added.isEmpty)
    guard hasBoth, !text.contains(where: \.isNewline) else { return false }
    return text.isBlank || text.dropFirst(min(before.changed, after.changed) - 1).isEmpty
  }

  var pieces: [TextDiff.Piece] {
    parts.flatMap { part -> [TextDiff.Piece] in
      var pieces: [TextDiff.Piece] = []
      if part.isSame { pieces.append(TextDiff.Piece(.same, part.same)) }
      if !part.removed.isEmpty { pieces.append(TextDiff.Piece(.removed, part.removed)) }
      if !part.added.isEmpty { pieces.append(TextDiff.Piece(.added, part.added)) }
      return pieces
    }
  }
}

/// A token that is compared byte for byte.
private struct ExactToken: Hashable {
  let text: Substring

  init(_ text: Substring) { self.text = text }

  static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

// MARK: - SingleChange

/// A change to one property of an entry that leaves its text and all other properties unchanged.
package enum SingleChange: Hashable, Sendable {
  case starred, unstarred
  case pinned, unpinned
  case tagged, untagged
  case moved(to: String)
  case dated

  package init?(from old: EntryFields, to new: EntryFields) {
    var changes: [SingleChange] = []
    if old.details.isStarred != new.details.isStarred {
      changes.append(new.details.isStarred ? .starred : .unstarred)
    }
    if old.details.isPinned != new.details.isPinned {
      changes.append(new.details.isPinned ? .pinned : .unpinned)
    }
    if old.tags != new.tags {
      changes.append(Set(new.tags).isStrictSubset(of: old.tags) ? .untagged : .tagged)
    }
    if old.journal != new.journal { changes.append(.moved(to: new.journal)) }
    if old.date != new.date { changes.append(.dated) }
    guard let change = changes.first, changes.count == 1 else { return nil }
    var others = old
    (others.date, others.tags, others.journal) = (new.date, new.tags, new.journal)
    others.details.isStarred = new.details.isStarred
    others.details.isPinned = new.details.isPinned
    guard others.isExactly(new) else { return nil }
    self = change
  }

  /// The identifier in machine-readable output.
  package var name: String {
    switch self {
    case .starred: "starred"
    case .unstarred: "unstarred"
    case .pinned: "pinned"
    case .unpinned: "unpinned"
    case .tagged: "tagged"
    case .untagged: "untagged"
    case .moved: "moved"
    case .dated: "dated"
    }
  }

  /// The text on one line. Safe for a terminal.
  package var label: String {
    switch self {
    case .starred: localized("starred")
    case .unstarred: localized("unstarred")
    case .pinned: localized("pinned")
    case .unpinned: localized("unpinned")
    case .tagged: localized("tagged")
    case .untagged: localized("untagged")
    case .moved(let journal): localized("moved to \(JournalName.displayName(journal).printable)")
    case .dated: localized("dated")
    }
  }
}

// MARK: - GapSliding

/// Moves text that was only added or only removed to the boundary that a person would choose: `b\n`
/// of `a\nb\n` rather than `\nb` if both are correct.
enum GapSliding {
  static func slide(
    _ runs: inout [CommonRuns.Run], _ old: [Int], _ new: [Int], _ oldTokens: [Substring],
    _ newTokens: [Substring]
  ) {
    for index in runs.indices.dropLast() {
      let (run, next) = (runs[index], runs[index + 1])
      let oldGap = run.old + run.count..<next.old
      let newGap = run.new + run.count..<next.new
      guard oldGap.isEmpty || newGap.isEmpty else { continue }
      let isAdded = oldGap.isEmpty
      let gap = isAdded ? newGap : oldGap
      let tokens = isAdded ? newTokens : oldTokens
      let shift = bestShift(
        of: gap, in: isAdded ? new : old, tokens, back: run.count, forward: next.count)
      runs[index].count += shift
      runs[index + 1].old += shift
      runs[index + 1].new += shift
      runs[index + 1].count -= shift
    }
    runs.removeAll { $0.count == 0 }
  }

  private static func bestShift(
    of gap: Range<Int>, in numbers: [Int], _ tokens: [Substring], back: Int, forward: Int
  ) -> Int {
    var first = 0
    while -first < back,
      numbers[gap.lowerBound + first - 1] == numbers[gap.upperBound + first - 1]
    {
      first -= 1
    }
    var last = 0
    while last < forward, numbers[gap.lowerBound + last] == numbers[gap.upperBound + last] {
      last += 1
    }
    var best = 0
    var bestRank = -1
    for shift in first...last {
      let rank = rank(of: gap.lowerBound + shift, tokens)
      if rank >= bestRank { (best, bestRank) = (shift, rank) }
    }
    return best
  }

  /// Returns the rank of a position as a boundary; higher is better.
  private static func rank(of index: Int, _ tokens: [Substring]) -> Int {
    guard index > 0, tokens[index - 1].last?.isNewline != true else { return 3 }
    if tokens[index].first?.isNewline == true { return 2 }
    return tokens[index].isBlank || tokens[index - 1].isBlank ? 1 : 0
  }
}
