import Text

// MARK: - Commands that change the text

extension ViKeys {
  mutating func change(_ command: ViCommand, _ run: inout ViRun) {
    let count = command.count ?? 1
    // A change of a selection can't be repeated without one.
    if !isVisual, command.isChange { lastChange = Change(command: command) }
    switch command.action {
    case .operate(let kind, let target): operate(kind, target, command, &run)
    case .insert(let place): insert(place, command, &run)
    case .put(let isBefore): put(isBefore: isBefore, count, &run)
    case .replace(let character): replace(with: character, count, &run)
    case .toggleCase: toggleCase(count, &run)
    case .join: join(count, &run)
    default: break
    }
  }

  // MARK: Typing

  private mutating func insert(
    _ insertion: ViInsertion, _ command: ViCommand, _ run: inout ViRun
  ) {
    let caret = cursor(run)
    let rope = run.rope
    beginTyping(command, &run)
    switch insertion {
    case .atCaret: run.place(caret)
    case .afterCaret: run.place(caret < rope.lineEnd(at: caret) ? run.text.after(caret) : caret)
    case .atFirstNonBlank: run.place(run.places.firstNonBlank(ofLineAt: caret))
    case .atLineEnd: run.place(rope.lineEnd(at: caret))
    case .newLineBelow, .newLineAbove:
      run.place(run.isOneLine ? rope.lineEnd(at: caret) : caret)
      run.openLine(for: command)
    }
  }

  mutating func beginTyping(_ command: ViCommand, _ run: inout ViRun) {
    mode = .insert
    typing = Change(command: command)
    run.apply(.beginStep)
  }

  // MARK: Other changes

  private mutating func put(isBefore: Bool, _ count: Int, _ run: inout ViRun) {
    guard let latest = run.ring.latest else { return }
    // Another field may have added to the ring since.
    let isLines = lines.map { $0.utf8.elementsEqual(latest.utf8) } ?? false
    let most = max(1, (16 << 20) / latest.utf8.count)
    let text = String(repeating: latest, count: min(count, most))
    if isVisual {
      guard let part = part(.delete, .lines, nil, run) else { return leaveSelection(&run) }
      leaveSelection(&run)
      yank(part, &run)
      let isWithin = isLines && !part.isLines
      run.replace(part.range, with: isWithin ? "\n" + text : text)
      return run.placeOnCharacter(part.range.lowerBound)
    }
    let cursor = cursor(run)
    let rope = run.rope
    guard isLines else {
      let place = isBefore || rope.lineRange(at: cursor).isEmpty ? cursor : run.text.after(cursor)
      run.replace(place..<place, with: text)
      return run.placeOnCharacter(
        text.contains(where: \.isNewline) ? place : run.text.before(place + text.utf8.count))
    }
    if isBefore {
      let start = rope.lineStart(at: cursor)
      run.replace(start..<start, with: text)
      run.place(run.places.firstNonBlank(ofLineAt: start))
    } else {
      let end = rope.lineEnd(at: cursor)
      run.replace(end..<end, with: "\n" + text.dropLast())
      run.place(run.places.firstNonBlank(ofLineAt: min(end + 1, run.rope.count)))
    }
  }

  /// Returns the range of the next `count` characters of the line, or `nil` if there are fewer.
  private func characters(_ count: Int, _ run: ViRun) -> Range<Int>? {
    let cursor = cursor(run)
    let end = run.rope.lineEnd(at: cursor)
    var place = cursor
    for _ in 0..<count {
      guard place < end else { return nil }
      place = run.text.after(place)
    }
    return cursor..<place
  }

  private mutating func replace(
    with character: Character, _ count: Int, _ run: inout ViRun
  ) {
    if isVisual {
      guard let part = part(.delete, .lines, nil, run) else { return leaveSelection(&run) }
      leaveSelection(&run)
      return convert(part.range, &run) { text in
        String(text.map { $0.isNewline ? $0 : character })
      }
    }
    guard let range = characters(count, run) else { return }
    run.replace(range, with: String(repeating: character, count: count))
    run.placeOnCharacter(run.text.before(run.text.caret))
  }

  private mutating func toggleCase(_ count: Int, _ run: inout ViRun) {
    let end = run.rope.lineEnd(at: cursor(run))
    var range = cursor(run)..<cursor(run)
    for _ in 0..<count where range.upperBound < end {
      range = range.lowerBound..<run.text.after(range.upperBound)
    }
    guard !range.isEmpty else { return }
    let new = Self.toggled(run.rope.substring(range))
    run.replace(range, with: new)
    run.placeOnCharacter(range.lowerBound + new.utf8.count)
  }

