import DiaryCore
import TerminalUI

/// The caption of a photo, being edited.
package struct CaptionState: Sendable {
  let photo: Photo
  var field: TextField
  /// The entry to be saved with the caption; `nil` for the one in the editor.
  let entry: Entry?

  init(_ photo: Photo, of entry: Entry? = nil) {
    self.photo = photo
    self.entry = entry
    field = TextField(entry?.fields.caption(of: photo) ?? photo.caption)
  }
}

extension AppState {
  mutating func updateCaption(_ event: KeyEvent, _ caption: CaptionState) -> [Effect] {
    switch event {
    case KeyEvent(.escape): layers.removeLast()
    case KeyEvent(.enter), .control("s"):
      layers.removeLast()
      if let entry = caption.entry { return save(caption, of: entry) }
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

extension AppState {
  /// Opens the caption of a photo of a saved entry.
  mutating func editCaption(of photo: Photo, _ entry: Entry) {
    guard isOwn(entry) else { return }
    guard !entry.isTrashed else {
      toast = "This entry is in the trash. Restore it there first."
      return
    }
    layers.append(.caption(CaptionState(photo, of: entry)))
  }

  private func save(_ caption: CaptionState, of entry: Entry) -> [Effect] {
    var fields = entry.fields
    fields.setCaption(caption.field.text, of: caption.photo.asset)
    guard !fields.isExactly(entry.fields) else { return [] }
    return [
      .rewrite(
        Rewrite(
          change: .editing, entry: entry.id, fields: fields, replaced: Versions(shown: entry),
          known: entry.heads), draft: nil)
    ]
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
