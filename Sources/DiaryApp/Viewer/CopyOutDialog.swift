import DiaryCore
import TerminalUI
import Words

/// Asks for the folder that a photo is copied to.
package struct CopyOutState: Sendable {
  enum Field: Sendable {
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
    let command = keys.copyOut.command(for: event)
    switch command ?? keys.everywhere.command(for: event) {
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where command == .help: return updateEverywhere(.help)
    case .cancel:
      layers.removeLast()
      return []
    case .accept:
      guard dialog.ticket == nil, !dialog.folder.text.isBlank else { return [] }
      let ticket = nextTicket()
      dialog.ticket = ticket
      layers[layers.count - 1] = .copyOut(dialog)
      return [.copyOut(dialog.request(source: assetPath(dialog.photo)), ticket: ticket)]
    case .nextField: dialog.focus = dialog.focus == .folder ? .location : .folder
    case .keepPlace where dialog.focus == .location: dialog.keepsLocation.toggle()
    default: if dialog.focus == .folder { _ = type(event, into: &dialog.folder) }
    }
    layers[layers.count - 1] = .copyOut(dialog)
    return []
  }

  /// A copy that failed gives the dialog back, so that another folder can be named.
  mutating func copiedOut(_ result: Result<String, PhotoDeskFault>, _ ticket: Int) {
    let place = layers.lastIndex { layer in
      if case .copyOut(let dialog) = layer { dialog.ticket == ticket } else { false }
    }
    switch result {
    case .success(let path):
      if let place { layers.remove(at: place) }
      toast = localized("Copied to \(path.printable).")
    case .failure(let fault):
      if let place, case .copyOut(var dialog) = layers[place] {
        dialog.ticket = nil
        layers[place] = .copyOut(dialog)
      }
      showFault(fault)
    }
  }

  mutating func openedOutside(_ fault: PhotoDeskFault?) {
    toast = nil
    if let fault {
      showFault(fault)
    } else {
      toast = localized("A copy was given to the desktop's viewer.")
    }
  }

  private mutating func showFault(_ fault: PhotoDeskFault) {
    layers.append(.notice(NoticeState(title: localized("That did not work"), lines: [fault.line])))
  }
}

enum CopyOutView {
  static func draw(_ dialog: CopyOutState, _ state: AppState, in grid: inout Grid) -> Point? {
    let theme = state.theme
    let hints = state.keys.copyOut.bindings.compactMap { binding in
      binding.hint.map { "\(binding.keys[0].name) \($0)" }
    }
    let inner = DialogBox(
      title: localized("Copy \(dialog.photo.name.printable) to a folder"),
      body: [
        "", "", "", dialog.ticket != nil ? localized("Copying…") : hints.joined(separator: " · "),
      ]
    ).draw(in: &grid, grid.bounds, theme.dialog)
    let rows = inner.inset(top: 2)
    let value =
      dialog.keepsLocation ? localized("kept in the copy") : localized("removed from the copy")
    func drawLabel(_ row: Int, _ field: CopyOutState.Field, _ label: String) -> Rect {
      let line = rows.line(row)
      if dialog.focus == field { grid.draw("▌", in: line, theme.accent) }
      grid.draw(label, in: line.inset(left: 1), theme.dim)
      return line.inset(left: 10)
    }
    func style(_ field: CopyOutState.Field) -> Style {
      dialog.focus == field ? theme.accent : theme.text
    }
    let folder = drawLabel(0, .folder, localized("Folder"))
    let caret = dialog.folder.draw(in: &grid, folder, style(.folder))
    grid.draw(value, in: drawLabel(1, .location, localized("Place")), style(.location))
    return dialog.focus == .folder ? caret : nil
  }
}
