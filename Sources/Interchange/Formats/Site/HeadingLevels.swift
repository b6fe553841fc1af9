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

  static func name(_ level: Int) -> StaticString { names[max(1, min(level, names.count)) - 1] }

  private static let names: [StaticString] = ["h1", "h2", "h3", "h4", "h5", "h6"]
}
