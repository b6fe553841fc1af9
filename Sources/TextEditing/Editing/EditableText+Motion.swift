extension EditableText {
  mutating func move(_ motion: Motion, isSelecting: Bool, _ rows: some RowGeometry) {
    // Without Shift, ← and → leave a selection by its ends.
    if !isSelecting, !isMarking, let selection {
      switch motion {
      case .characterBack: return move(to: selection.lowerBound)
      case .characterForward: return move(to: selection.upperBound)
      default: break
      }
    }
    let (place, goal) = target(of: motion, rows)
    move(to: place, isSelecting: isSelecting)
    goalColumn = goal
  }

  /// Where a motion goes from the caret, and the column that it tries to keep.
  func target(of motion: Motion, _ rows: some RowGeometry) -> (place: Int, goal: Int?) {
    func vertical(_ count: Int) -> (Int, Int?) {
      let (place, goal) = rows.place(count, below: caret, goal: goalColumn, in: rope)
      return (snapped(place), goal)
    }
    switch motion {
    case .characterBack: return (before(caret), nil)
    case .characterForward: return (after(caret), nil)
    case .wordBack: return (outside(rope.wordStart(before: caret), isForward: false), nil)
    case .wordForward: return (outside(rope.wordEnd(after: caret), isForward: true), nil)
    case .rowUp: return vertical(-1)
    case .rowDown: return vertical(1)
    case .pageUp: return vertical(-rows.page(from: caret, isDown: false, in: rope))
    case .pageDown: return vertical(rows.page(from: caret, isDown: true, in: rope))
    case .rowStart: return (rows.row(at: caret, in: rope).lowerBound, nil)
    case .rowEnd: return (rows.row(at: caret, in: rope).upperBound, nil)
    case .lineStart: return (rope.lineStart(at: caret), nil)
    case .lineEnd: return (rope.lineEnd(at: caret), nil)
    case .paragraphBack: return (rope.paragraphStart(before: caret), nil)
    case .paragraphForward: return (rope.paragraphEnd(after: caret), nil)
    case .textStart: return (0, nil)
    case .textEnd: return (rope.count, nil)
    }
  }

  /// A place that isn't in a fold.
  private func outside(_ offset: Int, isForward: Bool) -> Int {
    guard let range = fold?.range(endingAtOrAround: offset, in: rope) else { return offset }
    return isForward ? range.upperBound : range.lowerBound
  }
}
