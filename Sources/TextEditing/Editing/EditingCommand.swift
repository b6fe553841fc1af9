/// What may be done with a text that is edited. Keys, vi keys, the mouse and dialogs are ways to the
/// same commands.
package enum EditingCommand: Hashable, Sendable {
  /// What was typed, in place of what is selected.
  case insert(String)
  /// A whole text, which is a step of undo by itself.
  case paste(String)
  /// Enter: goes on with a list, a check box or a quotation, and with the indentation.
  case newline
  case move(Motion, isSelecting: Bool = false)
  /// Puts the caret at a place.
  case place(Int, isSelecting: Bool = false)
  /// Takes away what is selected, or else what a motion passes over.
  case delete(Motion)
  /// Takes away what a motion passes over, so that it can be put in again.
  case kill(Motion)
  /// Kills what is selected; without a selection the word before the caret, as shells do.
  case cut
  /// Takes what is selected to be put in again, and leaves it.
  case copy
  /// Takes a text to be put in again.
  case keep(String)
  /// Puts in what was killed last; again, what was killed before that.
  case yank
  /// From here on motions select, until the text changes; again, no longer.
  case setMark
  case selectAll
  case selectWord(at: Int)
  case selectLine(at: Int)
  case select(Range<Int>)
  case dropSelection
  /// Moves the lines that are selected, or the caret's, to the right or back.
  case indent, outdent
  /// Puts a text in the place of each of several parts, as one change.
  case replaceAll([Range<Int>], with: String)
  case replace(Range<Int>, with: String)
  case undo, redo
  /// All changes between these two make one step of undo.
  case beginStep, endStep
}

/// Where a motion of the caret goes.
package enum Motion: Hashable, Sendable {
  case characterBack, characterForward
  case wordBack, wordForward
  /// By what is seen: a long line has several rows.
  case rowUp, rowDown, pageUp, pageDown
  case rowStart, rowEnd
  case lineStart, lineEnd
  case paragraphBack, paragraphForward
  case textStart, textEnd
}
