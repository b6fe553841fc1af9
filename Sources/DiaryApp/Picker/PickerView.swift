import DiaryCore
import TerminalUI
import Text

// The picker's view: the items on the left, a preview of the selected photo on the right.
extension PickerState {
  func rowCount(in app: AppState) -> Int { shown.count }

  func list(in app: AppState) -> Rect { Self.layout(app.size).list }

  private static func layout(_ size: Size) -> (filter: Rect, list: Rect, preview: Rect?) {
    let body = Rect(size).inset(left: 1, top: 2, right: 1, bottom: 1)
    let (filter, rest) = body.split(top: 1)
    guard size.columns >= ScreenFrame.minWidthForTwo else { return (filter, rest, nil) }
    let width = rest.columns / 2
    return (
      filter, rest.inset(right: rest.columns - width), rest.inset(left: width + 2, top: 1)
    )
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let title =
      switch purpose {
      case .photos: localized("Add photos")
      case .folder: localized("Start from photos")
      case .diary: localized("Import")
      }
    _ = ScreenFrame(
      title: "\(title) · \(folder)", trailing: status, hints: hints(in: app.keys), in: &grid, app)
    let layout = Self.layout(grid.size)
    let label = grid.draw(localized("Filter or path:"), in: layout.filter, app.theme.dim)
    let field = layout.filter.inset(left: label + 1 - layout.filter.column)
    if let emptyText {
      grid.draw(emptyText, in: layout.list.inset(left: 2, top: 1), app.theme.dim)
    }
    drawRows(in: &grid, app)
    if let item = selectedItem { picture(of: item, app)?.draw(in: &grid) }
    return filter.draw(in: &grid, field, app.theme.accent)
  }

  private var status: String {
    if !marked.isEmpty {
      return localized(id: "picker.marked", "\(CountText.photos(marked.count)) marked")
    }
    guard undated > 0 else {
      return order == .date || purpose == .diary ? "" : localized("by name")
    }
    return localized("reading dates, \(CountText.grouped(undated)) left")
  }

  /// Returns the pictures of the selected photo and those of its neighbors.
  package func pictures(in app: AppState) -> WantedPictures {
    func pictures(_ index: Int) -> [PictureRequest] {
      guard shown.indices.contains(index) else { return [] }
      return picture(of: shown[index], app)?.requests ?? []
    }
    return WantedPictures(
      inView: pictures(choice.selected),
      ahead: [1, -1].flatMap { pictures(choice.selected + $0) })
  }

  private func picture(of item: FileItem, _ app: AppState) -> FilePicture? {
    guard let rect = Self.layout(app.size).preview, !item.isFolder, purpose != .diary else {
      return nil
    }
    return FilePicture(path(of: item), item.state, in: rect.inset(bottom: 2), app)
  }

  private var emptyText: String? {
    if let failure { return failure.line }
    guard let items else { return localized("reading…") }
    if items.isEmpty {
      return purpose == .diary
        ? localized("Nothing here. Open .. to go up.")
        : localized("No photos or folders here. Open .. to go up.")
    }
    return shown.isEmpty ? localized("No matches here.") : nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ rect: Rect, _ app: AppState) {
    let (item, theme) = (shown[row], app.theme)
    if isSelected { grid.draw("▌", in: rect, theme.accent) }
    let isMarked = marked.contains(path(of: item))
    grid.draw(
      isMarked ? "✓" : icon(of: item),
      in: rect.inset(left: 1),
      isMarked ? theme.accent : theme.dim)
    let name = item.name.printable + (item.isFolder ? "/" : "")
    let detail = item.isFolder ? "" : detail(of: item, columns: rect.columns)
    grid.draw(trailing: detail, in: rect.inset(right: 1), theme.dim)
    grid.draw(
      name, in: rect.inset(left: 3, right: detail.count + 2), isSelected ? theme.title : theme.text)
  }

  private func icon(of item: FileItem) -> String {
    if item.isFolder { return "▸" }
    let type = MediaType(ofFileNamed: item.name)
    return purpose == .diary ? "▤" : type.isMedia ? AttachmentText.icon(of: type) : "▣"
  }

