import DiaryCore
import TerminalUI
import Text

/// A photo on the screen: its picture or a placeholder.
struct PhotoView {
  private let photo: Photo
  /// The area of the complete photo, which may exceed the screen.
  private let rect: Rect
  /// The area in which it is visible.
  private let clip: Rect
  private let form: PictureRequest.Form
  private let state: AppState

  /// Creates a view. `count` is the number of photos on the screen: some terminals keep only a few
  /// in pixels.
  init(
    _ photo: Photo, in rect: Rect, clip: Rect? = nil, among count: Int = 1, _ state: AppState
  ) {
    self.photo = photo
    self.rect = rect
    self.clip = clip ?? rect
    self.state = state
    form = state.pictureForm(among: count)
  }

  /// Returns the cells of a photo within a size, keeping its aspect ratio. If its size is unknown,
  /// uses 4:3 for photos and 16:9 for videos. One line for a photo that isn't shown.
  static func space(for photo: Photo, within size: Size, _ state: AppState) -> Size {
    guard size.columns > 0, size.rows > 0, photo.knownProblem == nil, state.showsPhotos
    else { return Size(columns: size.columns, rows: min(1, size.rows)) }
    var (width, height) = (photo.width ?? 0, photo.height ?? 0)
    if width <= 0 || height <= 0 {
      (width, height) = photo.type.isVideo ? (16, 9) : (4, 3)
    }
    // In floating point, because the size comes from a file and may be any number.
    let shape = Double(height) / Double(width) * state.facts.cellRatio
    let rowsAtFullWidth = (Double(size.columns) * shape).rounded()
    if rowsAtFullWidth <= Double(size.rows) {
      return Size(columns: size.columns, rows: max(1, Int(rowsAtFullWidth)))
    }
    let columns = Int(min(Double(size.columns), Double(size.rows) / shape))
    return Size(columns: max(1, columns), rows: size.rows)
  }

  // MARK: Requests

  /// The requests for the pictures needed to draw it.
  var requests: [PictureRequest] {
    guard let whole, !visible.isEmpty else { return [] }
    return [needsCroppedPicture ? cut : whole]
  }

  /// Indicates that only part of it is shown because its file is damaged.
  var isIncomplete: Bool {
    guard let whole, case .made(let picture) = state.pictures[whole] else { return false }
    return !picture.isComplete
  }

  private var visible: Rect { rect.intersection(clip) }
  private var isClipped: Bool { visible != rect }

  /// Indicates that the visible part needs its own picture, because the terminal can't crop.
  private var needsCroppedPicture: Bool {
    guard isClipped, case .pixels(let graphics) = form else { return false }
    return !graphics.cutsPictures
  }

  private var whole: PictureRequest? {
    guard photo.knownProblem == nil, state.showsPhotos, !rect.isEmpty else { return nil }
    return request(size: rect.size, .whole)
  }

  /// The request for the visible rows.
  private var cut: PictureRequest {
    let rows = visible.row - rect.row..<visible.endRow - rect.row
    return request(size: visible.size, PictureRegion(rows: rows, of: rect.rows))
  }

  /// Returns the request for a region of the photo in a size.
  func request(size: Size, _ region: PictureRegion) -> PictureRequest {
    PictureRequest(
      source: .asset(photo.asset, path: state.assetPath(photo)),
      isVideo: photo.type.isVideo, size: size, form: form,
      region: region, cellRatio: state.facts.cellRatio,
      // Other photos aren't drawn again when the terminal reports its background.
      background: photo.type.mayBeTransparent ? state.background : nil)
  }

  // MARK: Drawing

  func draw(in grid: inout Grid) {
    guard let whole, !visible.isEmpty else {
      if photo.knownProblem != nil || !state.showsPhotos { drawPlaceholder(in: &grid) }
      return
    }
    guard needsCroppedPicture else { return draw(state.pictures[whole], over: rect, in: &grid) }
    draw(state.pictures[cut], over: visible, in: &grid)
  }

  private func draw(_ slot: PictureStore.Slot?, over rect: Rect, in grid: inout Grid) {
    switch slot {
    case .made(.cells(let picture)): grid.draw(picture, in: rect, clip: clip)
    case .made(.pixels(let picture)):
      guard let cell = state.facts.graphics?.cell else { return }
      grid.draw(picture, cell: cell, in: rect, clip: clip)
    case .failed(.missing) where state.sync.isElsewhere(photo.asset):
      drawLine("\(Self.title(photo)) · \(localized("on another machine"))", in: &grid)
    case .failed(let problem): drawLine(Self.placeholder(photo, problem: problem), in: &grid)
    case .pending, nil: drawLine("\(Self.title(photo)) …", in: &grid)
    }
  }

  private func drawPlaceholder(in grid: inout Grid) {
    guard !visible.isEmpty else { return }
    let words =
      photo.knownProblem.map { Self.placeholder(photo, problem: $0) }
      ?? Self.title(photo)
    grid.draw(words, in: visible, state.theme.dim)
  }

  private func drawLine(_ words: String, in grid: inout Grid) {
    let row = rect.row + rect.rows / 2
    // Show the reason even if the photo is narrow.
    let column =
      TextWidth.exceeds(words, columns: clip.endColumn - rect.column) ? clip.column : rect.column
    let line = Rect(column: column, row: row, columns: clip.endColumn - column, rows: 1)
    if line.intersection(clip) == line { grid.draw(words, in: line, state.theme.dim) }
  }
}

// MARK: Placeholders

extension PhotoView {
  /// Returns the photo's name and the reason why it isn't shown.
  package static func placeholder(_ photo: Photo, problem: PictureProblem) -> String {
    "\(title(photo)) · \(reason(problem, photo))"
  }

  /// Returns a title like `▣ bridge.jpg` or `▶ harbour.mov`.
  static func title(_ photo: Photo) -> String {
    "\(AttachmentText.icon(of: photo.type)) \(photo.name.printable)"
  }

  /// The badge of a Live Photo.
  static let liveBadge = "LIVE"

  static func reason(_ problem: PictureProblem, _ photo: Photo? = nil) -> String {
    switch problem {
    case .undecodableType:
      photo.map { localized("\(kind($0.type)) can't be shown yet") }
        ?? localized("This kind of photo can't be shown yet")
    case .damaged: localized("the file is damaged and can't be shown")
    case .incomplete: localized("the file is damaged; only part of it is shown")
    case .tooLarge: localized("too large to show")
    case .tooCostly: localized("takes too much time or memory to show")
    case .missing: localized("the file is missing from the diary")
    case .unavailable: localized("the picture program didn't respond")
    case .noVideoProgram: localized("install ffmpeg to see a frame")
    }
  }

  private static func kind(_ type: MediaType) -> String {
    String(type.description.split(separator: "/").last ?? "").uppercased()
  }
}
