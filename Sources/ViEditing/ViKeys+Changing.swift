import TextEditing

// Commands that change the text.
extension ViKeys {
  mutating func change(_ command: ViCommand, _ run: inout ViRun) {
    let count = command.count ?? 1
    // What was done to a selection can't be done again without one.
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
    case .behindCaret: run.place(caret < rope.lineEnd(at: caret) ? run.text.after(caret) : caret)
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

  // MARK: Others

  private mutating func put(isBefore: Bool, _ count: Int, _ run: inout ViRun) {
    guard let taken = run.ring.latest else { return }
    // Another field may have cut something since.
    let isLines = lines.map { $0.utf8.elementsEqual(taken.utf8) } ?? false
    let most = max(1, (16 << 20) / taken.utf8.count)
    let text = String(repeating: taken, count: min(count, most))
    if isVisual {
      guard let part = part(.delete, .lines, nil, run) else { return leaveSelection(&run) }
      leaveSelection(&run)
      yank(part, &run)
      let isWithin = isLines && !part.isLines
      run.replace(part.range, with: isWithin ? "\n" + text : text)
      return run.stand(part.range.lowerBound)
    }
    let cursor = cursor(run)
    let rope = run.rope
    guard isLines else {
      let place = isBefore || rope.lineRange(at: cursor).isEmpty ? cursor : run.text.after(cursor)
      run.replace(place..<place, with: text)
      return run.stand(
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

  /// The next characters of the line; `nil` if there are fewer.
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
    run.stand(run.text.before(run.text.caret))
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
    run.stand(range.lowerBound + new.utf8.count)
  }

  private mutating func join(_ count: Int, _ run: inout ViRun) {
    let rope = run.rope
    var first = rope.line(at: cursor(run))
    var last = first + max(2, count) - 1
    if isVisual, let part = part(.delete, .lines, nil, run) {
      first = rope.line(at: part.range.lowerBound)
      last = max(first + 1, rope.line(at: lastPlace(in: part.range, run)))
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
    run.stand(start + seam)
  }
}

extension ViCommand {
  /// Whether `.` does it again.
  fileprivate var isChange: Bool {
    if case .operate(.yank, _) = action { false } else { true }
  }
}
