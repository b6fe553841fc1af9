/// The levels of the headings in an entry's text, below those of the page and without gaps, however
/// a person chose theirs.
struct HeadingLevels {
  /// The level of the heading that the text stands below.
  let base: Int
  private var open: [Int] = []

  init(below base: Int) { self.base = base }

  /// The element of the next heading, given the level that it was written with.
  mutating func next(_ level: Int) -> StaticString {
    while let last = open.last, last >= level { open.removeLast() }
    open.append(level)
    return Self.name(base + open.count)
  }

  static func name(_ level: Int) -> StaticString {
    switch level {
    case ...1: "h1"
    case 2: "h2"
    case 3: "h3"
    case 4: "h4"
    case 5: "h5"
    default: "h6"
    }
  }
}
