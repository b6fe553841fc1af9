import DiaryCore
import TerminalUI
import Text

/// The dialog that asks for a folder to copy a photo to.
package struct CopyOutState: Sendable {
  enum Field: Int, Sendable {
    case folder, location
  }

  let photo: Photo
  var folder = TextField("~/diary-export")
  var keepsLocation = false
  var focus = Field.folder
  /// The request that is copying; `nil` if none is. Other dialogs may have started other copies.
  var requestID: Int?
  let homeFolder: String

  var request: PhotoCopyRequest {
    PhotoCopyRequest(
      photo: photo, folder: FolderPath.path(folder.text, homeFolder: homeFolder),
      keepsLocation: keepsLocation)
  }
}

extension CopyOutState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { focus == .folder }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.copyOut]] }

  package func dialogHints(in app: AppState) -> [Binding] {
    let keys = app.keys[.copyOut]
    let shown = isTyping ? keys.without([.keepPlace]) : keys
    return requestID == nil
      ? shown.bindings : shown.bindings(with: keys.hint(.accept, "Copying…")?.withoutKey)
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    if focus == .folder { folder.insert(text.trimmed.printable) }
    return []
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    switch formCommand(for: event, in: app) {
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help: return app.updateEverywhere(.help)
    case .cancel, .back:
      app.pop()
      return []
    case .accept:
      guard self.requestID == nil, !folder.text.isBlank else { return [] }
      let requestID = app.nextRequestID()
      self.requestID = requestID
      return [.copyOut(request, requestID: requestID)]
    case .nextField: focus = focus == .folder ? .location : .folder
    case .keepPlace where focus == .location: keepsLocation.toggle()
    default: if focus == .folder { _ = app.type(event, into: &folder) }
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    let form = form(app)
    guard mouse.action.isPress,
      let field = form.field(at: mouse.point).flatMap(Field.init)
    else { return [] }
    focus = field
    let value = form.value(of: field.rawValue)
    switch field {
    case .folder: _ = folder.handle(mouse, in: value)
    case .location: if value.contains(mouse.point) { keepsLocation.toggle() }
    }
    return []
  }
}

extension CopyOutState {
  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let theme = app.theme
    box(app).draw(in: &grid, grid.bounds, theme.dialog)
    let form = form(app)
    form.drawLabels(focus: focus.rawValue, in: &grid, theme)
    func style(_ field: Field) -> Style {
      focus == field ? theme.accent : theme.text
    }
    func value(_ field: Field) -> Rect { form.value(of: field.rawValue) }
    let caret = folder.draw(in: &grid, value(.folder), style(.folder))
    grid.draw(
      keepsLocation ? localized("keep in the copy") : localized("remove from the copy"),
      in: value(.location), style(.location))
    return focus == .folder ? caret : nil
  }

  func form(_ app: AppState) -> FormRows {
    FormRows(
      [localized("Folder"), localized("Location")],
      in: box(app).text(in: Rect(app.size)))
  }

  private func box(_ app: AppState) -> DialogBox {
    box(
      title: localized("Copy \(photo.name.printable) to a folder"), body: ["", ""], in: app)
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let title = localized("Copy \(photo.name) to a folder")
    if focus == .folder { return AccessibleText(title, field: .init(localized("Folder"), folder)) }
    return AccessibleText(
      title,
      selected: keepsLocation
        ? localized("Location: keep in the copy") : localized("Location: remove from the copy"))
  }
}
