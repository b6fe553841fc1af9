import DiaryCore
import TerminalUI
import Words

/// Asks for the folder that a photo is copied to.
package struct CopyOutState: Sendable {
  enum Field: Int, Sendable {
    case folder, location
  }

  let photo: Photo
  var folder = TextField("~/diary-export")
  var keepsLocation = false
  var focus = Field.folder
  /// Of the copy that is being made; other dialogs may have begun others.
  var ticket: Int?
  let homeFolder: String

  init(_ photo: Photo, homeFolder: String) {
    self.photo = photo
    self.homeFolder = homeFolder
  }

  /// `source` is the file that holds the photo.
  func request(source: String) -> PhotoCopyRequest {
    PhotoCopyRequest(
      photo: photo, source: source,
      folder: FolderWords.path(folder.text, homeFolder: homeFolder), keepsLocation: keepsLocation)
  }
}

extension AppState {
  mutating func updateCopyOut(_ event: KeyEvent, _ dialog: CopyOutState) -> [Effect] {
    var dialog = dialog
    let command = keys[.copyOut].command(for: event)
    switch command ?? keys[.everywhere].command(for: event) {
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where command == .help: return updateEverywhere(.help)
    case .cancel:
      screens.pop()
      return []
    case .accept:
      guard dialog.ticket == nil, !dialog.folder.text.isBlank else { return [] }
      let ticket = nextTicket()
      dialog.ticket = ticket
      screens.replaceFront(with: dialog)
      return [.copyOut(dialog.request(source: assetPath(dialog.photo)), ticket: ticket)]
    case .nextField: dialog.focus = dialog.focus == .folder ? .location : .folder
    case .keepPlace where dialog.focus == .location: dialog.keepsLocation.toggle()
    default: if dialog.focus == .folder { _ = type(event, into: &dialog.folder) }
    }
    screens.replaceFront(with: dialog)
    return []
  }

  mutating func clickCopyOut(_ mouse: MouseEvent, _ dialog: CopyOutState) {
    var dialog = dialog
    let form = CopyOutView.form(dialog, self)
    guard mouse.action.isPress,
      let field = form.field(at: mouse.point).flatMap(CopyOutState.Field.init)
    else { return }
    dialog.focus = field
    let value = form.value(of: field.rawValue)
    switch field {
    case .folder: _ = dialog.folder.handle(mouse, in: value)
    case .location: if value.contains(mouse.point) { dialog.keepsLocation.toggle() }
    }
    screens.replaceFront(with: dialog)
  }
}

enum CopyOutView {
  static func draw(_ dialog: CopyOutState, _ state: AppState, in grid: inout Grid) -> Point? {
    let theme = state.theme
    box(dialog, state).draw(in: &grid, grid.bounds, theme.dialog)
    let form = form(dialog, state)
    form.drawLabels(focus: dialog.focus.rawValue, in: &grid, theme)
    func style(_ field: CopyOutState.Field) -> Style {
      dialog.focus == field ? theme.accent : theme.text
    }
    func value(_ field: CopyOutState.Field) -> Rect { form.value(of: field.rawValue) }
    let caret = dialog.folder.draw(in: &grid, value(.folder), style(.folder))
    grid.draw(
      dialog.keepsLocation ? localized("keep in the copy") : localized("remove from the copy"),
      in: value(.location), style(.location))
    return dialog.focus == .folder ? caret : nil
  }

  static func form(_ dialog: CopyOutState, _ state: AppState) -> FormRows {
    FormRows(
      [localized("Folder"), localized("Location")],
      in: box(dialog, state).inner(in: Rect(state.size)))
  }

  private static func box(_ dialog: CopyOutState, _ state: AppState) -> DialogBox {
    let hints = state.keys[.copyOut].bindings.compactMap { binding in
      binding.hint.map { "\(binding.keys[0].name) \($0)" }
    }
    return DialogBox(
      title: localized("Copy \(dialog.photo.name.printable) to a folder"),
      body: [
        "", "", "", dialog.ticket != nil ? localized("Copying…") : hints.joined(separator: " · "),
      ])
  }
}
