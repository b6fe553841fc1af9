/// What the keys of vi's normal and visual mode say, once they are complete.
struct ViCommand: Hashable, Sendable {
  /// How often; `nil` when it wasn't said.
  var count: Int?
  var action: Action

  enum Action: Hashable, Sendable {
    case move(ViMotion)
    case operate(ViOperator, ViTarget)
    case insert(ViInsertion)
    /// Puts in what was deleted or yanked last.
    case put(isBefore: Bool)
    case replace(Character)
    case join
    case toggleCase
    case undo, redo
    case repeatChange
    case visual, visualLine
    case otherEnd
    case selectObject(ViTextObject)
    case find, findNext, findPrevious
    case commandLine
    case saveAndLeave, leaveUnsaved
  }
}

/// What is done with a part of the text.
enum ViOperator: Hashable, Sendable {
  case delete, change, yank
  case indent, outdent
  case lower, upper, toggleCase
}

/// The part of the text that an operator takes.
enum ViTarget: Hashable, Sendable {
  case motion(ViMotion)
  case object(ViTextObject)
  /// The operator's key twice: lines from the caret's on.
  case lines
}

enum ViMotion: Hashable, Sendable {
  case left, right, up, down
  case wordForward(isBig: Bool)
  case wordBack(isBig: Bool)
  case wordEnd(isBig: Bool)
  case wordEndBack(isBig: Bool)
  case lineStart, firstNonBlank, lineEnd
  case column
  /// The count is the line's number; without one, the first or the last line.
  case firstLine, lastLine
  case lineDown, lineUp
  case paragraphForward, paragraphBack
  case search(ViCharacterSearch)
  /// The last search within the line again.
  case again(isReversed: Bool)
  case matchingBracket
  case pageDown, pageUp
}

/// `f`, `t`, `F` and `T`: a character in the line.
struct ViCharacterSearch: Hashable, Sendable {
  var character: Character
  var isForward: Bool
  /// Whether it stops before the character.
  var isTill: Bool

  var reversed: Self { Self(character: character, isForward: !isForward, isTill: isTill) }
}

enum ViInsertion: Hashable, Sendable {
  case atCaret, behindCaret
  case atFirstNonBlank, atLineEnd
  case newLineBelow, newLineAbove
}

struct ViTextObject: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case word(isBig: Bool)
    case paragraph
    case quotation(Character)
    case brackets(open: Character, close: Character)
  }

  var kind: Kind
  /// `a` rather than `i`: with what stands around it.
  var isAround: Bool
}
