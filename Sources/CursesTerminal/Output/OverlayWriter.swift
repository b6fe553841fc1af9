import CNcurses
import TerminalUI

/// The ncurses attributes and color pair of a style.
struct CursesAppearance: Hashable {
  var attributes: attr_t
  var pair: Int32
}

/// Writes emoji sequences and links, which ncurses doesn't support: it writes their cells again
/// with the same appearance, links surrounded by the address.
///
/// ncurses gets an ideographic space for each sequence, so it writes the cells again whenever
/// another character replaces one. For a real ideographic space it doesn't, so these are written
/// again too.
///
/// A terminal keeps the address of a cell until the cell is written again. ncurses doesn't write
/// cells that look unchanged, and it moves rows with their content. So in rows that ncurses may
/// have written or moved, cells outside of links are written again too if they look like a link
/// that was on the screen; no other cell can have kept an address.
@MainActor
struct OverlayWriter {
  /// The maximum number of bytes that addresses add to a frame, since a text may have a long
  /// address at each word. Links beyond that aren't written.
  private static let maxAddressBytes = 32_768

  let supportsLinks: Bool
  /// The appearances of the links on the screen.
  private var looks: Set<CursesAppearance> = []

  init(supportsLinks: Bool) { self.supportsLinks = supportsLinks }

  /// Forgets the content of the screen.
  mutating func invalidate() { looks = [] }

  /// Returns the bytes to write after ncurses has written a grid; `rows` are the rows that it may
  /// have written or moved.
  mutating func bytes(
    for grid: Grid, columns: Int, rows: some Sequence<Int>, look: (Style) -> CursesAppearance
  ) -> [UInt8] {
    let hasLinks = supportsLinks && !(grid.links.isEmpty && looks.isEmpty)
    let openings = hasLinks ? Self.openings(of: grid) : []
    var passage = Passage()
    for row in rows where row < grid.size.rows {
      let cells = grid.row(row)
      guard hasLinks || cells.contains(where: ScreenCharacter.mayBeSpace) else { continue }
      ScreenCharacter.forEach(in: cells, columns: columns) { character in
        let number = hasLinks ? Int(character.style.link) : 0
        let opening = number > 0 ? openings[number - 1] : nil
        let look = look(character.style)
        guard opening != nil || looks.contains(look) || character.isSpace else { return }
        passage.append(character, row, look, link: opening == nil ? 0 : number, opening ?? [])
      }
    }
    if hasLinks { looks = Self.looks(of: grid, look) }
    return passage.end()
  }

  /// Returns the opening sequences of a grid's links, or `nil` for links that are too long.
  private static func openings(of grid: Grid) -> [[UInt8]?] {
    var runs = Array(repeating: 0, count: grid.links.count)
    for row in 0..<grid.size.rows where !grid.links.isEmpty {
      var last: UInt16 = 0
      for cell in grid.row(row) where cell.style.link != last {
        last = cell.style.link
        if last > 0 { runs[Int(last) - 1] += 1 }
      }
    }
    var left = maxAddressBytes
    return zip(1..., grid.links).map { number, address in
      guard let opening = LinkSequence.opening(address, id: number),
        opening.count * runs[number - 1] <= left
      else { return nil }
      left -= opening.count * runs[number - 1]
      return opening
    }
  }

  private static func looks(of grid: Grid, _ look: (Style) -> CursesAppearance) -> Set<
    CursesAppearance
  > {
    var looks: Set<CursesAppearance> = []
    for row in 0..<grid.size.rows where !grid.links.isEmpty {
      for cell in grid.row(row) where cell.style.link > 0 { looks.insert(look(cell.style)) }
    }
    return looks
  }
}

/// Cells written without ncurses.
@MainActor
struct Passage {
  private var bytes: [UInt8] = []
  /// The position of the terminal's cursor.
  private var place: Point?
  private var link = 0
  private var look = CursesAppearance(attributes: 0, pair: 0)

  mutating func append(
    _ character: ScreenCharacter, _ row: Int, _ look: CursesAppearance, link: Int,
    _ opening: [UInt8]
  ) {
    if bytes.isEmpty { bytes = CursorPosition.save }
    let here = Point(column: character.column, row: row)
    if link != self.link || here != place { close() }
    if here != place { bytes += CursorPosition.move(column: here.column, row: here.row) }
    if link != self.link {
      bytes += opening
      self.link = link
    }
    setAppearance(to: look)
    bytes += character.bytes
    // Don't depend on the terminal's width of a sequence.
    let end = Point(column: here.column + character.columns, row: row)
    place = character.sequence == nil ? end : nil
  }

  /// Returns all written bytes, and restores cursor and appearance.
  mutating func end() -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    close()
    setAppearance(to: CursesAppearance(attributes: 0, pair: 0))
    return bytes + CursorPosition.restore
  }

  private mutating func close() {
    if link > 0 { bytes += LinkSequence.closing }
    link = 0
  }

  /// Appends the sequences that ncurses would write. After a frame, ncurses leaves the appearance
  /// plain, and it is informed of the changes made here.
  private mutating func setAppearance(to look: CursesAppearance) {
    guard look != self.look else { return }
    self.look = look
    var sequence = [UInt8](repeating: 0, count: 256)
    let count = pd_turn_look(look.attributes, look.pair, &sequence, Int32(sequence.count))
    bytes += sequence[..<Int(count)]
  }
}
