import DiaryCore
import TerminalUI

/// A photo on the screen: its picture, or what stands in its place.
enum PhotoView {
  /// The cells that a photo takes within a size, keeping its shape: a cell is taken to be twice
  /// as high as wide. One line for a photo of unknown size.
  static func room(for photo: Photo, within size: Size) -> Size {
    guard let width = photo.width, let height = photo.height, width > 0, height > 0,
      size.columns > 0, size.rows > 0
    else { return Size(columns: size.columns, rows: min(1, size.rows)) }
    // In floating point: the size is what a file says, and may be any number.
    let shape = Double(height) / Double(width) / 2
    let rowsAtFullWidth = (Double(size.columns) * shape).rounded()
    if rowsAtFullWidth <= Double(size.rows) {
      return Size(columns: size.columns, rows: max(1, Int(rowsAtFullWidth)))
    }
    let columns = Int(min(Double(size.columns), Double(size.rows) / shape))
    return Size(columns: max(1, columns), rows: size.rows)
  }

  static func request(_ photo: Photo, room: Size, _ state: AppState) -> PictureRequest? {
    guard photo.knownProblem == nil, room.rows > 0 else { return nil }
    return PictureRequest(
      source: .asset(photo.asset, path: state.assetPath(photo)), size: room, colors: state.colors)
  }

  /// Draws a photo into its room, which is centred in the rectangle.
  static func draw(
    _ photo: Photo, room: Size, in grid: inout Grid, _ rect: Rect, _ state: AppState
  ) {
    guard let request = request(photo, room: room, state) else {
      let problem = photo.knownProblem ?? .unavailable
      grid.draw(placeholder(photo, problem: problem), in: rect, state.theme.dim)
      return
    }
    switch state.pictures[request] {
    case .made(let picture): grid.draw(picture, in: rect)
    case .failed(let problem):
      let line = rect.line(max(0, rect.rows / 2))
      grid.draw(placeholder(photo, problem: problem), in: line, state.theme.dim)
    case .pending, nil:
      grid.draw("▣ \(photo.name.printable) …", in: rect.line(rect.rows / 2), state.theme.dim)
    }
  }

  /// What stands where a picture can't: the photo's name, and why.
  package static func placeholder(_ photo: Photo, problem: PictureProblem) -> String {
    "▣ \(photo.name.printable) · \(reason(problem, photo))"
  }

  static func reason(_ problem: PictureProblem, _ photo: Photo? = nil) -> String {
    switch problem {
    case .undecodableType:
      "\(photo.map { kind($0.type) } ?? "This kind of photo") can't be shown yet"
    case .damaged: "the file is damaged and can't be shown"
    case .tooLarge: "too large to show"
    case .missing: "the file is missing from the diary's assets"
    case .unavailable: "the picture program did not answer"
    }
  }

  private static func kind(_ type: MediaType) -> String {
    String(type.description.split(separator: "/").last ?? "").uppercased()
  }
}
