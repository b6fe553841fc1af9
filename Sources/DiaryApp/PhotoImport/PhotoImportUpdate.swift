import DiaryCore
import TerminalUI
import Words

extension AppState {
  /// Opens the screen that starts from the photos in a folder. `problems` are what is known already
  /// not to come of it.
  mutating func lookForPhotos(in folder: String, problems: [String] = []) -> [Effect] {
    screens.push(PhotoImportState(folder: folder, problems: problems))
    return [.findPhotos(folder: folder)]
  }

  mutating func updatePhotoImport(_ event: KeyEvent, _ photos: PhotoImportState) -> [Effect] {
    var photos = photos
    if case .choosing = photos.phase { return choose(event, &photos) }
    let command = keys[.photoImport].command(for: event) ?? keys[.everywhere].command(for: event)
    switch command {
    case .back:
      switch photos.phase {
      case .searching:
        screens.pop()
        return [.cancelPhotoImport]
      case .writing:
        photos.phase = .stopping
        put(photos)
        return [.cancelPhotoImport]
      case .choosing, .stopping: return []
      }
    case nil: return []
    case .some(let command):
      return (command == .leave ? [.cancelPhotoImport] : []) + updateEverywhere(command)
    }
  }

  private mutating func choose(_ event: KeyEvent, _ photos: inout PhotoImportState) -> [Effect] {
    let table = keys[.photoImport]
    guard let command = table.command(for: event) ?? keys[.everywhere].command(for: event) else {
      return []
    }
    let page = max(1, PhotoImportView.layout(size).list.rows - 1)
    switch command {
    case .back:
      if photos.isArranged {
        screens.push(ConfirmState(question: .leavePhotos))
      } else {
        screens.pop()
      }
      return []
    case .dropGroup, .mergeGroup, .splitGroup, .writeGroups:
      // Where nothing was found there is nothing to arrange.
      guard !photos.choices.isEmpty else { return [] }
      return arrange(command, &photos)
    case .up: photos.select(photos.choice.selected - 1)
    case .down: photos.select(photos.choice.selected + 1)
    case .pageUp: photos.select(photos.choice.selected - page)
    case .pageDown: photos.select(photos.choice.selected + page)
    case .first: photos.select(0)
    case .last: photos.select(photos.choices.count - 1)
    case .previous: photos.sheet.move(.left, in: sheet(of: photos), height: 0)
    case .next: photos.sheet.move(.right, in: sheet(of: photos), height: 0)
    default: return updateEverywhere(command)
    }
    put(photos)
    return []
  }

  private mutating func arrange(
    _ command: Command, _ photos: inout PhotoImportState
  ) -> [Effect] {
    switch command {
    case .dropGroup: photos.toggle()
    case .mergeGroup:
      if !photos.merge() { toast = localized("There's no next entry to merge with.") }
    case .splitGroup:
      if !photos.split() {
        toast = localized("Use ← and → to choose the photo where the next entry starts.")
      }
    case .writeGroups:
      let groups = photos.taken
      guard !groups.isEmpty else {
        toast =
          keys[.photoImport].keyName(of: .dropGroup).map {
            localized("Every entry is left out. Press \($0) to include one.")
          } ?? localized("Every entry is left out.")
        return []
      }
      // They were looked through one by one, and undo takes them back.
      guard groups.count > ConfirmState.many else { return writePhotos(groups) }
      screens.push(ConfirmState(question: .writePhotos(groups), selected: .yes))
      return []
    default: break
    }
    put(photos)
    return []
  }

  /// Where the photos of the selected entry stand.
  func sheet(of photos: PhotoImportState) -> ContactSheet {
    PhotoImportView.sheet(of: photos.selected?.group, self)
  }

  /// Writes what was chosen.
  mutating func writePhotos(_ groups: [PhotoGroup]) -> [Effect] {
    guard screens.contains(PhotoImportState.self) else { return [] }
    changePhotoImport { $0.phase = .writing(nil) }
    return [.writePhotos(groups)]
  }

  mutating func clickPhotoImport(_ event: MouseEvent, _ photos: PhotoImportState) {
    guard case .choosing = photos.phase else { return }
    var photos = photos
    let layout = PhotoImportView.layout(size)
    switch event.action {
    case .scrollUp: photos.select(photos.choice.selected - 3)
    case .scrollDown: photos.select(photos.choice.selected + 3)
    case .press, .doublePress:
      if layout.list.contains(event.point) {
        let index = photos.choice.top + event.point.row - layout.list.row
        if photos.choices.indices.contains(index) { photos.select(index) }
      } else if let rect = layout.sheet {
        let sheet = sheet(of: photos)
        guard let photo = sheet.item(at: event.point, in: rect, photos.sheet) else { return }
        photos.sheet.select(photo, in: sheet)
      }
    default: break
    }
    put(photos)
  }

  private mutating func put(_ photos: PhotoImportState) { changePhotoImport { $0 = photos } }

  mutating func changePhotoImport(_ body: (inout PhotoImportState) -> Void) {
    guard var photos = screens.topmost(PhotoImportState.self) else { return }
    body(&photos)
    screens.put(photos)
  }

  mutating func closePhotoImport() { screens.removeAll(PhotoImportState.self) }
}
