import DiaryCore
import Localization
import TerminalUI

/// The remotes that the diary is kept alike with, the people who share it, and the devices that write to it.
struct SyncScreen: Sendable {
  /// One of them.
  enum Item: Hashable, Sendable {
    case remote(RemoteState)
    case person(Person)
    case device(DeviceState)
  }

  /// Of the items.
  private(set) var selected = 0
  /// Of the rows.
  private(set) var scroll = ScrollPosition()

  static func items(in app: ScreenContext) -> [Item] {
    guard let state = app.sync.state else { return [] }
    return state.remotes.map { .remote($0) } + state.people.map { .person($0) }
      + state.devices.map { .device($0) }
  }

  func item(in app: ScreenContext) -> Item? { Self.items(in: app).element(at: selected) }

  func layout(in app: ScreenContext) -> SyncLayout {
    SyncLayout(Self.items(in: app), columns: Self.body(app.size).columns, app)
  }

  static func body(_ size: Size) -> Rect { ScreenFrame.body(size).inset(right: 1) }
}

extension SyncScreen: Screen {
  static func open(in app: inout ScreenContext) {
    guard app.sync.isOffered else {
      app.toast = localized("This diary can't be synced.")
      return
    }
    app.jump(to: SyncScreen())
    app.sync.isStale = true
  }

  var opener: Command? { .sync }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.sync]] }

  mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: key, in: app) else { return [] }
    switch command {
    case .down, .up, .pageDown, .pageUp, .first, .last: move(command, in: app)
    case .back: app.pop()
    case .cancel:
      guard let run = app.sync.run, !run.isStopping else {
        app.pop()
        return []
      }
      return app.stopSync()
    case .syncNow: return syncNow(in: &app)
    case .open: return open(in: &app)
    case .addRemote: app.push(NewRemoteState())
    case .delete: askToRemove(in: &app)
    case .keepPhotos:
      guard case .remote(let remote) = item(in: app) else {
        app.toast = localized("Select a remote to choose its photos.")
        break
      }
      return [.keepPhotos(remote.photos.next, of: remote.name)]
    case .rename:
      guard case .device(let device) = item(in: app) else {
        app.toast = localized("Select a device to rename it.")
        break
      }
      app.push(DeviceNameState(device))
    default: return app.updateEverywhere(command)
    }
    return []
  }

  /// With all of them. What goes on by itself is what was asked for now.
  private func syncNow(in app: inout ScreenContext) -> [Effect] {
    guard app.sync.state?.remotes.isEmpty == false else {
      app.toast = localized("No remotes yet.")
      return []
    }
    if let run = app.sync.run, run.work == .sync(nil), !run.isStopping {
      app.sync.update(run.number) { $0.isByHand = true }
      return []
    }
    return app.startSync(.sync(nil), isByHand: true)
  }

  private func open(in app: inout ScreenContext) -> [Effect] {
    switch item(in: app) {
    case .remote(let remote): return app.startSync(.sync([remote.name]), isByHand: true)
    case .person(let person): app.ask(about: person)
    case .device, nil: break
    }
    return []
  }

  private func askToRemove(in app: inout ScreenContext) {
    switch item(in: app) {
    case .remote(let remote): app.push(ConfirmState.remove(remote))
    case .device(let device) where device.isThis:
      app.toast = localized("You're using this device. Remove it on another one.")
    case .device(let device) where device.isRemoved:
      app.toast = localized("This device is removed already.")
    case .device(let device): app.push(ConfirmState.remove(device))
    case .person(let person): app.askToRemove(person)
    case nil: break
    }
  }

  // MARK: Moving

  mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    switch mouse.action {
    case .scrollDown: move(.down, in: app)
    case .scrollUp: move(.up, in: app)
    case .press, .doublePress:
      let (body, layout) = (Self.body(app.size), layout(in: app))
      guard body.contains(mouse.point),
        let index = layout.item(ofRow: scroll.top + mouse.point.row - body.row)
      else { return [] }
      selected = index
      if mouse.action == .doublePress { return open(in: &app) }
    case .triplePress, .drag, .release: break
    }
    return []
  }

  /// Selects another item. One that is taller than the screen is scrolled through first.
  private mutating func move(_ command: Command, in app: ScreenContext) {
    let (layout, height) = (layout(in: app), Self.body(app.size).rows)
    guard let rows = layout.items.element(at: selected) else { return }
    let last = layout.items.count - 1
    let page = max(1, height - 1)
    func scroll(by count: Int) {
      self.scroll.move(by: count, content: layout.rows.count, height: height)
    }
    func select(_ index: Int) {
      selected = max(0, min(index, last))
      self.scroll.reveal(layout.items[selected], content: layout.rows.count, height: height)
    }
    let hidden = (
      above: self.scroll.top - rows.lowerBound, below: rows.upperBound - self.scroll.top - height
    )
    switch command {
    case .down where hidden.below > 0: scroll(by: 1)
    case .up where hidden.above > 0: scroll(by: -1)
    case .pageDown where hidden.below > 0: scroll(by: min(page, hidden.below))
    case .pageUp where hidden.above > 0: scroll(by: -min(page, hidden.above))
    case .down: select(selected + 1)
    case .up: select(selected - 1)
    case .pageDown:
      select(max(selected + 1, layout.item(nearestRow: rows.lowerBound + page)))
    case .pageUp: select(min(selected - 1, layout.item(nearestRow: rows.lowerBound - page)))
    case .first: select(0)
    case .last: select(last)
    default: break
    }
  }

  mutating func layOut(in app: ScreenContext) {
    let (layout, height) = (layout(in: app), Self.body(app.size).rows)
    selected = max(0, min(selected, layout.items.count - 1))
    scroll.move(by: 0, content: layout.rows.count, height: height)
    guard let rows = layout.items.element(at: selected) else { return }
    // One that is taller than the screen stays where it was scrolled to.
    let view = scroll.top..<scroll.top + height
    if rows.count <= height || !rows.overlaps(view) {
      scroll.reveal(rows, content: layout.rows.count, height: height)
    }
  }
}
