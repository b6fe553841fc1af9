import CNcurses
import TerminalUI

/// How ncurses draws a style.
struct CursesAppearance: Hashable {
  var attributes: attr_t
  var pair: Int32
}

/// Tells the terminal of links, of which ncurses knows nothing: what it has written of them is
/// written again, in the same look, with the address around it.
///
/// A terminal keeps an address with a cell until the cell is written again. ncurses doesn't write
/// what looks as before, and it moves rows with all that is in them. So where it may have written or
/// moved something, each cell that is no link is written again as well, if it looks as a link that
/// was on the screen: no other one can have kept an address.
@MainActor
struct LinkWriter {
  /// In bytes, for a text may have a long address at each of its words: what addresses add to a
  /// frame. Links that have no room aren't told.
  private static let most = 32_768

  /// Those of the links on the screen.
  private var looks: Set<CursesAppearance> = []

  /// Nothing is left of what was on the screen.
  mutating func invalidate() { looks = [] }

  /// What to write once ncurses has written a grid; `rows` are those in which it may have written
  /// or moved something.
  mutating func bytes(
    for grid: Grid, columns: Int, rows: some Sequence<Int>, look: (Style) -> CursesAppearance
  ) -> [UInt8] {
    guard !grid.links.isEmpty || !looks.isEmpty else { return [] }
    let openings = Self.openings(of: grid)
    var passage = Passage()
    for row in rows where row < grid.size.rows {
      ScreenCharacter.forEach(in: grid.row(row), columns: columns) { character in
        let number = Int(character.style.link)
        let opening = number > 0 ? openings[number - 1] : nil
        let look = look(character.style)
        guard opening != nil || looks.contains(look) else { return }
        passage.put(character, row, look, link: opening == nil ? 0 : number, opening ?? [])
      }
    }
    looks = Self.looks(of: grid, look)
    return passage.end()
  }

  /// What opens each link of a grid.
  private static func openings(of grid: Grid) -> [[UInt8]?] {
    var runs = Array(repeating: 0, count: grid.links.count)
    for row in 0..<grid.size.rows where !grid.links.isEmpty {
      var last: UInt16 = 0
      for cell in grid.row(row) where cell.style.link != last {
        last = cell.style.link
        if last > 0 { runs[Int(last) - 1] += 1 }
      }
    }
    var room = most
    return zip(1..., grid.links).map { number, address in
      guard let opening = LinkSequence.opening(address, id: number),
        opening.count * runs[number - 1] <= room
      else { return nil }
      room -= opening.count * runs[number - 1]
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

/// Cells as they are written past ncurses.
@MainActor
private struct Passage {
  private var bytes: [UInt8] = []
  /// Where the terminal's cursor is.
  private var place: Point?
  private var link = 0
  private var look = CursesAppearance(attributes: 0, pair: 0)

  mutating func put(
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
    turn(to: look)
    bytes += character.bytes
    place = Point(column: here.column + character.columns, row: row)
  }

  /// All that was put, with the cursor and the look as they were before.
  mutating func end() -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    close()
    turn(to: CursesAppearance(attributes: 0, pair: 0))
    return bytes + CursorPosition.restore
  }

  private mutating func close() {
    if link > 0 { bytes += LinkSequence.closing }
    link = 0
  }

  /// By the sequences that ncurses would write. After a frame it has left the look plain, and it is
  /// told what becomes of that here.
  private mutating func turn(to look: CursesAppearance) {
    guard look != self.look else { return }
    self.look = look
    var turning = [UInt8](repeating: 0, count: 256)
    let count = pd_turn_look(look.attributes, look.pair, &turning, Int32(turning.count))
    bytes += turning[..<Int(count)]
  }
}
