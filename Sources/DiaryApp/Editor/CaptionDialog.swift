import DiaryCore
import TerminalUI

/// The caption of a photo, being edited.
package struct CaptionState: Sendable {
  let photo: Photo
  var field: TextField

  init(_ photo: Photo) {
    self.photo = photo
    field = TextField(photo.caption)
  }
}

extension AppState {
  mutating func updateCaption(_ event: KeyEvent, _ caption: CaptionState) -> [Effect] {
    switch event {
    case KeyEvent(.escape): layers.removeLast()
    case KeyEvent(.enter), .control("s"):
      layers.removeLast()
      guard let place = layers.lastIndex(where: \.isEditor),
        case .editor(var editor) = layers[place]
      else { return [] }
      editor.change(nil) { page in
        for index in page.photos.indices where page.photos[index].asset == caption.photo.asset {
          page.photos[index].caption = caption.field.text
        }
      }
      return put(editor)
    case .control("c"): return [.leave]
    case .control("l"): return [.redraw]
    case KeyEvent(.function(1)): return updateEverywhere(.help)
    default:
      var caption = caption
      if caption.field.handle(event) { layers[layers.count - 1] = .caption(caption) }
    }
    return []
  }
}

enum CaptionView {
  static func draw(_ caption: CaptionState, _ state: AppState, in grid: inout Grid) -> Point? {
    let box = DialogBox(
      title: "Caption of \(caption.photo.name.printable)",
      body: ["", "", "Enter keeps it, Esc leaves it as it was."])
    let inner = box.draw(in: &grid, grid.bounds, state.theme.dialog)
    return caption.field.draw(in: &grid, inner.line(2), state.theme.accent)
  }
}