  private mutating func join(_ count: Int, _ run: inout ViRun) {
    let rope = run.rope
    var first = rope.line(at: cursor(run))
    var last = first + max(2, count) - 1
    if isVisual, let part = part(.delete, .lines, nil, run) {
      first = rope.line(at: part.range.lowerBound)
      last = max(first + 1, rope.line(at: lastOffset(in: part.range, run)))
    }
    if isVisual { leaveSelection(&run) }
    last = min(last, rope.lines - 1)
    guard last > first else { return }
    let start = rope.start(ofLine: first)
    var text = rope.substring(rope.lineRange(at: start))
    var seam = text.utf8.count
    for line in first + 1...last {
      let next = rope.substring(rope.lineRange(at: rope.start(ofLine: line)))
        .drop { $0 == " " || $0 == "\t" }
      seam = text.utf8.count
      if !text.isEmpty, text.last?.isWhitespace == false, !next.isEmpty, next.first != ")" {
        text += " "
      }
      text += next
    }
    run.replace(start..<rope.lineEnd(at: rope.start(ofLine: last)), with: text)
    run.placeOnCharacter(start + seam)
  }
}

extension ViCommand {
  /// Indicates that `.` repeats the command.
  fileprivate var isChange: Bool {
    if case .operate(.yank, _) = action { false } else { true }
  }
}

// MARK: - Operators and their parts of the text

extension ViKeys {
  /// The part of the text that an operator applies to.
  struct Part {
    var range: Range<Int>
    var isLines = false
  }

  mutating func operate(
    _ kind: ViOperator, _ target: ViTarget, _ command: ViCommand, _ run: inout ViRun
  ) {
    guard let part = part(kind, target, command.count, run) else {
      if isVisual { leaveSelection(&run) }
      return
    }
    if isVisual { leaveSelection(&run) }
    switch kind {
    case .yank:
      yank(part, &run)
      if !part.isLines || part.range.lowerBound < run.rope.lineStart(at: run.text.caret) {
        run.placeOnCharacter(part.range.lowerBound)
      }
    case .delete:
      yank(part, &run)
      delete(part, &run)
    case .change:
      yank(part, &run)
      beginTyping(command, &run)
      let lines = part.range.lowerBound..<run.rope.lineEnd(at: lastOffset(in: part.range, run))
      run.replace(part.isLines ? lines : part.range, with: "")
    case .indent, .outdent:
      let last = lastOffset(in: part.range, run)
      run.apply(.select(run.rope.lineStart(at: part.range.lowerBound)..<run.rope.lineEnd(at: last)))
      run.apply(kind == .indent ? .indent : .outdent)
      run.place(run.places.firstNonBlank(ofLineAt: part.range.lowerBound))
    case .lower: convert(part.range, &run) { $0.lowercased() }
    case .upper: convert(part.range, &run) { $0.uppercased() }
    case .toggleCase: convert(part.range, &run, Self.toggled)
    }
  }

  /// Returns the selection of visual mode, including the character under the cursor, or `nil` in
  /// other modes.
  package func selection(in text: EditableText) -> Range<Int>? {
    guard case .visual(let anchor) = mode else { return nil }
    let range = min(anchor, text.caret)..<text.after(max(anchor, text.caret))
    return range.isEmpty ? nil : range
  }

  func part(
    _ kind: ViOperator, _ target: ViTarget, _ count: Int?, _ run: ViRun
  ) -> Part? {
    let rope = run.rope
    let cursor = cursor(run)
    switch (mode, target) {
    case (.visual, _): return selection(in: run.text).map { Part(range: $0) }
    case (.visualLine(let anchor, _), _): return lines(anchor, cursor, rope)
    case (_, .lines):
      let last = min(rope.line(at: cursor) + (count ?? 1) - 1, rope.lines - 1)
      return lines(cursor, rope.start(ofLine: last), rope)
    case (_, .object(let object)):
      guard let range = object.range(in: rope, at: cursor, count: count ?? 1) else { return nil }
      return Part(range: range, isLines: object.kind == .paragraph)
    case (_, .motion(let motion)): return part(kind, motion, count, cursor, run)
    }
  }

