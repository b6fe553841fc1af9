import DiaryCore
import TerminalUI
import Text

// The viewer's view: one photo, fitted to the screen or enlarged.
extension ViewerState {
  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    guard let photo else { return nil }
    guard slides == nil else {
      Self.photoView(photo, ViewerLayout(self, grid.size), app).draw(in: &grid)
      drawSlide(photo, in: &grid, app)
      return nil
    }
    let caption = entry.fields.caption(of: photo)
    _ = ScreenFrame(
      title: caption.isBlank ? photo.name : caption,
      trailing: details(photo, app), hints: app.keys[.viewer].bindings, in: &grid, app)
    let layout = ViewerLayout(self, grid.size)
    if !layout.photo.isEmpty {
      let whole = layout.space(for: photo, app)
      if zoom.isFitted {
        Self.photoView(photo, layout, app).draw(in: &grid)
      } else {
        enlarged(photo, layout, whole, app).draw(in: &grid)
      }
      if let words, words.asset == photo.asset {
        words.drawFrames(in: &grid, zoom.view(of: whole, in: layout.photo), layout.photo, app.theme)
      }
    }
    if let rect = layout.details { drawDetails(photo, in: &grid, rect, app) }
    return nil
  }

  /// Returns the photo's picture and those of its neighbors.
  package func pictures(in app: AppState) -> WantedPictures {
    let layout = ViewerLayout(self, app.size)
    guard let photo, !layout.photo.isEmpty else { return WantedPictures() }
    guard zoom.isFitted else {
      let whole = layout.space(for: photo, app)
      return WantedPictures(
        inView: enlarged(photo, layout, whole, app).requests,
        // The whole photo, for zooming out.
        ahead: Self.photoView(photo, layout, app).requests)
    }
    return WantedPictures(
      inView: Self.photoView(photo, layout, app).requests,
      ahead: neighbors.flatMap { Self.photoView($0, layout, app).requests })
  }

  /// The next and the previous photo, which may be in other entries.
  private var neighbors: [Photo] {
    let photos = self.entry.pictures
    var next: Photo?
    var previous: Photo?
    if index + 1 < photos.count {
      next = photos[index + 1]
    } else if case .known(let entry) = newer {
      next = entry.pictures.first
    }
    if index > 0 {
      previous = photos[index - 1]
    } else if case .known(let entry) = older {
      previous = entry.pictures.last
    }
    return [next, previous].compactMap(\.self)
  }

  private static func photoView(
    _ photo: Photo, _ layout: ViewerLayout, _ app: AppState
  ) -> PhotoView {
    PhotoView(
      photo, in: layout.photo.centered(layout.space(for: photo, app)), clip: layout.photo, app)
  }

  private func enlarged(
    _ photo: Photo, _ layout: ViewerLayout, _ whole: Size, _ app: AppState
  ) -> EnlargedPhoto {
    EnlargedPhoto(
      photo: photo, view: zoom.view(of: whole, in: layout.photo), whole: whole, state: app)
  }

  /// Returns a line such as `4032 × 3024  150%  2 of 3`.
  private func details(_ photo: Photo, _ app: AppState) -> String {
    var parts = [Self.remoteStatus(of: photo, app)].compactMap(\.self)
    if !photo.type.isVideo, app.video(shownBy: photo, of: entry) != nil {
      parts.append(PhotoView.liveBadge)
    }
    if photo.type.isVideo {
      if let length = app.mediaLengths[photo.asset] {
        parts.append("▶ " + DurationText.clock(milliseconds: length))
      }
    } else if let width = photo.width, let height = photo.height {
      parts.append("\(width) × \(height)")
    }
    if Self.photoView(photo, ViewerLayout(self, app.size), app).isIncomplete {
      parts.append(localized("file damaged"))
    }
    if !zoom.isFitted { parts.append("\(zoom.percent)%") }
    let count = entry.pictures.count
    if count > 1 { parts.append(localized("\(index + 1) of \(count)")) }
    return parts.joined(separator: "  ")
  }

  /// Returns a text for a photo that is on another machine.
  private static func remoteStatus(of photo: Photo, _ app: AppState) -> String? {
    guard app.sync.isElsewhere(photo.asset) else { return nil }
    return app.sync.fetching == photo.asset
      ? localized("preview, fetching…") : localized("preview only")
  }

  /// Returns the details of a photo's or video's file.
  private func fileLines(of photo: Photo, _ app: AppState) -> [(name: String, value: String)] {
    guard photo.type.isVideo else { return PhotoFileDetails.lines(of: photo, details, app) }
    let length = app.mediaLengths[photo.asset].map(DurationText.clock(milliseconds:))
    let size = entry.video(shownBy: photo)?.size.map(CountText.bytes)
    return [
      (localized("Name"), photo.name), (localized("Length"), length ?? ""),
      (localized("Size"), size ?? ""), (localized("Type"), photo.type.description),
    ].filter { !$0.1.isEmpty }
  }

  private func drawDetails(_ photo: Photo, in grid: inout Grid, _ rect: Rect, _ app: AppState) {
    let column = rect.inset(left: 2, right: 1)
    var row = 0
    for (name, value) in fileLines(of: photo, app) {
      grid.draw(name, in: column.line(row), app.theme.dim)
      let space = column.inset(left: 10)
      // A long value wraps if the panel is tall enough.
      let rows = LineWrapping.rows(ofText: value.printable, columns: max(1, space.columns))
      for text in rows.prefix(rect.rows >= 14 ? 3 : 1) {
        grid.draw(text, in: space.line(row), app.theme.text)
        row += 1
      }
    }
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    guard var photo else { return AccessibleText(localized("Photo")) }
    photo.caption = entry.fields.caption(of: photo)
    let details =
      showsDetails
      ? fileLines(of: photo, app).map { "\($0.0): \($0.1)" } : []
    return AccessibleText(
      localized("Photo of “\(entry.displayTitle)”"),
      [Self.remoteStatus(of: photo, app), foundText].compactMap(\.self) + details,
      selected: AccessibleText.item(
        AccessibleText.text(for: photo), index, of: entry.pictures.count)
    )
  }
}

