/// A complete command of vi's normal or visual mode.
struct ViCommand: Hashable, Sendable {
  /// The count before the command, or `nil` if none was typed.
  var count: Int?
  var action: Action

  enum Action: Hashable, Sendable {
    case move(ViMotion)
    case operate(ViOperator, ViTarget)
    case insert(ViInsertion)
    /// Inserts the text that was deleted or yanked last.
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

/// An operation on a part of the text.
enum ViOperator: Hashable, Sendable {
  case delete, change, yank
  case indent, outdent
  case lower, upper, toggleCase
}

/// The part of the text that an operator applies to.
enum ViTarget: Hashable, Sendable {
  case motion(ViMotion)
  case object(ViTextObject)
  /// The operator's key repeated: lines from the caret's line on.
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
  /// The line whose number is the count, or else the first or the last line.
  case firstLine, lastLine
  case lineDown, lineUp
  case paragraphForward, paragraphBack
  case search(ViCharacterSearch)
  /// The last search for a character in the line, repeated.
  case again(isReversed: Bool)
  case matchingBracket
  case pageDown, pageUp
}

/// A search for a character in the line: `f`, `t`, `F` and `T`.
struct ViCharacterSearch: Hashable, Sendable {
  var character: Character
  var isForward: Bool
  /// Indicates that the search stops next to the character rather than on it.
  var isTill: Bool

  var reversed: Self { Self(character: character, isForward: !isForward, isTill: isTill) }
}

enum ViInsertion: Hashable, Sendable {
  case atCaret, afterCaret
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
  /// Indicates `a` rather than `i`: the object includes the delimiters or spaces around it.
  var isAround: Bool
}

// MARK: - Parsing keys

/// Parses keys as vi commands: `[count] [operator [count]] motion`.
enum ViParser {
  enum Result: Hashable {
    case command(ViCommand)
    /// The keys are the start of a command.
    case incomplete
    /// The keys are no command.
    case unknown
  }

  static func parse(_ keys: [Character], isVisual: Bool) -> Result {
    var rest = keys[...]
    let count = consumeCount(&rest)
    guard let first = rest.popFirst() else { return .incomplete }
    if isVisual, let result = visual(first, rest, count) { return result }
    if let action = single[first] { return .command(ViCommand(count: count, action: action)) }
    if let (action, defaultCount) = shortcuts[first] {
      return .command(ViCommand(count: count ?? defaultCount, action: action))
    }
    switch first {
    case "r":
      guard let character = rest.first else { return .incomplete }
      return .command(ViCommand(count: count, action: .replace(character)))
    case "Z":
      guard let second = rest.first else { return .incomplete }
      switch second {
      case "Z": return .command(ViCommand(action: .saveAndLeave))
      case "Q": return .command(ViCommand(action: .leaveUnsaved))
      default: return .unknown
      }
    default: break
    }
    if let name = operatorName([first] + rest) {
      guard let name = name.found else { return .incomplete }
      return operate(name.kind, repeated: name.repeated, rest.dropFirst(name.length - 1), count)
    }
    return motion([first] + rest).result { ViCommand(count: count, action: .move($0)) }
  }

  // MARK: Parts

  private static func consumeCount(_ keys: inout ArraySlice<Character>) -> Int? {
    var count: Int?
    // A leading 0 is a motion rather than a count.
    while let digit = keys.first?.wholeNumberValue, keys.first?.isASCII == true,
      count != nil || digit > 0
    {
      count = min((count ?? 0) * 10 + digit, 100_000)
      keys.removeFirst()
    }
    return count
  }

  private static let single: [Character: ViCommand.Action] = [
    "i": .insert(.atCaret), "a": .insert(.afterCaret), "I": .insert(.atFirstNonBlank),
    "A": .insert(.atLineEnd), "o": .insert(.newLineBelow), "O": .insert(.newLineAbove),
    "p": .put(isBefore: false), "P": .put(isBefore: true), "J": .join, "~": .toggleCase,
    "u": .undo, ".": .repeatChange, "v": .visual, "V": .visualLine, "/": .find, "?": .find,
    "n": .findNext, "N": .findPrevious, ":": .commandLine,
  ]

  private static let shortcuts: [Character: (ViCommand.Action, Int?)] = [
    "x": (.operate(.delete, .motion(.right)), nil), "X": (.operate(.delete, .motion(.left)), nil),
    "s": (.operate(.change, .motion(.right)), nil), "S": (.operate(.change, .lines), nil),
    "D": (.operate(.delete, .motion(.lineEnd)), nil),
    "C": (.operate(.change, .motion(.lineEnd)), nil), "Y": (.operate(.yank, .lines), nil),
  ]

  private struct OperatorName {
    let kind: ViOperator
    /// The keys after the operator that select the caret's lines.
    let repeated: [[Character]]
    let length: Int
  }

