import DiaryCore
import TerminalUI

/// The picture of a photo that isn't in the diary yet.
struct FilePicture {
  private let source: PictureRequest.Source
  private let type: MediaType
  private let rect: Rect
  private let form: PictureRequest.Form
  private let state: ScreenContext

  /// `count` is how many are on the screen at once, as for `PhotoView`.
  init(
    _ path: String, _ file: FileState? = nil, in rect: Rect, among count: Int = 1,
    _ state: ScreenContext
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
      source: source, isFilm: type.isFilm, size: rect.size,
      form: form, cellRatio: state.facts.cellRatio,
      background: state.facts.background)
  }

  /// The pictures that it needs to be drawn.
  var requests: [PictureRequest] {
    request.map(state.withSubstitute) ?? []
  }

  func draw(in grid: inout Grid) {
    guard let request else { return }
    switch state.pictures[request] {
    case .made(.cells(let picture)): grid.draw(picture, in: rect)
    case .made(.pixels(let picture)):
      if let cell = state.facts.graphics?.cell { grid.draw(picture, cell: cell, in: rect) }
    case .failed where type.isRecording:
      grid.draw(AttachmentWords.kind(of: type), in: rect, state.theme.dim)
    case .failed(let problem): grid.draw(PhotoView.reason(problem), in: rect, state.theme.dim)
    case .pending, nil: grid.draw("…", in: rect, state.theme.dim)
    }
  }
}
