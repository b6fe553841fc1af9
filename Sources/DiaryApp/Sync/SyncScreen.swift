import DiaryCore
import TerminalUI
import Text

/// The screen with the diary's remotes, the people who share it, and the devices that write to it.
struct SyncScreen: Sendable {
  /// A remote, a person or a device in the list.
  enum Item: Hashable, Sendable {
    case remote(RemoteState)
    case person(Person)
    case device(DeviceState)
  }

  /// The index of the selected item.
  private(set) var selected = 0
  /// The scroll position in rows.
  private(set) var scroll = ScrollPosition()

  static func items(in app: AppState) -> [Item] {
    guard let state = app.sync.state else { return [] }
    return state.remotes.map { .remote($0) } + state.people.map { .person($0) }
      + state.devices.map { .device($0) }
  }

  func item(in app: AppState) -> Item? { Self.items(in: app).element(at: selected) }

  func layout(in app: AppState) -> SyncLayout {
    SyncLayout(Self.items(in: app), columns: Self.body(app.size).columns, app)
  }

  static func body(_ size: Size) -> Rect { ScreenFrame.body(size).inset(right: 1) }
}

extension SyncScreen: Screen {
  static func open(in app: inout AppState) {
    guard app.sync.isOffered else {
      app.toast = localized("This diary can't be synced.")
      return
    }
    app.jump(to: SyncScreen())
    app.sync.isStale = true
  }

  var opener: Command? { .sync }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.sync]] }

  func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch (command, item(in: app)) {
    case (.syncNow, _): app.sync.state?.remotes.isEmpty == false
    case (.open, .remote), (.keepPhotos, .remote), (.rename, .device), (.delete, .remote): true
    case (.open, .person(let person)), (.delete, .person(let person)):
      person.state != .removed && app.mayDecide(command, about: person)
    case (.delete, .device(let device)): !device.isCurrentDevice && !device.isRemoved
    case (.open, _), (.keepPhotos, _), (.rename, _), (.delete, nil): false
    default: true
    }
  }

  mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    guard let command = command(for: key, in: app) else { return [] }
    switch command {
    case .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .first, .last:
      move(command, in: app)
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

  /// Syncs with all remotes. A sync that started automatically is treated as requested from now on.
  private func syncNow(in app: inout AppState) -> [Effect] {
    guard app.sync.state?.remotes.isEmpty == false else {
      app.toast = localized("No remotes yet.")
      return []
    }
    if let run = app.sync.run, run.work == .sync(nil), !run.isStopping {
      app.sync.update(run.number) { $0.isManual = true }
      return []
    }
    return app.startSync(.sync(nil), isManual: true)
  }

  private func open(in app: inout AppState) -> [Effect] {
    switch item(in: app) {
    case .remote(let remote) where remote.needsRecoveryWords:
      app.push(NewRemoteState(again: remote))
      app.push(RemoteWordsState.newest)
    case .remote(let remote): return app.startSync(.sync([remote.name]), isManual: true)
    case .person(let person): app.ask(about: person)
    case .device, nil: break
    }
    return []
  }

  private func askToRemove(in app: inout AppState) {
    switch item(in: app) {
    case .remote(let remote): app.push(ConfirmState.remove(remote))
    case .device(let device) where device.isCurrentDevice:
      app.toast = localized("You're using this device. Remove it on another one.")
    case .device(let device) where device.isRemoved:
      app.toast = localized("This device was already removed.")
    case .device(let device): app.push(ConfirmState.remove(device))
    case .person(let person): app.askToRemove(person)
    case nil: break
    }
  }

  // MARK: Selection and scrolling

  mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
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

  /// Moves the selection. An item taller than the screen is scrolled through before the next is
  /// selected.
  private mutating func move(_ command: Command, in app: AppState) {
    let (layout, height) = (layout(in: app), Self.body(app.size).rows)
    guard let rows = layout.items.element(at: selected) else { return }
    let last = layout.items.count - 1
    let isHalf = command == .halfPageDown || command == .halfPageUp
    let page = max(1, isHalf ? height / 2 : height - 1)
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
    case .pageDown where hidden.below > 0, .halfPageDown where hidden.below > 0:
      scroll(by: min(page, hidden.below))
    case .pageUp where hidden.above > 0, .halfPageUp where hidden.above > 0:
      scroll(by: -min(page, hidden.above))
    case .down: select(selected + 1)
    case .up: select(selected - 1)
    case .pageDown, .halfPageDown:
      select(max(selected + 1, layout.item(nearestRow: rows.lowerBound + page)))
    case .pageUp, .halfPageUp:
      select(min(selected - 1, layout.item(nearestRow: rows.lowerBound - page)))
    case .first: select(0)
    case .last: select(last)
    default: break
    }
  }

  mutating func layOut(in app: AppState) {
    let (layout, height) = (layout(in: app), Self.body(app.size).rows)
    selected = max(0, min(selected, layout.items.count - 1))
    scroll.move(by: 0, content: layout.rows.count, height: height)
    guard let rows = layout.items.element(at: selected) else { return }
    // An item taller than the screen keeps its scroll position.
    let view = scroll.top..<scroll.top + height
    if rows.count <= height || !rows.overlaps(view) {
      scroll.reveal(rows, content: layout.rows.count, height: height)
    }
  }
}

