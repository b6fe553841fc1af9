import TerminalUI

extension AppState {
  /// How a photo is drawn that is one of so many on the screen: some terminals keep only a few in
  /// pixels.
  func pictureForm(among count: Int) -> PictureRequest.Form {
    guard let graphics = facts.graphics, count <= graphics.limit ?? .max else {
      return .cells(colors)
    }
    return .pixels(graphics)
  }

  private var isCovered: Bool { screens.front?.coversPictures ?? false }

  /// A picture, and the same in characters where a dialog or a list lies over the screen: those
  /// in pixels can't be covered in part. With few colors it would only be noise around the dialog.
  func withSubstitute(_ request: PictureRequest) -> [PictureRequest] {
    guard isCovered, colors == .palette256 || colors == .full, case .pixels = request.form
    else { return [request] }
    return [request, request.inCells(colors)]
  }
}
