import Glibc
import TerminalUI

/// Random frames of links and emoji, one for each event, from the seed `PROBE_LINKS`. Each frame's
/// text and links are logged to `PROBE_LOG`.
struct ProbeLinks {
  private struct Word {
    var text: String
    var style: Style
    var address: String?
  }

  private static let texts = [
    "here", "여기", "a", "한 곳 more", "🇰🇷", "e\u{301}", "xx", "👍🏽", "👍", "☝🏽", "☝", "❤️", "❤", "1️⃣",
    "1", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧", "👨‍👩‍👧‍👦", "👩🏽‍❤️‍💋‍👨🏾", "\u{3000}",
  ]
  private static let styles = [
    Style(.underline), Style(.underline), Style(), Style(foreground: .palette(4), [.underline]),
    Style([.underline, .bold, .reverse]),
  ]
  private static let addresses = ["https://a.org/1", "https://b.org/2;x", "mailto:c@d.org"]

  private var state: UInt64
  private var rows: [[Word]] = []
  private var box: Rect?
  private var frames = 0

  /// Returns `nil` without `PROBE_LINKS`.
  init?() {
    guard let seed = getenv("PROBE_LINKS").flatMap({ UInt64(String(cString: $0)) }) else {
      return nil
    }
    state = seed
  }

  private mutating func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private mutating func word() -> Word {
    let isLink = random(2) == 0
    return Word(
      text: Self.texts[random(Self.texts.count)], style: Self.styles[random(Self.styles.count)],
      address: isLink ? Self.addresses[random(Self.addresses.count)] : nil)
  }

  private mutating func row() -> [Word] { (0..<random(4)).map { _ in word() } }

  private mutating func change(_ size: Size) {
    while rows.count < size.rows { rows.append(row()) }
    let position = random(size.rows)
    switch random(9) {
    case 0, 1:
      rows.removeFirst()
      rows.append(row())
    case 2:
      rows.insert(row(), at: 0)
      rows.removeLast()
    case 3:
      rows.remove(at: position)
      rows.append(row())
    case 4: rows[position] = row()
    case 5:
      for index in rows[position].indices { rows[position][index].address = nil }
    case 6:
      let address = Self.addresses[random(Self.addresses.count)]
      for index in rows[position].indices { rows[position][index].address = address }
    case 7: rows.swapAt(position, random(size.rows))
    default:
      box =
        box == nil
        ? Rect(column: random(12), row: position / 2, columns: 9, rows: 3 + random(4)) : nil
    }
  }

  mutating func frame(_ size: Size) -> Frame {
    change(size)
    var grid = Grid(size)
    for (index, words) in rows.prefix(size.rows).enumerated() {
      var rect = Rect(column: 1, row: index, columns: size.columns - 1, rows: 1)
      for word in words {
        var style = word.style
        if let address = word.address.flatMap(LinkAddress.init) {
          style.link = grid.number(ofLinkTo: address)
        }
        let end = grid.draw(word.text, in: rect, style)
        rect = rect.inset(left: end - rect.column + random(2))
      }
    }
    if let box { grid.fill(box, Self.styles[0]) }
    frames += 1
    let cursor = Point(column: random(size.columns), row: random(size.rows))
    return Frame(grid: grid, cursor: random(3) == 0 ? nil : cursor)
  }

  /// Returns two lines: `text 3` and the rows, each after `⏎`; `frame 3` and, for each linked cell,
  /// its column, row and address.
  func description(of grid: Grid) -> String {
    let rows = (0..<grid.size.rows).map { "⏎" + grid.text(ofRow: $0) }
    var words = ["text \(frames) \(rows.joined())\nframe \(frames)"]
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        guard let address = grid.address(ofLink: grid[column, row].style.link) else { continue }
        words.append("\(column),\(row),\(address.text)")
      }
    }
    return words.joined(separator: " ")
  }
}
