import CursesTerminal
import Glibc
import TerminalUI

/// Prints terminal events as text, and draws test frames. For tests, and for trying a terminal by
/// hand.
@main
@MainActor struct Probe {
  static func main() async {
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal(
        environment: environment(),
        photos: variable("PROBE_PHOTOS").flatMap(PhotoDisplay.init(rawValue:)) ?? .auto)
    } catch {
      print("no terminal: \(error)")
      exit(2)
    }
    var probe = Probe(terminal: terminal)
    await probe.run()
  }

  let terminal: CursesTerminal
  private var lines: [String] = []
  private var count = 0
  private var pictures = ProbePictures()
  private var links = ProbeLinks()

  init(terminal: CursesTerminal) { self.terminal = terminal }

  mutating func run() async {
    show()
    for await event in terminal.events {
      count += 1
      terminal.handled(event)
      record(EventText.describe(event))
      switch event {
      case .key(KeyEvent(.character("c"), .control)):
        terminal.restore()
        terminal.restore()
        print("left")
        return
      case .key(KeyEvent(.character("z"), .control)): terminal.suspend()
      case .key(KeyEvent(.character("l"), .control)): terminal.invalidate()
      case .key(KeyEvent(.character("e"), .control)):
        let status = terminal.lend { lend() }
        record("lent \(status)")
      case .key(let key):
        if case .function(let number) = key.key {
          pictures.press(function: number)
          end(by: number)
        }
      case .terminate:
        terminal.restore()
        print("terminated")
        return
      default: break
      }
      show()
    }
  }

  private mutating func show() {
    let frame = links?.frame(terminal.size) ?? self.frame()
    terminal.show(frame)
    if let links { log(links.description(of: frame.grid)) }
  }

  private mutating func record(_ line: String) {
    lines.append(line)
    if links == nil { log(line) }
  }

  private func log(_ line: String) {
    if let path = getenv("PROBE_LOG"), let file = fopen(path, "a") {
      fputs(line + "\n", file)
      fclose(file)
    }
  }

  /// Runs a shell command on the terminal. Returns its status.
  private func lend() -> Int32 {
    guard let command = getenv("PROBE_COMMAND") else { return -1 }
    return system(command)
  }

  /// Crashes or exits.
  private func end(by number: Int) {
    switch number {
    case 1: fatalError("on purpose")
    case 2: abort()
    case 3: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case 4: exit(3)
    default: break
    }
  }

  private func frame() -> Frame {
    let size = terminal.size
    var grid = Grid(size)
    var row = 0
    func draw(_ text: String, _ style: Style = .plain) {
      grid.draw(text, in: Rect(column: 0, row: row, columns: size.columns, rows: 1), style)
      row += 1
    }
    draw("size \(size.columns)x\(size.rows) \(terminal.colorDepth)", Style(.bold))
    draw("한글 안녕 漢字|")
    draw("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}|")
    draw("cafe\u{301} 가\u{301}|")
    draw("🙂👩‍👩‍👦👩‍👩‍👧‍👦👍🏽|")
    // The flag changes with every event.
    draw(count % 2 == 0 ? "🇰🇷|" : "🇰🇵|")
    draw("red", Style(foreground: .palette(1)))
    draw("rgb", Style(foreground: .rgb(0xFF8700), background: .rgb(0x101010), [.italic]))
    draw("reverse", Style([.reverse, .underline]))
    for line in lines.suffix(max(0, size.rows - row - 1)) { draw(line) }
    // Wide characters up to the last column of the last row, and one that doesn't fit.
    if size.columns >= 4, size.rows > 0 {
      grid[size.columns - 4, size.rows - 1] = Cell("끝")
      grid[size.columns - 3, size.rows - 1] = Cell("")
      grid[size.columns - 2, size.rows - 1] = Cell("|")
      grid[size.columns - 1, size.rows - 1] = Cell("글")
      grid[size.columns - 1, 0] = Cell("$")
      // Neither may reach the terminal unchanged.
      grid[0, size.rows - 1] = Cell("\u{1B}")
      grid[1, size.rows - 1] = Cell("한")
    }
    if variable("PROBE_COLORS") != nil { paint(&grid) }
    pictures.draw(in: &grid)
    return Frame(grid: grid, cursor: Point(column: 3, row: 1))
  }

  /// Colors every cell below the first row differently.
  private func paint(_ grid: inout Grid) {
    for row in 1..<max(1, grid.size.rows) {
      for column in 0..<grid.size.columns {
        let color =
          UInt32(column * 255 / grid.size.columns) << 16
          | UInt32(row * 255 / grid.size.rows) << 8
        grid[column, row] = Cell(
          "▀", Style(foreground: .rgb(color | 0x40), background: .rgb(color | 0xC0)))
      }
    }
  }

  private static func environment() -> [String: String] {
    var environment: [String: String] = [:]
    let names = [
      "TERM", "NO_COLOR", "TERM_PROGRAM", "LC_TERMINAL", "TMUX", "STY", "INSIDE_EMACS",
      "VTE_VERSION",
    ]
    for name in names { environment[name] = variable(name) }
    return environment
  }
}

private func variable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

enum EventText {
  static func describe(_ event: TerminalEvent) -> String {
    switch event {
    case .key(let key): "key \(key.name)\(scalars(key))"
    case .paste(let text):
      "paste \(text.utf8.count) bytes, \(text.utf8.filter { $0 == 10 }.count) lines, sum "
        + "\(text.utf8.reduce(UInt32(1)) { $0 &* 31 &+ UInt32($1) }): \(text.prefix(20))"
    case .burst(let keys): keys.map { describe(.key($0)) }.joined(separator: "\n")
    case .mouse(let mouse): "mouse \(mouse.action) \(mouse.point.column),\(mouse.point.row)"
    case .capsLock(let isOn): "caps lock \(isOn)"
    case .resize(let size): "resize \(size.columns)x\(size.rows)"
    case .resumed: "resumed"
    case .learned(let facts): "learned \(describe(facts))"
    case .terminate: "terminate"
    }
  }

  /// Method, cell, largest picture, colors, number of pictures, background; ? if unknown.
  private static func describe(_ facts: TerminalFacts) -> String {
    func describe(_ size: PixelSize?) -> String {
      size.map { "\($0.width)x\($0.height)" } ?? "?"
    }
    let graphics = facts.graphics
    let hex = facts.background.map { String($0, radix: 16) }
    return [
      graphics?.method.rawValue ?? "none", describe(facts.cell), describe(graphics?.largest),
      graphics.map { "\($0.colors)" } ?? "?", graphics?.limit.map { "\($0)" } ?? "?",
      hex.map { String(repeating: "0", count: max(0, 6 - $0.count)) + $0 } ?? "?",
    ].joined(separator: " ")
  }

  /// The number of a character's scalars, unless it is one.
  private static func scalars(_ key: KeyEvent) -> String {
    guard case .character(let character) = key.key, character.unicodeScalars.count > 1 else {
      return ""
    }
    return " (\(character.unicodeScalars.count) scalars)"
  }
}