extension ViewerState {
  /// Describes the words that the search has found in the photo.
  private var foundText: String? {
    guard let words, words.asset == photo?.asset else { return nil }
    return words.matches.first.map { "\(localized("in a photo")): \($0.line)" }
  }
}

// MARK: - FoundWords

/// The words in a photo that a search has found, which the viewer frames.
struct FoundWords: Hashable, Sendable {
  let asset: AssetID
  let matches: [PhotoText.Match]

  /// The most frames; a letter may be found in every word of a page.
  private static let maxFrames = 50

  /// Draws a frame around each match, one cell outside of it.
  ///
  /// - Parameters:
  ///   - view: the visible region of the photo and its cells.
  ///   - body: the space around the photo, in which frames are drawn.
  func drawFrames(
    in grid: inout Grid, _ view: PhotoZoom.View, _ body: Rect, _ theme: Theme
  ) {
    for match in matches.prefix(Self.maxFrames) {
      let (box, region) = (match.box, view.region)
      let columns = Self.cells(
        box.left..<box.right, region.left..<region.right, of: view.rect.columns)
      let rows = Self.cells(box.top..<box.bottom, region.top..<region.bottom, of: view.rect.rows)
      guard let columns, let rows else { continue }
      let left = max(body.column, view.rect.column + columns.lowerBound - 1)
      let right = min(body.endColumn - 1, view.rect.column + columns.upperBound)
      let top = max(body.row, view.rect.row + rows.lowerBound - 1)
      let bottom = min(body.endRow - 1, view.rect.row + rows.upperBound)
      guard left + 1 < right, top < bottom else { continue }
      let line = String(repeating: "─", count: right - left - 1)
      for (row, edges) in [(top, ("┌", "┐")), (bottom, ("└", "┘"))] {
        let rect = Rect(column: left, row: row, columns: right - left + 1, rows: 1)
        grid.draw(edges.0 + line + edges.1, in: rect, theme.accent)
      }
      for row in top + 1..<max(top + 1, bottom) {
        for column in [left, right] {
          grid.draw("│", in: Rect(column: column, row: row, columns: 1, rows: 1), theme.accent)
        }
      }
    }
  }