// MARK: - Drawing

extension SyncScreen {
  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let theme = app.theme
    _ = ScreenFrame(
      title: localized("Sync"), trailing: Self.stateText(app), hints: hints(app),
      in: &grid, app)
    let body = Self.body(grid.size)
    guard app.sync.state != nil else {
      grid.draw(localized("reading…"), in: body.line(0).inset(left: 1), theme.dim)
      return nil
    }
    let rows = layout(in: app).rows
    if app.sync.state?.remotes.isEmpty == true {
      SyncLayout.emptyPage(app).draw(
        in: &grid, ScreenFrame.body(grid.size).inset(top: rows.count - scroll.top), theme)
    }
    for (row, line) in scroll.inView(rows, in: body) {
      let isSelected = row.item == selected
      if isSelected { grid.draw("▌", in: line, theme.accent) }
      let space = Rect(
        column: line.column + 1, row: line.row,
        columns: SyncLayout.width(in: line.columns) - 1, rows: line.rows)
      let start = grid.draw(trailing: row.trailing, in: space, theme.dim)
      if !row.detail.isEmpty {
        let detail = space.inset(left: SyncLayout.nameColumns, right: space.endColumn - start + 2)
        grid.draw(TextWidth.cut(row.detail, columns: detail.columns), in: detail, theme.dim)
      }
      switch row.kind {
      case .heading: grid.draw(row.text, in: space, theme.dim)
      case .name: grid.draw(row.text, in: space, isSelected ? theme.title : theme.text)
      case .detail: grid.draw(row.text, in: space.inset(left: SyncLayout.indent), theme.dim)
      case .problem: grid.draw(row.text, in: space.inset(left: SyncLayout.indent), theme.warning)
      }
    }
    return nil
  }

  /// Returns the progress of the current run, or a note that automatic sync is off.
  private static func stateText(_ app: AppState) -> String {
    guard let run = app.sync.run else {
      return app.preferences.syncTime == .manual ? localized("manual only") : ""
    }
    if run.isStopping { return localized("Stopping…") }
    guard let progress = run.progress else { return localized("Syncing…") }
    // On a narrow screen the counts are enough.
    let separator = " · "
    let words = progress.text(separator: separator)
    let space = app.size.columns - 4 - TextWidth.columns(localized("Sync"))
    guard TextWidth.exceeds(words, columns: space) else { return words }
    return String(words.split(separator: separator).first ?? "")
  }

  /// Returns the hints for the selected item, after the hint to stop the current run.
  private func hints(_ app: AppState) -> [Binding] {
    let keys = app.keys[.sync]
    let item = item(in: app)
    let bindings = keys.bindings.map { Self.hint($0, item) }
    guard app.sync.run != nil else { return bindings }
    return [keys.hint(.cancel, "stop")].compactMap(\.self) + bindings
  }

  /// Returns a binding with its hint for an item.
  private static func hint(_ binding: Binding, _ item: Item?) -> Binding {
    if case .remote(let remote) = item, remote.needsRecoveryWords, binding.command == .open {
      return binding.hinting("type words")
    }
    guard case .person(let person) = item else { return binding }
    return switch (binding.command, person.state) {
    case (.open, .pending): binding.hinting("approve")
    case (.delete, .pending): binding.hinting("refuse")
    case (.open, .member): binding.hinting("role")
    default: binding
    }
  }

  func accessibleText(in app: AppState) -> AccessibleText {
    guard let state = app.sync.state else { return AccessibleText(localized("Sync")) }
    let people = state.people.count { $0.state == .member }
    let title = [
      localized("Sync"), SyncText.remotes(state.remotes.count),
      people > 0 ? CountText.people(people) : nil, SyncText.devices(state.devices.count),
    ].compactMap(\.self).joined(separator: ", ")
    var lines = state.remotes.isEmpty ? SyncLayout.emptyPage(app).lines : []
    if let run = app.sync.run {
      lines.append(run.isStopping ? localized("Stopping…") : localized("Syncing…"))
    }
    let items = Self.items(in: app)
    let words = items.element(at: selected).map { Self.text(of: $0, app) }
    return AccessibleText(
      title, lines,
      selected: words.map { AccessibleText.item($0, selected, of: items.count) })
  }

  /// Returns one line with all details of an item, for screen readers.
  private static func text(of item: Item, _ app: AppState) -> String {
    switch item {
    case .device(let device):
      return "\(SyncLayout.name(of: device, app)), \(SyncLayout.text(of: device, app))"
    case .person(let person):
      return ([person.name, person.statusLabel] + SyncLayout.facts(person)).joined(separator: ", ")
    case .remote(let remote):
      var parts = [remote.name, remote.address, SyncLayout.lastSync(remote, app)]
      if remote.pendingUploads > 0 {
        parts.append(localized("\(CountText.grouped(remote.pendingUploads)) to send"))
      }
      return (parts + SyncLayout.facts(remote) + SyncLayout.problems(remote, app))
        .joined(separator: ", ")
    }
  }
}

