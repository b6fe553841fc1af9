import DiaryCore
import TerminalUI
import Text

/// Photos that look alike, as a contact sheet with a section for each group, the best one first.
package struct AlikeState: Sendable {
  private var finding = Loadable<EntryPredicate, [AlikePhotos]>()
  private var progress: Progress?
  var position = SheetPosition()

  /// The groups; `nil` until they have been found.
  var groups: [AlikePhotos]? { finding.value }

  /// Returns the group and the photo at a position in the sheet.
  private func item(_ index: Int) -> (group: AlikePhotos, photo: ComparedPhoto)? {
    var rest = index
    for group in groups ?? [] {
      if rest < group.photos.count { return rest < 0 ? nil : (group, group.photos[rest]) }
      rest -= group.photos.count
    }
    return nil
  }

  private var selected: (group: AlikePhotos, photo: ComparedPhoto)? { item(position.selected) }

  private func sheet(in app: AppState) -> ContactSheet {
    ContactSheet(
      (groups ?? []).map {
        ContactSheet.Section(heading: Self.heading($0), count: $0.photos.count)
      }, TileLayout(for: ScreenFrame.body(app.size).size, cellRatio: app.facts.cellRatio))
  }

  private static func heading(_ group: AlikePhotos) -> String {
    return "\(DateText.short(group.day))  ·  \(CountText.photos(group.photos.count))"
  }

  package mutating func diaryChanged() { finding.reload() }

  mutating func receive(_ groups: [AlikePhotos], _ requestID: Int) {
    if finding.receive(groups, requestID) { progress = nil }
  }
}

extension AlikeState: Screen {
  package var leavesList: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.alike]] }

  package func location(in app: AppState) -> Location.Screen? { Location.Screen(kind: .alike) }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .open, .view: selected != nil
    case .keepBest: selected != nil && app.obstacle == nil && app.combined == nil
    default: true
    }
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    guard let command = command(for: event, in: app) else { return [] }
    if let move = SheetPosition.Move(command) {
      position.move(move, in: sheet(in: app), height: ScreenFrame.body(app.size).rows)
      return []
    }
    switch command {
    case .back:
      app.pop()
      return [.stopFindingAlike]
    case .keepBest: return selected.map { keepBest(of: $0.group, in: &app) } ?? []
    case .open, .view: return openPhoto(for: command)
    default: return app.updateEverywhere(command)
    }
  }

  /// Removes the other photos of a group from their entries, as one step that can be undone.
  private func keepBest(of group: AlikePhotos, in app: inout AppState) -> [Effect] {
    guard app.mayWrite() else { return [] }
    // A photo of one diary must not get into another.
    guard app.combined == nil else {
      app.toast = localized("Open one of the diaries to do that.")
      return []
    }
    var ids: [ID<Entry>] = []
    for entry in group.others.flatMap(\.entries) where !ids.contains(entry.id) {
      ids.append(entry.id)
    }
    let edit = EntryEdit.keepPhoto(
      group.best.photo, over: Set(group.others.map(\.photo.asset)))
    return [.change(.ids(ids), .edit(edit))]
  }

  private func openPhoto(for command: Command) -> [Effect] {
    guard let photo = selected?.photo, let entry = photo.entries.first else { return [] }
    let asset = photo.photo.asset
    return [.loadEntry(entry.id, command == .view ? .viewing(asset) : .reading(asset))]
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    guard position.click(mouse, in: sheet(in: app), body: ScreenFrame.body(app.size))
    else { return [] }
    return mouse.action == .doublePress ? openPhoto(for: .view) : []
  }

  package mutating func requests(in app: inout AppState) -> [Effect] {
    finding.need(.all, in: &app) { .findAlike(requestID: $1) }
  }

  package mutating func layOut(in app: AppState) {
    position.layOut(sheet(in: app), height: ScreenFrame.body(app.size).rows)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let frame = ScreenFrame(
      title: localized("Similar photos"), trailing: trailing, hints: app.keys[.alike].bindings,
      in: &grid, app)
    if groups?.isEmpty == true {
      EmptyPage(
        localized("No similar photos."),
        localized("Copies of one photo in other sizes, and bursts, would be shown here.")
      ).draw(in: &grid, frame.body, app.theme)
    } else {
      sheet(in: app).draw(in: &grid, frame.body, position, app, tile: tile)
    }
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures {
    sheet(in: app).pictures(in: ScreenFrame.body(app.size), position, app, tile: tile)
  }

  private func tile(_ index: Int) -> ContactTile? {
    item(index).map { group, photo in
      ContactTile(subject: .photo(photo.photo), caption: Self.caption(of: photo, in: group))
    }
  }

  private static func caption(of photo: ComparedPhoto, in group: AlikePhotos) -> String {
    let size =
      if let width = photo.photo.width, let height = photo.photo.height {
        "\(width)×\(height)"
      } else { CountText.bytes(photo.size) }
    return photo == group.best ? "\(localized("best")) \(size)" : size
  }

  private var trailing: String {
    guard let groups else { return progress?.text() ?? localized("looking…") }
    return CountText.groups(groups.count)
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(
      "\(localized("Similar photos")), \(trailing)",
      selected: selected.map { group, photo in
        [Self.heading(group), Self.caption(of: photo, in: group)].joined(separator: ", ")
      })
  }
}

extension Location.Kind {
  static let alike = Self(name: "alike") { _, _, old, _ in
    (old as? AlikeState ?? AlikeState(), [])
  }
}

// MARK: - Effects

extension Effect {
  /// Finds similar photos, which decodes those that haven't been decoded before.
  static func findAlike(requestID: Int) -> Effect {
    .posting(requestID, in: .latest("alike")) { context in
      let throttle = ProgressThrottle { progress in
        context.post(.alikeProgress(progress, requestID))
      }
      do {
        let groups = try await context.environment.alike?.groups { throttle.report($0) } ?? []
        if !Task.isCancelled { context.post(.alikeFound(groups, requestID)) }
      } catch {
        context.post(.failed(DiaryError(error)))
      }
    }
  }

  static var stopFindingAlike: Effect { .stop("alike") }

  /// Finds similar photos among those that have been decoded before, for their mark in the gallery.
  static var markAlike: Effect {
    .run { context in
      try await context.environment.alike?.groups(decoding: false) ?? []
    } then: { state, groups in
      state.alike = Set(groups.flatMap(\.photos).map(\.photo.asset))
    }
  }
}

extension Message {
  fileprivate static func alikeProgress(_ progress: Progress, _ requestID: Int) -> Message {
    Message(progress, requestID) { state in
      state.screens.update(AlikeState.self) { $0.report(progress) }
    }
  }

  fileprivate static func alikeFound(_ groups: [AlikePhotos], _ requestID: Int) -> Message {
    Message(groups, requestID) { state in
      state.alike = Set(groups.flatMap(\.photos).map(\.photo.asset))
      state.screens.update(AlikeState.self) { $0.receive(groups, requestID) }
    }
  }
}

extension AlikeState {
  fileprivate mutating func report(_ progress: Progress) {
    if finding.isReading { self.progress = progress }
  }
}
