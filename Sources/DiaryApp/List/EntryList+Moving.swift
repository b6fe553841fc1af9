extension EntryList {
  /// Selects an entry before any is known.
  mutating func begin(at rank: Int) { (selected, top) = (rank, rank) }

  mutating func select(_ rank: Int) {
    selected = max(0, min(rank, count - 1))
    keptColumn = nil
  }

  /// Selects an entry with so many in view above it, as it was left.
  mutating func select(_ rank: Int, below count: Int) {
    // Nothing may be known of the diary yet.
    if total == nil { selected = rank } else { select(rank) }
    top = max(0, selected - count)
  }

  mutating func move(by count: Int) { select(selected + count) }

  /// Pages overlap a little where there is room for it.
  mutating func movePages(_ pages: Int) {
    switch arrangement {
    case .lines(1): move(by: pages * max(1, height - 2))
    case .lines: move(by: pages * max(1, capacity - 1))
    case .tiles: move(pages < 0 ? .pageUp : .pageDown)
    }
  }

  /// Moves among tiles; in lines, up and down are the entry before and the one after.
  mutating func move(_ move: SheetPosition.Move) {
    guard case .tiles(let tiles) = arrangement else {
      switch move {
      case .up: self.move(by: -1)
      case .down: self.move(by: 1)
      default: break
      }
      return
    }
    var position = position(tiles)
    position.move(move, in: ContactSheet(count: count, tiles), height: height)
    (selected, keptColumn) = (position.selected, position.keptColumn)
  }

  /// Whether nothing stands above the selection.
  var isInFirstRow: Bool {
    if case .tiles(let tiles) = arrangement { selected < tiles.columns } else { selected == 0 }
  }

  /// How many entries the screen holds at most.
  var capacity: Int {
    switch arrangement {
    case .lines(let lines): max(1, height / max(1, lines))
    case .tiles(let tiles): tiles.columns * ((height + tiles.rows - 1) / tiles.rows)
    }
  }
}
