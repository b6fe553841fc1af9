import Glibc
import TestSupport

/// xterm with sixels, on a display that nobody sees, and the probe in it.
final class RealTerminal {
  /// What has to be installed.
  static let programs = ["Xvfb", "xterm", "xdotool", "import"]

  /// Those that aren't.
  static let missing: [String] = programs.filter { path(of: $0) == nil }

  /// xterm's border and margin, in pixels.
  private static let margin = 3

  let folder: TemporaryFolder
  private let display: String
  private let server: RunningProgram
  private let terminal: RunningProgram

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts it with a picture at a place in cells.
  init(showing picture: [UInt8], at place: String) throws {
    folder = try TemporaryFolder()
    let log = folder.path("log")
    let file = try folder.write(picture, to: "picture.six")
    server = try RunningProgram(
      try Self.require("Xvfb"),
      ["-displayfd", "1", "-screen", "0", "900x500x24", "-noreset", "-nolisten", "tcp"])
    display = ":" + (try server.waitForLines(1)[0])
    // The probe's end is seen beside what it leaves on the screen.
    terminal = try RunningProgram(
      try Self.require("xterm"),
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
      throw Failure(description: "no window")
    }
    _ = try run("xdotool", ["windowfocus", "--sync", String(id)])
  }

  var log: String { (try? folder.text("log")) ?? "" }

  func press(_ key: String) throws { _ = try run("xdotool", ["key", key]) }

  /// Waits until the probe has noted something.
  func wait(for line: String) throws {
    try wait("“\(line)” in \(log)") { log.contains(line) }
  }

  func wait(_ what: String, until condition: () throws -> Bool) throws {
    let deadline = Patience.deadline
    while try !condition() {
      guard ContinuousClock.now < deadline else { throw Failure(description: "waited for \(what)") }
      // Nobody tells when a window or a file is ready; it can only be looked at again.
      usleep(50_000)
    }
  }

  /// How many pixels of a rectangle of cells have each color, 0xRRGGBB.
  func colors(column: Int, row: Int, columns: Int, rows: Int) throws -> [UInt32: Int] {
    let area =
      "\(columns * 6)x\(rows * 13)+\(Self.margin + column * 6)+\(Self.margin + row * 13)"
    let image = try run(
      "import", ["-window", "root", "-crop", area, "-depth", "8", "rgb:-"])
    let bytes = image.output
    guard bytes.count == columns * 6 * rows * 13 * 3 else {
      throw Failure(description: "\(bytes.count) bytes of \(area): \(image.errorText)")
    }
    var colors: [UInt32: Int] = [:]
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let color = bytes[start..<(start + 3)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      colors[color, default: 0] += 1
    }
    return colors
  }

  private func run(_ program: String, _ arguments: [String]) throws -> ProgramResult {
    try ProgramResult.run(
      try Self.require(program), arguments, environment: ["DISPLAY": display])
  }

  private static func require(_ program: String) throws -> String {
    guard let path = path(of: program) else { throw Failure(description: "no \(program)") }
    return path
  }

  private static func path(of program: String) -> String? {
    (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }
}