  /// Returns the cells that show a part of a photo's side, in thousandths; `nil` if it isn't in the
  /// visible region.
  private static func cells(
    _ part: Range<Int>, _ region: Range<Int>, of count: Int
  ) -> Range<Int>? {
    let unit = PictureRegion.side / PhotoBox.side
    let start = max(part.lowerBound * unit, region.lowerBound) - region.lowerBound
    let end = min(part.upperBound * unit, region.upperBound) - region.lowerBound
    guard start < end, !region.isEmpty else { return nil }
    let first = start * count / region.count
    return first..<max(first + 1, (end * count + region.count - 1) / region.count)
  }
}

extension Location.Kind {
  static let viewer = Self(name: "viewer", needsEntry: true, needsPhoto: true) {
    position, visit, _, app in
    guard let entry = position.entry.flatMap({ visit.entries[$0] }),
      let index = entry.pictures.firstIndex(where: { $0.asset == position.photo })
    else { return nil }
    return (
      ViewerState(entry: entry, index: index, scope: ViewerState.scope(of: entry, in: app)), []
    )
  }
}

// MARK: - ViewerLayout

/// The layout of the viewer: the photo and the panel with its details.
struct ViewerLayout {
  let photo: Rect
  /// The panel; `nil` while it is hidden.
  let details: Rect?

  /// The fewest columns for showing a photo and the panel side by side.
  private static let minWidthForPanel = 80
  private static let panel = 42

  init(_ viewer: ViewerState, _ size: Size) {
    let body = viewer.slides == nil ? ScreenFrame.body(size) : Rect(size).inset(bottom: 1)
    guard viewer.showsDetails else {
      (photo, details) = (body, nil)
      return
    }
    guard body.columns >= Self.minWidthForPanel else {
      // The panel replaces the photo.
      (photo, details) = (body.inset(top: body.rows), body)
      return
    }
    photo = body.inset(right: Self.panel)
    details = body.inset(left: body.columns - Self.panel)
  }

  /// Returns the size in cells of the whole photo.
  func space(for photo: Photo, _ state: AppState) -> Size {
    PhotoView.space(for: photo, within: self.photo.size, state)
  }
}

// MARK: - PhotoZoom

/// The enlargement of a photo in the viewer, and the part of it in view.
struct PhotoZoom: Hashable, Sendable {
  /// The number of steps by which the photo is enlarged.
  private(set) var steps = 0
  /// The center of the view, as fractions of the photo's width and height.
  private var x = 0.5
  private var y = 0.5

  /// The most steps. Each enlarges by a factor of 1.5, all of them by 17.
  private static let most = 7
  private static let factors = (0...most).map { step in
    (0..<step).reduce(1.0) { factor, _ in factor * 1.5 }
  }

  enum Pan: Hashable, Sendable {
    case left, right, up, down, topLeft, bottomRight
  }

  var isFitted: Bool { steps == 0 }
  var percent: Int { Int((Self.factors[steps] * 100).rounded()) }

  mutating func change(by count: Int) {
    steps = max(0, min(steps + count, Self.most))
    if isFitted { (x, y) = (0.5, 0.5) }
  }

  /// The visible region of a photo and its cells on the screen.
  struct View: Hashable, Sendable {
    var region: PictureRegion
    var rect: Rect
  }