  /// Returns the operator that the keys begin with, or `nil` if there is none; `found` is `nil` if
  /// the operator is incomplete.
  private static func operatorName(
    _ keys: ArraySlice<Character>
  ) -> (found: OperatorName?, Void)? {
    guard let first = keys.first else { return nil }
    if let kind = operators[first] {
      return (OperatorName(kind: kind, repeated: [[first]], length: 1), ())
    }
    guard first == "g" else { return nil }
    guard let second = keys.dropFirst().first else { return (nil, ()) }
    guard let kind = caseOperators[second] else { return nil }
    return (OperatorName(kind: kind, repeated: [[second], ["g", second]], length: 2), ())
  }

  private static let operators: [Character: ViOperator] = [
    "d": .delete, "c": .change, "y": .yank, ">": .indent, "<": .outdent,
  ]
  private static let caseOperators: [Character: ViOperator] = [
    "u": .lower, "U": .upper, "~": .toggleCase,
  ]

  private static func operate(
    _ kind: ViOperator, repeated: [[Character]], _ keys: ArraySlice<Character>, _ count: Int?
  ) -> Result {
    var rest = keys
    let motionCount = consumeCount(&rest)
    let product =
      count == nil && motionCount == nil ? nil : min((count ?? 1) * (motionCount ?? 1), 100_000)
    guard let first = rest.first else { return .incomplete }
    if repeated.contains(Array(rest)) {
      return .command(ViCommand(count: product, action: .operate(kind, .lines)))
    }
    if repeated.contains(where: { $0.starts(with: rest) }), first != "g" { return .incomplete }
    if first == "i" || first == "a" {
      guard let name = rest.dropFirst().first else { return .incomplete }
      guard let object = object(name, isAround: first == "a") else { return .unknown }
      return .command(ViCommand(count: product, action: .operate(kind, .object(object))))
    }
    return motion(rest).result {
      ViCommand(count: product, action: .operate(kind, .motion($0)))
    }
  }

  private enum MotionResult {
    case motion(ViMotion)
    case incomplete, unknown

    func result(_ command: (ViMotion) -> ViCommand) -> Result {
      switch self {
      case .motion(let motion): .command(command(motion))
      case .incomplete: .incomplete
      case .unknown: .unknown
      }
    }
  }

  private static func motion(_ keys: ArraySlice<Character>) -> MotionResult {
    guard let first = keys.first else { return .incomplete }
    if let motion = motions[first] { return .motion(motion) }
    guard "gfFtT".contains(first) else { return .unknown }
    guard let second = keys.dropFirst().first else { return .incomplete }
    switch first {
    case "g": return motionsAfterG[second].map(MotionResult.motion) ?? .unknown
    default:
      return .motion(
        .search(
          ViCharacterSearch(
            character: second, isForward: first == "f" || first == "t",
            isTill: first == "t" || first == "T")))
    }
  }

  private static let motions: [Character: ViMotion] = [
    "h": .left, "l": .right, " ": .right, "j": .down, "k": .up, "w": .wordForward(isBig: false),
    "W": .wordForward(isBig: true), "b": .wordBack(isBig: false), "B": .wordBack(isBig: true),
    "e": .wordEnd(isBig: false), "E": .wordEnd(isBig: true), "0": .lineStart,
    "^": .firstNonBlank, "$": .lineEnd, "|": .column, "G": .lastLine, "+": .lineDown,
    "-": .lineUp, "}": .paragraphForward, "{": .paragraphBack, ";": .again(isReversed: false),
    ",": .again(isReversed: true), "%": .matchingBracket,
  ]
  private static let motionsAfterG: [Character: ViMotion] = [
    "g": .firstLine, "e": .wordEndBack(isBig: false), "E": .wordEndBack(isBig: true), "j": .down,
    "k": .up,
  ]

  /// Returns the result for a key with a special meaning in visual mode, or `nil` for other keys.
  private static func visual(
    _ first: Character, _ rest: ArraySlice<Character>, _ count: Int?
  ) -> Result? {
    func command(_ action: ViCommand.Action) -> Result {
      .command(ViCommand(count: count, action: action))
    }
    // In visual mode the selection replaces the target.
    if let kind = visualOperators[first] { return command(.operate(kind, .lines)) }
    switch first {
    case "o", "O": return command(.otherEnd)
    case "i", "a":
      guard let name = rest.first else { return .incomplete }
      return object(name, isAround: first == "a").map { command(.selectObject($0)) } ?? .unknown
    default: return nil
    }
  }

  private static let visualOperators: [Character: ViOperator] = operators.merging([
    "x": .delete, "s": .change, "~": .toggleCase, "u": .lower, "U": .upper,
  ]) { first, _ in first }

  private static func object(_ name: Character, isAround: Bool) -> ViTextObject? {
    objects[name].map { ViTextObject(kind: $0, isAround: isAround) }
  }

  private static let objects: [Character: ViTextObject.Kind] = {
    var objects: [Character: ViTextObject.Kind] = [
      "w": .word(isBig: false), "W": .word(isBig: true), "p": .paragraph,
      "\"": .quotation("\""), "'": .quotation("'"), "`": .quotation("`"),
    ]
    for names in ["()b", "[]", "{}B", "<>"] {
      let names = Array(names)
      for name in names { objects[name] = .brackets(open: names[0], close: names[1]) }
    }
    return objects
  }()
}
