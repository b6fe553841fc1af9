import DiaryCore
import Localization
import TerminalUI

extension SyncScreen {
  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let theme = app.theme
    _ = ScreenFrame(
      title: localized("Sync"), trailing: Self.stateWords(app), hints: hints(app),
      in: &grid, app)
    let body = Self.body(grid.size)
    guard app.sync.state != nil else {
      grid.draw(localized("reading…"), in: body.line(0).inset(left: 1), theme.dim)
      return nil
    }
    for (row, line) in scroll.inView(layout(in: app).rows, in: body) {
      let isSelected = row.item == selected
      if isSelected { grid.draw("▌", in: line, theme.accent) }
      let room = Rect(
        column: line.column + 1, row: line.row,
        columns: min(line.columns, SyncLayout.widest) - 1, rows: line.rows)
      grid.draw(trailing: row.trailing, in: room, theme.dim)
      switch row.kind {
      case .heading: grid.draw(row.text, in: room, theme.dim)
      case .name: grid.draw(row.text, in: room, isSelected ? theme.title : theme.text)
      case .detail: grid.draw(row.text, in: room.inset(left: SyncLayout.indent), theme.dim)
      case .problem: grid.draw(row.text, in: room.inset(left: SyncLayout.indent), theme.warning)
      }
    }
    return nil
  }

  /// What is under way and how far it is, or that nothing happens by itself.
  private static func stateWords(_ app: ScreenContext) -> String {
    guard let run = app.sync.run else {
      return app.preferences.syncTime == .manual ? localized("only by hand") : ""
    }
    if run.isStopping { return localized("Stopping…") }
    guard let progress = run.progress else { return localized("Syncing…") }
    // Where there is little room, what is counted is enough.
    let separator = " · "
    let words = progress.words(separator: separator)
    let room = app.size.columns - 4 - TextWidth.columns(localized("Sync"))
    guard TextWidth.exceeds(words, columns: room) else { return words }
    return String(words.split(separator: separator).first ?? "")
  }

  /// What can be done with the selected item; first, what can be stopped.
  private func hints(_ app: ScreenContext) -> [Binding] {
    let keys = app.keys[.sync]
    let item = item(in: app)
    let bindings = keys.bindings.compactMap { Self.hint($0, item, app) }
    guard app.sync.run != nil else { return bindings }
    return [keys.hint(.cancel, "stop")].compactMap(\.self) + bindings
  }

  /// A key as it is told of for an item; `nil` if it does nothing there.
  private static func hint(
    _ binding: Binding, _ item: Item?, _ app: ScreenContext
  ) -> Binding? {
    switch (binding.command, item) {
    case (.open, .remote), (.keepPhotos, .remote), (.rename, .device): binding
    case (.open, .person(let person)), (.delete, .person(let person)):
      hint(binding, about: person, app)
    case (.open, _), (.keepPhotos, _), (.rename, _), (.delete, nil): nil
    default: binding
    }
  }

  private static func hint(
    _ binding: Binding, about person: Person, _ app: ScreenContext
  ) -> Binding? {
    guard app.mayDecide(binding.command, about: person) else { return nil }
    let removes = binding.command == .delete
    return switch person.state {
    case .asking: removes ? binding.hinting("refuse") : binding.hinting("let in")
    case .member: removes ? binding : binding.hinting("role")
    case .removed: nil
    }
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    guard let state = app.sync.state else { return AccessibleText(localized("Sync")) }
    let people = state.people.count { $0.state == .member }
    let title = [
      localized("Sync"), SyncWords.remotes(state.remotes.count),
      people > 0 ? CountWords.people(people) : nil, SyncWords.devices(state.devices.count),
    ].compactMap(\.self).joined(separator: ", ")
    var lines = state.remotes.isEmpty ? [SyncLayout.emptyWords(app)] : []
    if let run = app.sync.run {
      lines.append(run.isStopping ? localized("Stopping…") : localized("Syncing…"))
    }
    let items = Self.items(in: app)
    let words = items.element(at: selected).map { Self.words(of: $0, app) }
    return AccessibleText(
      title, lines,
      selected: words.map { AccessibleText.item($0, selected, of: items.count) })
  }

  /// An item with all that is to be said of it.
  private static func words(of item: Item, _ app: ScreenContext) -> String {
    switch item {
    case .device(let device): return "\(device.name), \(SyncLayout.words(of: device, app))"
    case .person(let person):
      return ([person.name, person.words] + SyncLayout.facts(person)).joined(separator: ", ")
    case .remote(let remote):
      var parts = [remote.name, remote.address, SyncLayout.lastSync(remote, app)]
      if remote.waitingOut > 0 {
        parts.append(localized("\(CountWords.grouped(remote.waitingOut)) to send"))
      }
      return (parts + SyncLayout.facts(remote) + SyncLayout.problems(remote))
        .joined(separator: ", ")
    }
  }
}