  /// Returns the view in the body. `whole` is the size in cells of the whole photo.
  func view(of whole: Size, in body: Rect) -> View {
    let columns = side(whole.columns, body.columns, x)
    let rows = side(whole.rows, body.rows, y)
    return View(
      region: PictureRegion(
        left: columns.start, top: rows.start, right: columns.end, bottom: rows.end),
      rect: body.centered(Size(columns: columns.cells, rows: rows.cells)))
  }

  /// Moves the view by a third of its size.
  mutating func pan(_ pan: Pan, of whole: Size, in body: Rect) {
    let width = part(whole.columns, body.columns)
    let height = part(whole.rows, body.rows)
    switch pan {
    case .left: x -= width / 3
    case .right: x += width / 3
    case .up: y -= height / 3
    case .down: y += height / 3
    case .topLeft: (x, y) = (0, 0)
    case .bottomRight: (x, y) = (1, 1)
    }
    x = min(max(x, width / 2), 1 - width / 2)
    y = min(max(y, height / 2), 1 - height / 2)
  }

  /// Returns the visible fraction of a side.
  private func part(_ whole: Int, _ space: Int) -> Double {
    min(1, Double(space) / (Double(max(1, whole)) * Self.factors[steps]))
  }

  private func side(
    _ whole: Int, _ space: Int, _ middle: Double
  ) -> (start: Int, end: Int, cells: Int) {
    let part = part(whole, space)
    let start = min(max(0, middle - part / 2), 1 - part)
    let unit = Double(PictureRegion.side)
    let cells = Int((Double(whole) * Self.factors[steps]).rounded())
    return (
      Int((start * unit).rounded()), Int(((start + part) * unit).rounded()),
      max(1, min(space, cells))
    )
  }
}

// MARK: - EnlargedPhoto

/// An enlarged part of a photo. Until its picture is ready, and if it can't be drawn, the same part
/// of the small picture is shown enlarged.
struct EnlargedPhoto {
  let photo: Photo
  let view: PhotoZoom.View
  /// The size in cells of the whole photo.
  let whole: Size
  let state: AppState

  var requests: [PictureRequest] {
    guard photo.knownProblem == nil, state.showsPhotos else { return [] }
    // The coarse picture, which is usually available already, is requested first.
    return [coarse, fine]
  }

  private var fine: PictureRequest {
    PhotoView(photo, in: view.rect, state).request(size: view.rect.size, view.region)
  }

  private var coarse: PictureRequest {
    PhotoView(photo, in: view.rect, state).request(size: whole, .whole).inCells(state.colors)
  }

  func draw(in grid: inout Grid) {
    switch state.pictures[fine] {
    case .made(.cells(let picture)): grid.draw(picture, in: view.rect)
    case .made(.pixels(let picture)):
      if let cell = state.facts.graphics?.cell { grid.draw(picture, cell: cell, in: view.rect) }
    case .failed, .pending, nil: drawCoarse(in: &grid)
    }
  }

  private func drawCoarse(in grid: inout Grid) {
    switch state.pictures[coarse] {
    case .made(.cells(let picture)):
      grid.draw(picture.enlarged(view.region, to: view.rect.size), in: view.rect)
    case .failed(let problem):
      let line = view.rect.line(view.rect.rows / 2)
      grid.draw(PhotoView.placeholder(photo, problem: problem), in: line, state.theme.dim)
    case .made(.pixels), .pending, nil:
      PhotoView(photo, in: view.rect, state).draw(in: &grid)
    }
  }
}

