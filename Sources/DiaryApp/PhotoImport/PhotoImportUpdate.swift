import DiaryCore
import Localization
import TerminalUI

extension PhotoImportState: ChoiceScreen, TaskScreen {
  /// Opens the screen that starts from the photos in a folder. `problems` are what is known already
  /// not to come of it.
  static func open(
    folder: String, isInbox: Bool = false, problems: [String] = [], in app: inout ScreenContext
  ) -> [Effect] {
    app.push(PhotoImportState(folder: folder, isInbox: isInbox, problems: problems))
    return [.findPhotos(folder: folder, isInbox: isInbox)]
  }

  package var holdsBack: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.photoImport]] }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: key, in: app) else { return [] }
    if phase == .asking { return carryOut(command, in: &app) }
    guard command == .back else {
      return (command == .leave ? [.cancelPhotoImport] : []) + app.updateEverywhere(command)
    }
    return stop(.cancelPhotoImport, in: &app)
  }

  mutating func open(in app: inout ScreenContext) -> [Effect] { [] }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    switch command {
    case .back where isArranged: app.push(ConfirmState.leavePhotoImport)
    case .namePlaces: return namePlaces()
    case .dropGroup, .mergeGroup, .splitGroup, .writeGroups:
      // Where nothing was found there is nothing to arrange.
      return choices.isEmpty ? [] : arrange(command, in: &app)
    case .previous: sheet.move(.left, in: sheet(of: selected?.group, app), height: 0)
    case .next: sheet.move(.right, in: sheet(of: selected?.group, app), height: 0)
    default: return nil
    }
    return []
  }

  /// Names the places of all entries in one go, or takes the names away.
  private mutating func namePlaces() -> [Effect] {
    guard !choices.isEmpty else { return [] }
    if isNamed {
      name([:])
      return []
    }
    return [.namePlaces(choices.map(\.group))]
  }

  private mutating func arrange(_ command: Command, in app: inout ScreenContext) -> [Effect] {
    switch command {
    case .dropGroup: toggle()
    case .mergeGroup:
      if !merge() { app.toast = localized("There's no next entry to merge with.") }
    case .splitGroup:
      if !split() {
        app.toast = localized("Use ← and → to choose the photo where the next entry starts.")
      }
    case .writeGroups:
      let groups = taken
      guard !groups.isEmpty else {
        app.toast =
          app.keys[.photoImport].keyName(of: .dropGroup).map {
            localized("Every entry is left out. Press \($0) to include one.")
          } ?? localized("Every entry is left out.")
        return []
      }
      // They were looked through one by one, and undo takes them back.
      guard groups.count > ConfirmState.many else {
        phase = .running(nil)
        return [.writePhotos(groups, isInbox: isInbox)]
      }
      app.push(ConfirmState.add(groups, isInbox: isInbox))
      return []
    default: break
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    guard phase == .asking else { return [] }
    if mouse.action.wheelRows != 0 {
      choice.select(choice.selected + mouse.action.wheelRows, count: choices.count)
    } else if choice.handle(mouse, count: choices.count, in: list(in: app)) == nil,
      mouse.action.isPress, let rect = Self.layout(app.size).sheet
    {
      let photos = sheet(of: selected?.group, app)
      if let photo = photos.item(at: mouse.point, in: rect, sheet) {
        sheet.select(photo, in: photos)
      }
    }
    return []
  }
}

extension ConfirmState {
  fileprivate static func add(_ groups: [PhotoGroup], isInbox: Bool) -> Self {
    let entries = CountWords.entries(groups.count)
    return ConfirmState(
      title: localized("Add \(entries)?"), selected: .yes,
      effects: [.writeChosen(groups, isInbox: isInbox)]
    ) { app in
      let photos = groups.partWords
      if isInbox {
        return [
          localized("\(photos) will be copied into the diary as \(entries)."), "",
          localized("What is taken goes into the folder taken in the inbox."),
        ]
      }
      return [
        localized("\(photos) will be copied into the diary as \(entries)."), "",
        app.undoKey.map {
          localized("The original files stay where they are. Press \($0) to undo all of it.")
        } ?? localized("The original files stay where they are."),
      ]
    }
  }

  /// The proposed entries were arranged.
  fileprivate static var leavePhotoImport: Self {
    ConfirmState(title: localized("Leave without adding?"), isFinal: true) { _ in
      [
        localized("You'd lose how you merged, split or left out entries."), "",
        localized("Nothing will be added, and the original files stay where they are."),
      ]
    } act: { app in
      app.close(PhotoImportState.self)
      return []
    }
  }
}

extension [PhotoGroup] {
  /// How many photos, notes, films and recordings they have.
  package var parts: InboxCount {
    InboxCount(
      photos: reduce(0) { $0 + $1.photos.count }, notes: reduce(0) { $0 + $1.notes.count },
      media: flatMap(\.recordings).map(\.name))
  }

  var partWords: String { InboxSign.parts(parts).joined(separator: ", ") }
}
