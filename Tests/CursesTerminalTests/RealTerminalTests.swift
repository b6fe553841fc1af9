import Glibc
import TestSupport
import Testing

/// Checks the pixels of a real terminal's window.
@Suite(
  .enabled(
    if: RealTerminal.missing.isEmpty,
    "no real terminal to look at: \(RealTerminal.missing.joined(separator: ", ")) missing"))
struct RealTerminalTests {
  private let red: UInt32 = 0xFF0000
  private let blue: UInt32 = 0x0000FF

  /// 14×6 cells of 6×13 pixels: the upper three rows red, the others blue.
  private let picture = TestPictures.sixel(
    width: 84, height: 78, upper: "100;0;0", lower: "0;0;100")

  @Test func `xterm draws, covers, moves and erases sixels`() throws {
    let terminal = try RealTerminal(showing: picture, at: "84,78,40,10,14,6")
    expectContains(terminal.log, "learned sixel 6x13 1000x1000 256 16 ffffff")
    func upper(_ column: Int = 40) throws -> [UInt32: Int] {
      try terminal.colors(column: column, row: 10, columns: 14, rows: 3)
    }
    func lower(_ column: Int = 40) throws -> [UInt32: Int] {
      try terminal.colors(column: column, row: 13, columns: 14, rows: 3)
    }
    func left() throws -> Int {
      let colors = try terminal.colors(column: 0, row: 0, columns: 100, rows: 30)
      return (colors[red] ?? 0) + (colors[blue] ?? 0)
    }
    let half = 84 * 39
    // Every pixel is in its place, and nowhere else.
    try terminal.wait("the picture") { try upper()[red] == half && lower()[blue] == half }
    try expectEqual(left(), 2 * half)
    // A line covers a row of it, then it is whole again.
    try terminal.press("F8")
    try terminal.wait("the parts around the line") { try left() == 2 * half - 84 * 13 }
    try terminal.press("F8")
    try terminal.wait("the picture again") { try upper()[red] == half && lower()[blue] == half }
    try terminal.press("F7")
    try terminal.wait("it elsewhere") { try upper(41)[red] == half && lower(41)[blue] == half }
    try expectEqual(left(), 2 * half)
    // A redraw restores it.
    try terminal.press("ctrl+l")
    try terminal.wait(for: "key Ctrl-L")
    try terminal.wait("it again") { try upper(41)[red] == half && lower(41)[blue] == half }
    try terminal.press("F6")
    try terminal.wait("no picture") { try left() == 0 }
    try terminal.press("F6")
    try terminal.wait("the picture") { try upper(41)[red] == half }
    // It is erased on exit.
    try terminal.press("ctrl+c")
    try terminal.wait(for: "over")
    try terminal.wait("an empty screen") { try left() == 0 }
  }

  /// The probe's lines scroll with every key once they fill the screen.
  @Test func `scrolling lines don't move a picture`() throws {
    let terminal = try RealTerminal(showing: picture, at: "84,78,40,12,14,6")
    func upper() throws -> Int? {
      try terminal.colors(column: 40, row: 12, columns: 14, rows: 3)[red]
    }
    let half = 84 * 39
    try terminal.wait("the picture") { try upper() == half }
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      try terminal.press(String(letter))
      try terminal.wait(for: "key \(letter)")
    }
    // A moved picture wouldn't return; the last lines are drawn after the last log line.
    usleep(200_000)
    try expectEqual(upper(), half)
  }

  /// Below it, the screen's last line would scroll everything.
  @Test func `a picture at the bottom doesn't scroll the screen`() throws {
    let terminal = try RealTerminal(showing: picture, at: "84,78,40,24,14,6")
    let half = 84 * 39
    try terminal.wait("the picture") {
      let colors = try terminal.colors(column: 40, row: 24, columns: 14, rows: 3)
      return colors[red] == half
    }
    let last = try terminal.colors(column: 40, row: 29, columns: 14, rows: 1)
    expectNil(last[blue])
    // The first row is in place: bold text has dark pixels.
    let first = try terminal.colors(column: 0, row: 0, columns: 10, rows: 1)
    expectGreater((first[0] ?? 0), 20)
  }
}

/// xterm with sixels on a virtual display, running the probe.
final class RealTerminal {
  static let programs = ["Xvfb", "xterm", "xdotool", "import"]

  static let missing: [String] = programs.filter { Tool.path($0) == nil }

  /// xterm's border and margin, in pixels.
  private static let margin = 3
  let folder: TemporaryFolder
  private let display: String
  private let server: RunningProgram
  private let terminal: RunningProgram

  init(showing picture: [UInt8], at place: String) throws {
    folder = try TemporaryFolder()
    let log = folder.path("log")
    let file = try folder.write(picture, to: "picture.six")
    server = try RunningProgram(
      Tool.required("Xvfb"),
      ["-displayfd", "1", "-screen", "0", "900x500x24", "-noreset", "-nolisten", "tcp"])
    display = ":" + (try server.waitForLines(1)[0])
    // The probe's exit is visible beside the rest of the screen.
    terminal = try RunningProgram(
      Tool.required("xterm"),
      [
        "-ti", "vt340", "-geometry", "100x30+0+0", "-fn", "6x13", "-bg", "white", "-fg", "black",
        "-e", "/bin/sh", "-c", "\"$PROBE\"; echo over >>\"$PROBE_LOG\"; exec sleep 60",
      ],
      environment: [
        "DISPLAY": display, "PROBE": BuiltProgram.path("TerminalProbe"), "PROBE_LOG": log,
        "PROBE_PICTURES": "\(file),\(place)",
      ])
    try wait(for: "learned ")
    let window = try run("xdotool", ["search", "--onlyvisible", "--class", "xterm"])
    guard let id = window.text.split(separator: "\n").last else {
      throw MissingElement(description: "no window")
    }
    _ = try run("xdotool", ["windowfocus", "--sync", String(id)])
  }

  var log: String { (try? folder.text("log")) ?? "" }
  func press(_ key: String) throws { _ = try run("xdotool", ["key", key]) }

  func wait(for line: String) throws { try wait("“\(line)” in \(log)") { log.contains(line) } }

  func wait(_ what: String, until condition: () throws -> Bool) throws {
    // Windows and files send no event here, so they are polled.
    guard try comesTrue(condition) else { throw MissingElement(description: "waited for \(what)") }
  }

  /// The number of pixels of each color (0xRRGGBB) in a rectangle of cells.
  func colors(column: Int, row: Int, columns: Int, rows: Int) throws -> [UInt32: Int] {
    let area = "\(columns * 6)x\(rows * 13)+\(Self.margin + column * 6)+\(Self.margin + row * 13)"
    let image = try run("import", ["-window", "root", "-crop", area, "-depth", "8", "rgb:-"])
    let bytes = image.output
    guard bytes.count == columns * 6 * rows * 13 * 3 else {
      throw MissingElement(description: "\(bytes.count) bytes of \(area): \(image.errorText)")
    }
    var colors: [UInt32: Int] = [:]
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let color = bytes[start..<(start + 3)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      colors[color, default: 0] += 1
    }
    return colors
  }

  private func run(_ program: String, _ arguments: [String]) throws -> ProgramResult {
    try ProgramResult.run(Tool.required(program), arguments, environment: ["DISPLAY": display])
  }
}
