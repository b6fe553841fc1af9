import DiaryCore
import TerminalUI
import Words

/// All photos of the diary as a contact sheet. The photos themselves are in `AppState.roll`.
package struct GalleryState: Sendable {
  var position = SheetPosition()
  /// Whether everything is being read, to come to the oldest photo.
  var goesToEnd = false
  /// The photo that is to be selected once it has been read.
  var wanted: Wanted?

  struct Wanted: Hashable, Sendable {
    let entry: ID<Entry>
    let photo: AssetID
  }
}

/// What an entry is read for.
package enum EntryUse: Hashable, Sendable {
  /// To be read, at a photo.
  case reading(AssetID)
  /// To look at a photo of it.
  case viewing(AssetID)
  /// The only marked one, to do this with.
  case marked(Command)
}

extension AppState {
  mutating func openGallery() {
    noteJump()
    roll = PhotoRoll()
    screens.push(GalleryState())
  }

  var gallerySheet: ContactSheet {
    ContactSheet(
      roll?.sections ?? [],
      TileLayout(for: ScreenFrame.body(size).size, cellRatio: facts.cellRatio))
  }

  mutating func updateGallery(_ event: KeyEvent, _ gallery: GalleryState) -> [Effect] {
    guard
      let command = keys[.gallery].command(for: event) ?? keys[.everywhere].command(for: event)
    else { return [] }
    roll?.retry()
    var gallery = gallery
    let (sheet, height) = (gallerySheet, ScreenFrame.body(size).rows)
    func move(_ move: SheetPosition.Move) {
      gallery.position.move(move, in: sheet, height: height)
      (gallery.goesToEnd, gallery.wanted) = (false, nil)
    }
    switch command {
    case .back where gallery.goesToEnd && event == KeyEvent(.escape):
      gallery.goesToEnd = false
      toast = localized("Stopped. Scroll to read on.")
    case .back:
      screens.pop()
      roll = nil
      return []
    case .left: move(.left)
    case .right: move(.right)
    case .up: move(.up)
    case .down: move(.down)
    case .pageUp: move(.pageUp)
    case .pageDown: move(.pageDown)
    case .first: move(.first)
    case .last:
      move(.last)
      gallery.goesToEnd = roll?.isComplete == false
    case .open, .view:
      return openItem(gallery.position.selected, for: command)
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    default: return updateEverywhere(command)
    }
    screens.replaceFront(with: gallery)
    return []
  }

  private func openItem(_ item: Int, for command: Command) -> [Effect] {
    guard let item = roll?[item] else { return [] }
    let asset = item.photo.asset
    return [.loadEntry(item.entry, command == .view ? .viewing(asset) : .reading(asset))]
  }

  mutating func clickGallery(_ mouse: MouseEvent, _ gallery: GalleryState) -> [Effect] {
    roll?.retry()
    var gallery = gallery
    let (sheet, body) = (gallerySheet, ScreenFrame.body(size))
    switch mouse.action {
    case .scrollUp: gallery.position.move(.up, in: sheet, height: body.rows)
    case .scrollDown: gallery.position.move(.down, in: sheet, height: body.rows)
    case .press, .doublePress:
      guard let item = sheet.item(at: mouse.point, in: body, gallery.position) else { return [] }
      gallery.position.select(item, in: sheet)
    default: break
    }
    (gallery.goesToEnd, gallery.wanted) = (false, nil)
    screens.replaceFront(with: gallery)
    return mouse.action == .doublePress ? openItem(gallery.position.selected, for: .open) : []
  }

  // MARK: What is read

  /// What an open gallery needs to read: what is in view, and some screens more.
  mutating func missingPhotos() -> [Effect] {
    guard var gallery = screens.topmost(GalleryState.self) else { return [] }
    let (sheet, body) = (gallerySheet, ScreenFrame.body(size))
    let ahead = sheet.tiles.columns * (body.rows / sheet.tiles.rows + 1) * 3
    if gallery.goesToEnd {
      gallery.position.move(.last, in: sheet, height: body.rows)
      gallery.goesToEnd = roll?.isComplete == false
      screens.put(gallery)
    }
    if let wanted = gallery.wanted {
      let item = roll?.item(of: wanted.photo, in: wanted.entry)
      if let item { gallery.position.select(item, in: sheet) }
      if item != nil || roll?.isComplete != false { gallery.wanted = nil }
      screens.put(gallery)
    }
    let ticket = ticket + 1
    guard
      let walk = roll?.missing(
        atLeast: gallery.position.selected + ahead,
        all: gallery.goesToEnd || gallery.wanted != nil, ticket: ticket)
    else { return [] }
    self.ticket = ticket
    return [.readPhotos(walk, ticket: ticket)]
  }

  /// Changes the photos that have been read; the selection stays on its photo.
  mutating func changeRoll(_ change: (inout PhotoRoll) -> Void) {
    guard roll != nil else { return }
    let open = screens.topmost(GalleryState.self)
    let selected = open.flatMap { roll?[$0.position.selected] }
    roll.mutate(change)
    guard var gallery = open, let selected,
      let item = roll?.item(of: selected.photo.asset, in: selected.entry),
      item != gallery.position.selected
    else { return }
    gallery.position.select(item, in: gallerySheet)
    screens.put(gallery)
  }
}

extension Optional {
  /// Changes the value in place, if there is one.
  fileprivate mutating func mutate(_ body: (inout Wrapped) -> Void) {
    guard var value = take() else { return }
    body(&value)
    self = value
  }
}
