import CQRCode
import DiaryCore
import Media
import System
import TerminalUI

/// Draws an entry's photos and frames of its videos for standard output, and finds the durations of
/// videos and recordings.
struct PhotoDrawing {
  /// The maximum width of a photo.
  static let columns = 80
  /// The maximum height of a photo. Only very tall panoramas exceed it.
  static let rows = 120

  /// The colors; `nil` to draw nothing.
  private let colors: ColorDepth?
  private let renderer: PhotoRenderer

  init(_ dependencies: Dependencies, colors: ColorDepth?) {
    self.colors = colors
    renderer = PhotoRenderer(
      dependencies.pictureProgram, cache: dependencies.pictureCache, media: { .installed })
  }

  /// Returns the drawing or placeholder of each photo, and of each video if frames can be
  /// extracted.
  func photos(of entry: Entry, in diary: DiaryService) async -> [AssetID: RenderedPhoto] {
    guard let colors else { return [:] }
    let hasVideos = !entry.videos.isEmpty && MediaPrograms.installed.extractsFrames
    return await withTaskGroup(of: (AssetID, RenderedPhoto).self) { group in
      for photo in hasVideos ? entry.pictures : entry.photos {
        group.addTask { (photo.asset, await draw(photo, in: diary, colors)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// Returns the durations of the entry's videos and recordings, in milliseconds, if known.
  func lengths(of entry: Entry, in diary: DiaryService) async -> [AssetID: Int] {
    var lengths: [AssetID: Int] = [:]
    for file in entry.attachments where file.type.isMedia {
      let path = diary.path(of: file.file)
      // Requests no frame, which takes longer.
      lengths[file.asset] = await renderer.length(of: path, asset: file.asset, isVideo: false)
    }
    return lengths
  }

  private func draw(
    _ photo: Photo, in diary: DiaryService, _ colors: ColorDepth
  ) async -> RenderedPhoto {
    let order = RenderRequest(.cells(colors, ratio: 0.5), width: Self.columns, height: Self.rows)
    guard let order else { return .placeholder(.unavailable) }
    let shown = diary.shownFile(of: photo)
    do {
      let picture = try await renderer.picture(
        // Pictures of a preview aren't cached, as the photo itself may be fetched later.
        order, of: shown, asset: shown == diary.file(of: photo) ? photo.asset : nil,
        isVideo: photo.type.isVideo)
      guard case .cells(let cells) = picture else { return .placeholder(.unavailable) }
      return .drawn(SGRText.lines(of: cells), isComplete: cells.isComplete)
    } catch {
      return .placeholder(error as? PictureProblem ?? .unavailable)
    }
  }
}

/// Cells as text with colors, by the Select Graphic Rendition sequences of ECMA-48.
enum SGRText {
  /// Returns a line for each row. Each resets the colors at its end.
  static func lines(of picture: CellPicture) -> [String] {
    (0..<picture.size.rows).map { row in
      let start = row * picture.size.columns
      return line(picture.cells[start..<start + picture.size.columns])
    }
  }

  private static func line(_ cells: ArraySlice<Cell>) -> String {
    var line = ""
    var style = Style.plain
    for cell in cells {
      if cell.style.foreground != style.foreground { line += code(cell.style.foreground, 38) }
      if cell.style.background != style.background { line += code(cell.style.background, 48) }
      style = cell.style
      line += cell.text
    }
    return line + "\u{1B}[0m"
  }

  /// Returns the sequence for a color. `kind` is 38 for the foreground, 48 for the background.
  private static func code(_ color: Color, _ kind: Int) -> String {
    switch color {
    case .terminal: "\u{1B}[\(kind + 1)m"
    case .palette(let number): "\u{1B}[\(kind);5;\(number)m"
    case .rgb(let rgb): "\u{1B}[\(kind);2;\(rgb >> 16 & 255);\(rgb >> 8 & 255);\(rgb & 255)m"
    }
  }
}

// MARK: - QRCode

/// A text as a QR code.
struct QRCode {
  /// The modules, row by row; `true` is dark.
  private let modules: [Bool]
  private let width: Int

  /// The width of the quiet zone, in modules.
  private static let border = 4

  /// Returns `nil` if the library isn't installed, or the text is too long.
  init?(_ text: String) {
    guard pd_qr_load() else { return nil }
    let longest = Int(PD_QR_LONGEST)
    var bytes = [UInt8](repeating: 0, count: longest * longest)
    width = Int(pd_qr_encode(text, &bytes))
    guard width > 0 else { return nil }
    modules = bytes.prefix(width * width).map { $0 == 1 }
  }

  /// The size in cells. A cell shows two modules, as it is twice as high as wide.
  private var size: Size {
    let side = width + 2 * Self.border
    return Size(columns: side, rows: (side + 1) / 2)
  }

  /// Returns fixed colors, dark on light, as those of the terminal may be inverted.
  private static func color(_ isDark: Bool) -> Color { .palette(isDark ? 16 : 231) }

  private func isDark(_ column: Int, _ row: Int) -> Bool {
    let (x, y) = (column - Self.border, row - Self.border)
    guard (0..<width).contains(x), (0..<width).contains(y) else { return false }
    return modules[y * width + x]
  }

  /// The code as lines for a terminal.
  var lines: [String] {
    let size = size
    let cells = (0..<size.rows).flatMap { row in
      (0..<size.columns).map { column in
        Cell(
          "▀",
          Style(
            foreground: Self.color(isDark(column, 2 * row)),
            background: Self.color(isDark(column, 2 * row + 1))))
      }
    }
    return CellPicture(size: size, cells: cells).map(SGRText.lines) ?? []
  }

  /// Writes the code to standard error, if that is a terminal with enough space.
  func show() {
    guard let window = Descriptor.standardError.terminalSize, window.columns >= size.columns,
      window.rows > size.rows, Environment["TERM"] != "dumb"
    else { return }
    let text = lines.map { $0 + "\n" }.joined()
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