  /// Returns a photo's size, with its date if there is space; `~` marks the date of the file.
  private func detail(of item: FileItem, columns: Int) -> String {
    let size = CountText.bytes(item.size)
    guard columns >= 34, let moment = moments[item.name] else { return size }
    var date = (moment.isCaptureDate ? "" : "~") + DateText.short(moment.day)
    if columns >= 60 { date += " " + moment.clock }
    let padded = String(repeating: " ", count: max(0, 11 - size.count)) + size
    return columns >= 48 ? date + padded : moment.isCaptureDate ? date : size
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    let item = shown[row]
    let words = item.isFolder ? localized("\(item.name), a folder") : item.name
    return marked.contains(path(of: item)) ? localized("\(words), marked") : words
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let failed = failure.map { _ in localized("Couldn't read the folder.") }
    return AccessibleText(
      localized("Folder \(folder)"), selected: selectedText(in: app) ?? failed,
      field: .init(localized("Filter"), filter))
  }
}

// MARK: - FilePicture

/// The picture of a photo that isn't in the diary yet.
struct FilePicture {
  private let source: PictureRequest.Source
  private let type: MediaType
  private let rect: Rect
  private let form: PictureRequest.Form
  private let state: AppState

  /// Creates the picture. `count` is the number of pictures on the screen, as for `PhotoView`.
  init(
    _ path: String, _ file: FileState? = nil, in rect: Rect, among count: Int = 1,
    _ state: AppState
  ) {
    source = .file(path, file)
    type = MediaType(ofFileNamed: path)
    self.rect = rect
    self.state = state
    form = state.pictureForm(among: count)
  }

  private var request: PictureRequest? {
    guard state.showsPhotos, !rect.isEmpty else { return nil }
    return PictureRequest(
      source: source, isVideo: type.isVideo, size: rect.size,
      form: form, cellRatio: state.facts.cellRatio,
      background: state.background)
  }

  /// The pictures needed for drawing.
  var requests: [PictureRequest] {
    request.map { [$0] } ?? []
  }

  func draw(in grid: inout Grid) {
    guard let request else { return }
    switch state.pictures[request] {
    case .made(.cells(let picture)): grid.draw(picture, in: rect)
    case .made(.pixels(let picture)):
      if let cell = state.facts.graphics?.cell { grid.draw(picture, cell: cell, in: rect) }
    case .failed where type.isRecording:
      grid.draw(AttachmentText.kind(of: type), in: rect, state.theme.dim)
    case .failed(let problem): grid.draw(PhotoView.reason(problem), in: rect, state.theme.dim)
    case .pending, nil: grid.draw("…", in: rect, state.theme.dim)
    }
  }
}

// MARK: - TakenDates

/// The dates of photos in folders that were read since the start, by path and modification time, so
/// that each photo is only read once.
package struct TakenDates: Sendable {
  private struct Key: Hashable {
    let path: String
    let modified: Timestamp
  }

  private var dates: [Key: Moment] = [:]
  /// The most dates to keep. Beyond that, all are dropped and read again when needed.
  private static let most = 100_000

  /// The date of a photo.
  struct Moment: Hashable, Sendable {
    /// The local time as seconds since 1970, as if it were UTC.
    let wallClock: Int64
    /// `true` if the date is from the photo's data or its name; `false` if it is the file's
    /// modification time.
    let isCaptureDate: Bool

    var day: CalendarDay { EntryDate(instant: wallClock, offset: 0).day }
    var clock: String { EntryDate(instant: wallClock, offset: 0).clock }
  }

  func moment(_ path: String, _ item: FileItem) -> Moment? {
    dates[Key(path: path, modified: item.modified)]
  }

  /// Records a photo's date in ISO 8601; `nil` if neither its data nor its name has one.
  mutating func record(
    _ taken: String?, _ path: String, _ item: FileItem, localDate: (Timestamp) -> EntryDate
  ) {
    if dates.count >= Self.most { dates = [:] }
    let date = EntryDate(taken: taken) { local in
      localDate(Timestamp(milliseconds: local * 1000)).offset
    }
    dates[Key(path: path, modified: item.modified)] = Moment(
      wallClock: (date ?? localDate(item.modified)).wallClock, isCaptureDate: date != nil)
  }
}
