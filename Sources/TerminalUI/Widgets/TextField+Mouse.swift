import TextEditing

extension TextField {
  /// Puts the caret where the text was pressed that is drawn in a rectangle, and selects the word
  /// at the second press. Returns whether it was pressed there.
  package mutating func handle(_ event: MouseEvent, in rect: Rect) -> Bool {
    guard event.action.isPress, rect.contains(event.point) else { return false }
    let place = place(at: event.point.column - rect.column, columns: rect.columns)
    var ring = KillRing()
    if event.action == .press {
      dropSelection()
      _ = apply(.place(place), &ring)
    } else {
      _ = apply(.selectWord(at: place), &ring)
    }
    return true
  }
}