/// The rows of the sync screen: each remote with its details, then each person and each device.
struct SyncLayout {
  struct Row {
    enum Kind {
      case heading, name, detail, problem
    }

    var kind: Kind
    var text = ""
    /// Text at the right edge.
    var trailing = ""
    /// Text beside the name on a wide screen.
    var detail = ""
    /// The index of the item that the row belongs to.
    var item: Int?
  }

  private(set) var rows: [Row] = []
  /// The rows of each item. The first range includes the rows above it.
  private(set) var items: [Range<Int>] = []

  private let app: AppState
  /// The width of the text, without the column for the selection bar.
  private let columns: Int

  /// The maximum width in columns, so that text at the right edge stays near the names. On a screen
  /// with space for it, details are in between.
  private static let widest = 78
  private static let widestWithDetails = 160
  /// The columns of names that details follow.
  static let nameColumns = 28

  /// Returns the width of the rows on a screen of a width.
  static func width(in columns: Int) -> Int {
    columns >= 2 * nameColumns + widest ? min(columns, widestWithDetails) : min(columns, widest)
  }

  /// The indentation of details, in columns.
  static let indent = 2

  init(_ items: [SyncScreen.Item], columns: Int, _ app: AppState) {
    self.app = app
    self.columns = Self.width(in: columns) - 1
    for (index, item) in items.enumerated() {
      let start = index == 0 ? 0 : rows.count
      if index == 0 || items[index - 1].heading != item.heading {
        if !rows.isEmpty { rows.append(Row(kind: .heading)) }
        rows.append(Row(kind: .heading, text: item.heading))
      }
      switch item {
      case .remote(let remote): add(remote, index)
      case .person(let person): add(person, index)
      case .device(let device):
        addName(Self.name(of: device, app), Self.text(of: device, app), index)
      }
      self.items.append(start..<rows.count)
    }
  }

  /// Returns instructions for a diary without remotes.
  static func emptyPage(_ app: AppState) -> EmptyPage {
    var page = EmptyPage(
      localized("No remotes yet."),
      app.keys[.sync].keyName(of: .addRemote).map { key in
        localized(
          """
          Press \(key) to add one that your other machines reach: a folder, a git repository, an \
          rclone remote or an SSH host.
          """)
      } ?? "")
    page.note = localized("To get the diary there, run photodiary clone.")
    return page
  }

  /// Returns the index of the item that a row belongs to.
  func item(ofRow row: Int) -> Int? { rows.element(at: row)?.item }

