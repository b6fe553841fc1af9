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

extension CopyOutState {
  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    let command = app.keys[.copyOut].command(for: event)
    switch command ?? app.keys[.everywhere].command(for: event) {
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where command == .help: return app.updateEverywhere(.help)
    case .cancel:
      app.screens.pop()
      return []
    case .accept:
      guard self.ticket == nil, !folder.text.isBlank else { return [] }
      let ticket = app.nextTicket()
      self.ticket = ticket
      return [.copyOut(request(source: app.assetPath(photo)), ticket: ticket)]
    case .nextField: focus = focus == .folder ? .location : .folder
    case .keepPlace where focus == .location: keepsLocation.toggle()
    default: if focus == .folder { _ = app.type(event, into: &folder) }
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    let form = CopyOutView.form(self, app)
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

extension AppState {
  /// A copy that failed gives the dialog back, so that another folder can be named.
  mutating func copiedOut(_ result: Result<String, PhotoDeskFault>, _ ticket: Int) {
    switch result {
    case .success(let path):
      screens.removeAll(CopyOutState.self) { $0.ticket == ticket }
      toast = localized("Copied to \(path.printable).")
    case .failure(let fault):
      screens.update(CopyOutState.self) { if $0.ticket == ticket { $0.ticket = nil } }
      showFault(fault)
    }
  }

  mutating func openedOutside(_ fault: PhotoDeskFault?) {
    toast = nil
    if let fault {
      showFault(fault)
    } else {
      toast = localized("Opened a copy in the desktop's viewer.")
    }
  }

  private mutating func showFault(_ fault: PhotoDeskFault) {
    screens.push(NoticeState(title: localized("Couldn't do that"), lines: [fault.line]))
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