  private func part(
    _ kind: ViOperator, _ motion: ViMotion, _ count: Int?, _ cursor: Int, _ run: ViRun
  ) -> Part? {
    let rope = run.rope
    var motion = motion
    // Changing a word keeps the spaces after it.
    if kind == .change, case .wordForward(let isBig) = motion,
      rope.cluster(at: cursor)?.isWhitespace == false
    {
      motion = .wordEnd(isBig: isBig)
      if isLastCharacterOfWord(cursor, isBig, rope), (count ?? 1) == 1 {
        return Part(range: cursor..<run.text.after(cursor))
      }
    }
    guard
      let place = run.places.place(motion, from: cursor, count: count, lastSearch: lastSearch)
    else { return nil }
    if place.extent == .lines { return lines(cursor, place.offset, rope) }
    var range = min(cursor, place.offset)..<max(cursor, place.offset)
    if place.extent == .inclusive { range = range.lowerBound..<run.text.after(range.upperBound) }
    if case .wordForward = motion { range = withoutNextLine(range, rope) }
    if isParagraph(motion) { return paragraphPart(range, run) }
    return range.isEmpty ? nil : Part(range: whole(range, run.text))
  }

  private func isLastCharacterOfWord(_ cursor: Int, _ isBig: Bool, _ rope: TextRope) -> Bool {
    let range = ViWords(text: rope, isBig: isBig).range(at: cursor, count: 1, isAround: false)
    return rope.clusterEnd(after: cursor) == range.upperBound
  }

  private func isParagraph(_ motion: ViMotion) -> Bool {
    motion == .paragraphForward || motion == .paragraphBack
  }

  /// Returns a range of words without the line end and indentation after the last word of a line.
  private func withoutNextLine(_ range: Range<Int>, _ rope: TextRope) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, rope.line(at: end) > rope.line(at: range.lowerBound),
      rope.substring(rope.lineStart(at: end)..<end).allSatisfy(\.isWhitespace)
    {
      end = rope.lineEnd(at: rope.lineStart(at: end) - 1)
    }
    return range.lowerBound..<max(range.lowerBound, end)
  }

  /// Returns the part for a paragraph motion: whole lines if the range begins and ends at the start
  /// of a line.
  private func paragraphPart(_ range: Range<Int>, _ run: ViRun) -> Part? {
    let rope = run.rope
    guard !range.isEmpty else { return nil }
    guard range.upperBound < rope.count, rope.lineStart(at: range.upperBound) == range.upperBound
    else { return Part(range: whole(range, run.text)) }
    let end = rope.lineEnd(at: range.upperBound - 1)
    if range.lowerBound <= run.places.firstNonBlank(ofLineAt: range.lowerBound) {
      return Part(
        range: rope.lineStart(at: range.lowerBound)..<range.upperBound, isLines: true)
    }
    return Part(range: range.lowerBound..<max(range.lowerBound, end))
  }

  private func lines(_ one: Int, _ other: Int, _ rope: TextRope) -> Part {
    let first = rope.lineStart(at: min(one, other))
    return Part(range: first..<rope.wholeLineRange(at: max(one, other)).upperBound, isLines: true)
  }

  /// Returns the range extended to the bounds of folds and grapheme clusters.
  private func whole(_ range: Range<Int>, _ text: EditableText) -> Range<Int> {
    let end = text.snapped(range.upperBound)
    return text.snapped(range.lowerBound)..<(end < range.upperBound ? text.after(end) : end)
  }

  func lastOffset(in range: Range<Int>, _ run: ViRun) -> Int {
    let end = range.upperBound
    let isAfterLineEnd = end > range.lowerBound && run.rope.byte(at: end - 1) == 0x0A
    return isAfterLineEnd ? end - 1 : end
  }

  mutating func leaveSelection(_ run: inout ViRun) {
    let place = cursor(run)
    mode = .normal
    run.place(place)
  }

  mutating func yank(_ part: Part, _ run: inout ViRun) {
    var text = run.rope.substring(part.range)
    // Compare bytes: "\r\n" is a single character.
    if part.isLines, text.utf8.last != 0x0A { text += "\n" }
    run.apply(.keep(text))
    lines = part.isLines ? text : nil
  }

  private func delete(_ part: Part, _ run: inout ViRun) {
    var range = part.range
    let rope = run.rope
    // Delete the last line together with the line end before it.
    if part.isLines, range.upperBound == rope.count, range.lowerBound > 0,
      rope.byte(at: rope.count - 1) != 0x0A || range.isEmpty
    {
      range = rope.lineEnd(at: range.lowerBound - 1)..<range.upperBound
    }
    guard !range.isEmpty else { return }
    run.replace(range, with: "")
    if part.isLines {
      run.place(run.places.firstNonBlank(ofLineAt: run.text.caret))
    } else {
      run.placeOnCharacter(range.lowerBound)
    }
  }

  func convert(
    _ range: Range<Int>, _ run: inout ViRun, _ conversion: (String) -> String
  ) {
    let old = run.rope.substring(range)
    let new = conversion(old)
    if new != old { run.replace(range, with: new) }
    run.placeOnCharacter(range.lowerBound)
  }

  static func toggled(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1.isUppercase ? $1.lowercased() : $1.uppercased() }
  }
}