  /// Returns the index of the item at a row, or of the next item.
  func item(nearestRow row: Int) -> Int {
    items.firstIndex { row < $0.upperBound } ?? items.count - 1
  }

  // MARK: Rows

  private mutating func add(_ remote: RemoteState, _ index: Int) {
    let waiting = remote.pendingUploads > 0 ? "↑\(CountText.grouped(remote.pendingUploads))  " : ""
    addName(remote.name, waiting + Self.lastSync(remote, app), index)
    let details = [remote.address, Self.facts(remote).joined(separator: " · ")]
    if columns > Self.widest,
      rows.last.map({ TextWidth.columns($0.text) < Self.nameColumns }) == true
    {
      rows[rows.count - 1].detail = details.joined(separator: "  ").printable
    } else {
      for detail in details { add(.detail, detail, item: index) }
    }
    for problem in Self.problems(remote, app) { add(.problem, "⚠ " + problem, item: index) }
  }

  private mutating func add(_ person: Person, _ index: Int) {
    addName(person.name, person.statusLabel, index)
    for fact in Self.facts(person) { add(.detail, fact, item: index) }
  }

  /// Adds a name with trailing text, which moves to the next row if it doesn't fit.
  private mutating func addName(_ name: String, _ trailing: String, _ index: Int) {
    let names = LineWrapping.rows(ofText: name.printable, columns: columns)
    rows += names.map { Row(kind: .name, text: $0, item: index) }
    let width = TextWidth.columns(names.last ?? "") + 2 + TextWidth.columns(trailing)
    if width > columns { rows.append(Row(kind: .name, item: index)) }
    rows[rows.count - 1].trailing = trailing
  }

  private mutating func add(_ kind: Row.Kind, _ text: String, item: Int?) {
    let parts = LineWrapping.rows(ofText: text.printable, columns: columns - Self.indent)
    rows += parts.map { Row(kind: kind, text: $0, item: item) }
  }

  // MARK: Texts

  static func lastSync(_ remote: RemoteState, _ app: AppState) -> String {
    remote.lastSync.map { SyncText.ago($0, app) } ?? localized("never synced")
  }

  /// Returns how a remote stores files and which of them are missing here.
  static func facts(_ remote: RemoteState) -> [String] {
    var facts = [SyncText.encryption(isPlain: remote.isPlain), SyncText.photos(remote.photos)]
    if remote.remoteOnly > 0 {
      facts.append(localized("\(CountText.files(remote.remoteOnly)) not here"))
    }
    return facts
  }

  static func problems(_ remote: RemoteState, _ app: AppState) -> [String] {
    let key = remote.needsRecoveryWords ? app.keys[.sync].keyName(of: .open) : nil
    let error = key.map { key in
      localized(
        """
        This machine was removed, its device keys were replaced, or it hadn't synced when a newer \
        key was made. Press \(key) to type the newest recovery words.
        """)
    }
    return [error ?? remote.error].compactMap(\.self) + remote.issues
  }

  /// Returns the check words that an owner compares before approving a person.
  static func facts(_ person: Person) -> [String] {
    person.state == .pending
      ? [localized("words: \(person.verificationWords.joined(separator: " "))")] : []
  }

  /// Returns a device's name, with its id if another device has the same name.
  static func name(of device: DeviceState, _ app: AppState) -> String {
    let namesakes = app.sync.state?.devices.count { $0.name == device.name } ?? 0
    return namesakes > 1 ? "\(device.name) (\(device.shortID))" : device.name
  }

  /// Returns a device's owner and when it was last seen.
  static func text(of device: DeviceState, _ app: AppState) -> String {
    [device.isCurrentDevice ? nil : device.person, status(of: device, app)].compactMap(\.self)
      .joined(separator: " · ")
  }

  private static func status(of device: DeviceState, _ app: AppState) -> String {
    if device.isCurrentDevice {
      return device.isRemoved ? localized("this device, removed") : localized("this device")
    }
    let seen =
      device.lastSeen.map { localized("last seen \(SyncText.ago($0, app))") }
      ?? localized("not seen yet")
    return device.isRemoved ? localized("removed, \(seen)") : seen
  }
}

extension SyncScreen.Item {
  /// The heading above items of this kind.
  fileprivate var heading: String {
    switch self {
    case .remote: localized("Remotes")
    case .person: localized("People")
    case .device: localized("Devices")
    }
  }
}
