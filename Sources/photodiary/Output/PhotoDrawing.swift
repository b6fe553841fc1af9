import CQRCode
import DiaryCore
import Photos
import System
import TerminalUI

/// Draws the photos of an entry and frames of its films for standard output, and finds how long films and
/// recordings are.
struct PhotoDrawing {
  /// How wide a photo is drawn.
  static let columns = 80
  /// Higher than any photo that is meant to be seen whole; a panorama on end is made smaller.
  static let rows = 120

  /// `nil` where nothing is drawn.
  private let colors: PictureColors?
  private let maker: PictureMaker

  init(_ dependencies: Dependencies, colors: PictureColors?) {
    self.colors = colors
    maker = PictureMaker(
      dependencies.pictureProgram, cache: dependencies.pictureCache, media: { .installed })
  }

  /// What stands for each photo, and for each film where frames can be taken from them.
  func photos(of entry: Entry, in diary: DiaryService) async -> [AssetID: ShownPhoto] {
    guard let colors else { return [:] }
    let hasFilms = !entry.films.isEmpty && MediaPrograms.installed.takesFrames
    return await withTaskGroup(of: (AssetID, ShownPhoto).self) { group in
      for photo in hasFilms ? entry.pictures : entry.photos {
        group.addTask { (photo.asset, await draw(photo, in: diary, colors)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// How long the films and recordings of an entry are, in milliseconds, where that can be told.
  func lengths(of entry: Entry, in diary: DiaryService) async -> [AssetID: Int] {
    var lengths: [AssetID: Int] = [:]
    for file in entry.attachments where file.type.isMedia {
      let path = diary.path(of: file.file)
      // Without a frame of it, which takes longer.
      lengths[file.asset] = await maker.length(of: path, asset: file.asset, isFilm: false)
    }
    return lengths
  }

  private func draw(
    _ photo: Photo, in diary: DiaryService, _ colors: PictureColors
  ) async -> ShownPhoto {
    let order = RenderRequest(.cells(colors, ratio: 0.5), width: Self.columns, height: Self.rows)
    guard let order else { return .placeholder(.unavailable) }
    let shown = diary.shownFile(of: photo)
    do throws(PictureProblem) {
      let picture = try await maker.picture(
        // What is drawn of a preview isn't kept: the photo itself may come.
        order, of: shown, asset: shown == diary.file(of: photo) ? photo.asset : nil,
        isFilm: photo.type.isFilm)
      guard case .cells(let cells) = picture else { return .placeholder(.unavailable) }
      return .drawn(SGRText.lines(of: cells), isWhole: cells.isWhole)
    } catch {
      return .placeholder(error)
    }
  }
}

/// Cells as text with colors, by the "select graphic rendition" sequences of ECMA-48.
enum SGRText {
  /// A line for each row; every line ends in the terminal's own colors.
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

  /// `kind` is 38 for the foreground, 48 for the background.
  private static func code(_ color: Color, _ kind: Int) -> String {
    switch color {
    case .terminal: "\u{1B}[\(kind + 1)m"
    case .palette(let number): "\u{1B}[\(kind);5;\(number)m"
    case .rgb(let rgb): "\u{1B}[\(kind);2;\(rgb >> 16 & 255);\(rgb >> 8 & 255);\(rgb & 255)m"
    }
  }
}

// MARK: - QRCode

/// A text as a code that a phone's camera reads.
struct QRCode {
  /// Row by row; `true` is dark.
  private let modules: [Bool]
  private let width: Int

  /// In modules, the border that readers need.
  private static let border = 4

  /// `nil` where the library isn't installed, and of a text that is too long.
  init?(_ text: String) {
    guard pd_qr_load() else { return nil }
    let longest = Int(PD_QR_LONGEST)
    var bytes = [UInt8](repeating: 0, count: longest * longest)
    width = Int(pd_qr_encode(text, &bytes))
    guard width > 0 else { return nil }
    modules = bytes.prefix(width * width).map { $0 == 1 }
  }

  /// Two modules stand in a cell, for cells are twice as high as wide.
  private var size: Size {
    let side = width + 2 * Self.border
    return Size(columns: side, rows: (side + 1) / 2)
  }

  /// Dark on light, whatever the terminal's own colors are.
  private static func color(_ isDark: Bool) -> Color { .palette(isDark ? 16 : 231) }

  private func isDark(_ column: Int, _ row: Int) -> Bool {
    let (x, y) = (column - Self.border, row - Self.border)
    guard (0..<width).contains(x), (0..<width).contains(y) else { return false }
    return modules[y * width + x]
  }

  /// As lines for a terminal.
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

  /// Shows the code on standard error, if that is a terminal with room for it.
  func show() {
    guard let window = Descriptor.standardError.window, window.columns >= size.columns,
      window.rows > size.rows, Environment["TERM"] != "dumb"
    else { return }
    let text = lines.map { $0 + "\n" }.joined()
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
