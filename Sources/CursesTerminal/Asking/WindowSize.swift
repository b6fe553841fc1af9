import System
import TerminalUI

/// The window as the kernel knows it.
struct WindowSize: Hashable {
  var cells: Size
  /// `nil` where the terminal hasn't told.
  var pixels: PixelSize?

  /// `nil` when the kernel doesn't know the size.
  static func now() -> WindowSize? {
    guard let window = Descriptor.standardOutput.window else { return nil }
    let pixels = PixelSize(width: window.width, height: window.height)
    return WindowSize(
      cells: Size(columns: window.columns, rows: window.rows),
      pixels: pixels.width > 0 && pixels.height > 0 ? pixels : nil)
  }

  /// The size of a cell. What is left over is a margin: xterm counts its own among the pixels.
  var cell: PixelSize? {
    guard let pixels, cells.columns > 0, cells.rows > 0 else { return nil }
    let cell = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }
}
