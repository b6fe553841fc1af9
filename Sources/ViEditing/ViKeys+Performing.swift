import TextEditing

// What complete commands do.
extension ViKeys {
  mutating func perform(_ command: ViCommand, _ run: inout ViRun) -> Request? {
    let oldGoal = goalColumn
    goalColumn = nil
    switch command.action {
    case .find: return .find
    case .findNext: return .findNext
    case .findPrevious: return .findPrevious
    case .saveAndLeave: return .saveAndLeave
    case .leaveUnsaved: return .leaveUnsaved
    case .commandLine: mode = .commandLine("")
    case .move(let motion): move(motion, command.count, goal: oldGoal, &run)
    case .undo: step(.undo, command.count, &run)
    case .redo: step(.redo, command.count, &run)
    case .visual, .visualLine: turnSelection(isLines: command.action == .visualLine, &run)
    case .otherEnd: swapEnds(&run)
    case .selectObject(let object): select(object, command.count ?? 1, &run)
    case .repeatChange: repeatChange(command.count, &run)
    case .operate, .insert, .put, .replace, .join, .toggleCase: change(command, &run)
    }
    return nil
  }

  /// Where the caret would be, if it only ever stood on characters.
  func cursor(_ run: ViRun) -> Int {
    switch mode {
    case .visualLine(_, let cursor): cursor
    case .visual: run.text.caret
    default: run.places.onCharacter(run.text.caret)
    }
  }

  // MARK: Moving

  private mutating func move(
    _ motion: ViMotion, _ count: Int?, goal: Int?, _ run: inout ViRun
  ) {
    if let rows = rows(of: motion, count ?? 1, run) {
      let (place, goal) = run.rows.place(rows, below: cursor(run), goal: goal, in: run.rope)
      goalColumn = goal
      return go(to: place, &run)
    }
    if case .search(let search) = motion { lastSearch = search }
    guard
      let place = run.places.place(
        motion, from: cursor(run), count: count, lastSearch: lastSearch)
    else { return }
    go(to: place.offset, &run)
  }

  /// How many rows of the screen a motion goes, if it goes by these.
  private func rows(of motion: ViMotion, _ count: Int, _ run: ViRun) -> Int? {
    switch motion {
    case .up: -count
    case .down: count
    case .pageUp: -count * run.page(isDown: false)
    case .pageDown: count * run.page(isDown: true)
    default: nil
    }
  }

  private mutating func go(to offset: Int, _ run: inout ViRun) {
    switch mode {
    case .visual(let anchor): show(anchor, run.places.onCharacter(offset), isLines: false, &run)
    case .visualLine(let anchor, _): show(anchor, offset, isLines: true, &run)
    default: run.stand(offset)
    }
  }

  // MARK: Selecting

  /// Shows what is selected between two places.
  private mutating func show(
    _ anchor: Int, _ cursor: Int, isLines: Bool, _ run: inout ViRun
  ) {
    let rope = run.rope
    let isForward = cursor >= anchor
    if isLines {
      mode = .visualLine(anchor: anchor, cursor: cursor)
      run.apply(.place(isForward ? rope.lineStart(at: anchor) : rope.lineEnd(at: anchor)))
      run.apply(
        .place(
          isForward ? rope.lineEnd(at: cursor) : rope.lineStart(at: cursor), isSelecting: true))
    } else {
      mode = .visual(anchor: anchor)
      run.apply(.place(isForward ? anchor : run.text.after(anchor)))
      run.apply(.place(cursor, isSelecting: true))
    }
  }

  private mutating func turnSelection(isLines: Bool, _ run: inout ViRun) {
    let cursor = cursor(run)
    switch mode {
    case .visual(let anchor) where isLines: show(anchor, cursor, isLines: true, &run)
    case .visualLine(let anchor, _) where !isLines: show(anchor, cursor, isLines: false, &run)
    case .normal: show(cursor, cursor, isLines: isLines, &run)
    default:
      mode = .normal
      run.stand(cursor)
    }
  }

  private mutating func swapEnds(_ run: inout ViRun) {
    switch mode {
    case .visual(let anchor): show(cursor(run), anchor, isLines: false, &run)
    case .visualLine(let anchor, let cursor): show(cursor, anchor, isLines: true, &run)
    default: break
    }
  }

  private mutating func select(_ object: ViTextObject, _ count: Int, _ run: inout ViRun) {
    guard let found = object.range(in: run.rope, at: cursor(run), count: count) else { return }
    let isLines = object.kind == .paragraph
    guard !found.isEmpty else { return }
    show(found.lowerBound, run.text.before(found.upperBound), isLines: isLines, &run)
  }

  // MARK: Undo, and again

  private mutating func step(_ command: EditingCommand, _ count: Int?, _ run: inout ViRun) {
    mode = .normal
    // The caret comes back with the text.
    for _ in 0..<min(count ?? 1, 1000) { run.apply(command) }
  }

  private mutating func repeatChange(_ count: Int?, _ run: inout ViRun) {
    guard mode == .normal, var again = lastChange else { return }
    if let count { again.command.count = count }
    run.apply(.beginStep)
    change(again.command, &run)
    guard mode == .insert else { return run.apply(.endStep) }
    endTyping(again, times: 0, &run)
  }
}

extension ViTextObject {
  func range(in rope: TextRope, at offset: Int, count: Int) -> Range<Int>? {
    switch kind {
    case .word(let isBig):
      return ViWords(text: rope, isBig: isBig).range(at: offset, count: count, isAround: isAround)
    case .paragraph: return paragraph(in: rope, at: offset)
    case .quotation(let mark):
      return ViBrackets(rope: rope).quotation(mark, at: offset, isAround: isAround)
    case .brackets(let open, let close):
      return ViBrackets(rope: rope)
        .range(open, close, at: offset, count: count, isAround: isAround)
    }
  }

  private func paragraph(in rope: TextRope, at offset: Int) -> Range<Int> {
    var range = rope.paragraphRange(at: offset, near: 0..<rope.count)
    // With the blank lines behind it.
    while isAround, range.upperBound < rope.count, rope.lineRange(at: range.upperBound).isEmpty {
      range = range.lowerBound..<rope.wholeLineRange(at: range.upperBound).upperBound
    }
    return range
  }
}
