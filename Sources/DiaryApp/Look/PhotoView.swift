import DiaryCore
import TerminalUI

/// A photo on the screen: its picture, or what stands in its place.
struct PhotoView {
  private let source: PictureRequest.Source
  private let name: String
  private let type: MediaType?
  private let knownProblem: PictureProblem?
  /// Where the whole photo is; a part of it may lie outside the screen.
  private let rect: Rect
  /// The part of the screen that it may be seen in.
  private let clip: Rect
  private let form: PictureRequest.Form
  private let state: AppState

  /// `count` is how many photos are on the screen at once: some terminals keep only a few in
  /// pixels.
  init(
    _ photo: Photo, in rect: Rect, clip: Rect? = nil, among count: Int = 1, _ state: AppState
  ) {
    source = .asset(photo.asset, path: state.assetPath(photo))
    name = photo.name
    type = photo.type
    knownProblem = photo.knownProblem
    self.rect = rect
    self.clip = clip ?? rect
    self.state = state
    form = Self.form(among: count, state)
  }

  /// A file that is looked at before it is in the diary.
  init(
    file path: String, in rect: Rect, clip: Rect? = nil, among count: Int = 1, _ state: AppState
  ) {
    source = .file(path)
    name = String(path.split(separator: "/").last ?? "")
    type = nil
    knownProblem = nil
    self.rect = rect
    self.clip = clip ?? rect
    self.state = state
    form = Self.form(among: count, state)
  }

  /// In pixels where the terminal keeps that many pictures.
  static func form(among count: Int, _ state: AppState) -> PictureRequest.Form {
    guard let graphics = state.facts.graphics, count <= graphics.limit ?? .max else {
      return .cells(state.colors)
    }
    return .pixels(graphics)
  }

  /// The cells that a photo takes within a size, keeping its shape; one of unknown size is taken
  /// for one as most cameras take them. One line for a photo that isn't shown.
  static func room(for photo: Photo, within size: Size, _ state: AppState) -> Size {
    guard photo.knownProblem == nil else {
      return Size(columns: size.columns, rows: min(1, size.rows))
    }
    let (width, height) = (photo.width ?? 0, photo.height ?? 0)
    let isKnown = width > 0 && height > 0
    return room(
      for: isKnown ? PixelSize(width: width, height: height) : PixelSize(width: 4, height: 3),
      within: size, state)
  }

  /// The same by the photo's size; all there is when that isn't known.
  static func room(for pixels: PixelSize?, within size: Size, _ state: AppState) -> Size {
    guard state.showsPhotos, size.columns > 0, size.rows > 0 else {
      return Size(columns: size.columns, rows: min(1, size.rows))
    }
    guard let width = pixels?.width, let height = pixels?.height, width > 0, height > 0 else {
      return size
    }
    // In floating point: the size is what a file says, and may be any number.
    let shape = Double(height) / Double(width) * state.facts.cellRatio
    let rowsAtFullWidth = (Double(size.columns) * shape).rounded()
    if rowsAtFullWidth <= Double(size.rows) {
      return Size(columns: size.columns, rows: max(1, Int(rowsAtFullWidth)))
    }
    let columns = Int(min(Double(size.columns), Double(size.rows) / shape))
    return Size(columns: max(1, columns), rows: size.rows)
  }

  // MARK: What is wanted

  /// The pictures that it needs to be drawn.
  var requests: [PictureRequest] {
    guard let whole else { return [] }
    switch form {
    case .cells: return [whole]
    case .pixels(let graphics):
      // A dialog may lie over it, and only characters can be covered in part.
      let isCovered = state.layers.last.map { !$0.isWhole } ?? false
      let shown = isCut && !graphics.cutsPictures ? cut : whole
      return [shown] + (isCovered ? [shown.inCells(state.colors)] : [])
    }
  }

  private var visible: Rect { rect.intersection(clip) }
  private var isCut: Bool { visible != rect }

  private var whole: PictureRequest? {
    guard knownProblem == nil, state.showsPhotos, !rect.isEmpty else { return nil }
    return request(size: rect.size, .whole)
  }

  /// The rows in view.
  private var cut: PictureRequest {
    let rows = visible.row - rect.row..<visible.endRow - rect.row
    return request(size: visible.size, PictureRegion(rows: rows, of: rect.rows))
  }

  /// What draws a part of the photo, in as many cells.
  func request(size: Size, _ region: PictureRegion) -> PictureRequest {
    PictureRequest(
      source: source, size: size, form: form, region: region, cellRatio: state.facts.cellRatio,
      // Else all would be drawn once more when the terminal has told its background.
      background: type?.mayBeTransparent == false ? nil : state.facts.background)
  }

  // MARK: Drawing

  func draw(in grid: inout Grid) {
    guard let whole, !visible.isEmpty else {
      if knownProblem != nil || !state.showsPhotos { drawPlaceholder(in: &grid) }
      return
    }
    switch form {
    case .cells: draw(state.pictures[whole], in: &grid)
    case .pixels(let graphics):
      if isCut, !graphics.cutsPictures {
        if case .made(.pixels(let picture)) = state.pictures[cut] {
          grid.draw(picture, cell: graphics.cell, in: visible)
        } else {
          draw(state.pictures[whole.inCells(state.colors)], in: &grid)
        }
      } else if case .made(.pixels(let picture)) = state.pictures[whole] {
        grid.draw(picture, cell: graphics.cell, in: rect, clip: clip)
      } else {
        draw(state.pictures[whole], in: &grid)
      }
    }
  }

  private func draw(_ slot: PictureShelf.Slot?, in grid: inout Grid) {
    switch slot {
    case .made(.cells(let picture)): grid.draw(picture, in: rect, clip: clip)
    case .failed(let problem): drawLine(Self.placeholder(name, type, problem), in: &grid)
    case .made(.pixels), .pending, nil: drawLine("▣ \(name.printable) …", in: &grid)
    }
  }

  private func drawPlaceholder(in grid: inout Grid) {
    guard !visible.isEmpty else { return }
    let words =
      knownProblem.map { Self.placeholder(name, type, $0) } ?? "▣ \(name.printable)"
    grid.draw(words, in: visible, state.theme.dim)
  }

  private func drawLine(_ words: String, in grid: inout Grid) {
    let line = rect.line(max(0, rect.rows / 2))
    if line.intersection(clip) == line { grid.draw(words, in: line, state.theme.dim) }
  }
}

// MARK: What stands where a picture can't

extension PhotoView {
  /// The photo's name, and why it isn't shown.
  package static func placeholder(_ photo: Photo, problem: PictureProblem) -> String {
    placeholder(photo.name, photo.type, problem)
  }

  private static func placeholder(
    _ name: String, _ type: MediaType?, _ problem: PictureProblem
  ) -> String {
    "▣ \(name.printable) · \(reason(problem, type))"
  }

  static func reason(_ problem: PictureProblem, _ type: MediaType? = nil) -> String {
    switch problem {
    case .undecodableType:
      "\(type.map(kind) ?? "This kind of photo") can't be shown yet"
    case .damaged: "the file is damaged and can't be shown"
    case .tooLarge: "too large to show"
    case .tooCostly: "takes too much time or memory to show"
    case .missing: "the file is missing from the diary's assets"
    case .unavailable: "the picture program did not answer"
    }
  }

  private static func kind(_ type: MediaType) -> String {
    String(type.description.split(separator: "/").last ?? "").uppercased()
  }
}
