/// Puts the pieces of a difference together so that they read well.
struct DiffBuilder {
  /// A stretch that both texts have, or one that was replaced by another.
  private struct Part {
    var same = ""
    var removed = ""
    var added = ""
    /// The longer of the two replaced stretches, in characters.
    var changed = 0
    var isSame: Bool { !same.isEmpty }
  }

  private var parts: [Part] = []

  /// Adds the difference of two lists of tokens. `false`, and nothing, if it is above the limit.
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
      if Self.isLost(between, between: parts[parts.count - 2], and: part) {
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

  /// Adds what both texts have.
  mutating func keep(_ text: String) {
    guard !text.isEmpty else { return }
    if parts.last?.isSame == true {
      parts[parts.count - 1].same += text
    } else {
      parts.append(Part(same: text))
    }
  }

  /// Whether what stands unchanged between two changes says nothing: blanks, or a few characters
  /// that two sentences have by chance. A line that ends in both is worth more.
  private static func isLost(
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

/// Text that equals only what is written alike, byte for byte.
private struct ExactToken: Hashable {
  let text: Substring

  init(_ text: Substring) { self.text = text }

  static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
