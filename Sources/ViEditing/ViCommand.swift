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

/// Reads keys as vi commands: `[count] [operator [count]] motion`.
enum ViParser {
  enum Result: Hashable {
    case command(ViCommand)
    /// More keys are needed.
    case incomplete
    /// There is no such command.
    case unknown
  }

  static func parse(_ keys: [Character], isVisual: Bool) -> Result {
    var rest = keys[...]
    let count = consumeCount(&rest)
    guard let first = rest.popFirst() else { return .incomplete }
    if isVisual, let result = visual(first, rest, count) { return result }
    if let action = single[first] { return .command(ViCommand(count: count, action: action)) }
    if let (action, ownCount) = shortcuts[first] {
      return .command(ViCommand(count: count ?? ownCount, action: action))
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
    // A 0 alone is a motion.
    while let digit = keys.first?.wholeNumberValue, keys.first?.isASCII == true,
      count != nil || digit > 0
    {
      count = min((count ?? 0) * 10 + digit, 100_000)
      keys.removeFirst()
    }
    return count
  }

  private static let single: [Character: ViCommand.Action] = [
    "i": .insert(.atCaret), "a": .insert(.behindCaret), "I": .insert(.atFirstNonBlank),
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
    /// What stands for the caret's lines behind it.
    let repeated: [[Character]]
    let length: Int
  }

  /// The operator that keys begin with; `found` is nil when it isn't complete.
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
    let own = consumeCount(&rest)
    let product = count == nil && own == nil ? nil : min((count ?? 1) * (own ?? 1), 100_000)
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

  private enum Reading {
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

  private static func motion(_ keys: ArraySlice<Character>) -> Reading {
    guard let first = keys.first else { return .incomplete }
    if let motion = motions[first] { return .motion(motion) }
    guard "gfFtT".contains(first) else { return .unknown }
    guard let second = keys.dropFirst().first else { return .incomplete }
    switch first {
    case "g": return motionsBehindG[second].map(Reading.motion) ?? .unknown
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
  private static let motionsBehindG: [Character: ViMotion] = [
    "g": .firstLine, "e": .wordEndBack(isBig: false), "E": .wordEndBack(isBig: true), "j": .down,
    "k": .up,
  ]

  /// What a key means where something is selected, if that is something else.
  private static func visual(
    _ first: Character, _ rest: ArraySlice<Character>, _ count: Int?
  ) -> Result? {
    func command(_ action: ViCommand.Action) -> Result {
      .command(ViCommand(count: count, action: action))
    }
    // The selection stands for the target.
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