extension CellPicture {
  /// Returns a region of the picture enlarged to a size by repeating cells.
  func enlarged(_ region: PictureRegion, to size: Size) -> CellPicture {
    guard self.size.columns > 0, self.size.rows > 0 else { return self }
    func place(_ index: Int, of count: Int, _ start: Int, _ end: Int, in cells: Int) -> Int {
      let part = Double(start) + Double(end - start) * (Double(index) + 0.5) / Double(count)
      return min(cells - 1, Int(part / Double(PictureRegion.side) * Double(cells)))
    }
    var cells: [Cell] = []
    cells.reserveCapacity(size.columns * size.rows)
    for row in 0..<size.rows {
      let from = place(row, of: size.rows, region.top, region.bottom, in: self.size.rows)
      for column in 0..<size.columns {
        let place = place(
          column, of: size.columns, region.left, region.right, in: self.size.columns)
        cells.append(self.cells[from * self.size.columns + place])
      }
    }
    return CellPicture(size: size, cells: cells) ?? self
  }
}

// MARK: - PhotoFileDetails

/// The details of a photo's file in the viewer's panel.
struct PhotoFileDetails: Hashable, Sendable {
  let asset: AssetID
  /// The file's metadata; `nil` if the file can't be read.
  let facts: PhotoFileFacts?

  /// Returns the known details with their names.
  static func lines(
    of photo: Photo, _ details: PhotoFileDetails?, _ app: AppState
  ) -> [(name: String, value: String)] {
    var lines = [(localized("Name"), photo.name)]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isBlank { lines.append((name, value)) }
    }
    guard let details, details.asset == photo.asset else {
      return lines + [("", localized("reading…"))]
    }
    let metadata = details.facts?.facts.details ?? PhotoDetails()
    add(localized("Camera"), metadata.camera)
    add(localized("Lens"), metadata.lens)
    let exposure = [
      metadata.exposure, metadata.aperture, metadata.iso.map { "ISO \($0)" }, metadata.focalLength,
    ]
    add(localized("Exposure"), exposure.compactMap(\.self).joined(separator: " · "))
    add(localized("Taken"), taken(photo.taken ?? details.facts?.facts.taken, app))
    add(localized("Place"), metadata.place)
    add(localized("Position"), metadata.position.map(words))
    add(localized("Size"), size(photo, details.facts))
    add(localized("Type"), photo.type.description)
    if details.facts == nil { lines.append(("", localized("Couldn't read the file."))) }
    return lines
  }

  private static func taken(_ text: String?, _ app: AppState) -> String? {
    guard let text, let date = EntryDate(text) else { return text }
    guard text.utf8.count > 10 else { return DateText.short(date.day) }
    let words = "\(DateText.short(date.day)), \(DateText.clock(date))"
    // Without an offset, this is the camera's local time, wherever that was.
    let hasOffset = text.hasSuffix("Z") || text.dropFirst(11).contains { "+-".contains($0) }
    return hasOffset ? words + DateText.zone(date, app.localDate) : words
  }

  /// Returns a text such as `4,032 × 3,024 pixels, 3.2 MB`.
  private static func size(_ photo: Photo, _ facts: PhotoFileFacts?) -> String {
    let width = photo.width ?? facts?.facts.width
    let height = photo.height ?? facts?.facts.height
    let pixels = width.flatMap { width in
      height.map { localized("\(CountText.grouped(width)) × \(CountText.grouped($0)) pixels") }
    }
    return [pixels, facts.map { CountText.bytes($0.bytes) }].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// Returns a text such as `37.5665° N 126.9780° E, 38 m`.
  private static func words(_ position: PhotoDetails.Position) -> String {
    let north = degrees(position.latitude, "N", "S")
    let east = degrees(position.longitude, "E", "W")
    let height = position.altitude.flatMap { altitude in
      altitude.isFinite && abs(altitude) < 1e6 ? ", \(Int(altitude.rounded())) m" : nil
    }
    return "\(north) \(east)\(height ?? "")"
  }

  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    guard value.isFinite, abs(value) <= 360 else { return "?" }
    let parts = Int((abs(value) * 10_000).rounded())
    let rest = String(10_000 + parts % 10_000).dropFirst()
    return "\(parts / 10_000).\(rest)° \(value < 0 ? negative : positive)"
  }
}
