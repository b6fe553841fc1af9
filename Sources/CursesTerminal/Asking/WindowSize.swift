import CNcurses
import Glibc
import TerminalUI

/// The window as the kernel knows it.
struct WindowSize: Hashable {
  var cells: Size
  /// `nil` where the terminal hasn't told.
  var pixels: PixelSize?

  init(cells: Size, pixels: PixelSize?) {
    self.cells = cells
    self.pixels = pixels
  }

  /// `nil` when the kernel doesn't know the size.
  static func now() -> WindowSize? {
    var window = winsize()
    guard pd_terminal_size(&window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
    let pixels = PixelSize(width: Int(window.ws_xpixel), height: Int(window.ws_ypixel))
    return WindowSize(
      cells: Size(columns: Int(window.ws_col), rows: Int(window.ws_row)),
      pixels: pixels.width > 0 && pixels.height > 0 ? pixels : nil)
  }

  /// The size of a cell. What is left over is a margin: xterm counts its own among the pixels.
  var cell: PixelSize? {
    guard let pixels, cells.columns > 0, cells.rows > 0 else { return nil }
    let cell = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }
}
