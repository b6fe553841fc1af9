import DiaryCore
import TerminalUI
import Text

/// The screen that creates entries from a folder of photos: the photos found and the proposed
/// entries.
package struct PhotoImportState: Sendable {
  /// A proposed entry.
  struct Choice: Sendable {
    var group: PhotoGroup
    var isIncluded = true
  }

  let folder: String
  /// `true` for the inbox, where imported files are moved away.
  let isInbox: Bool
  var phase = TaskPhase.preparing(nil)
  private(set) var choices: [Choice] = []
  private var proposed: [PhotoGroup] = []
  var choice = ChoiceList() {
    didSet { if choice.selected != oldValue.selected { sheet = SheetPosition() } }
  }
  /// The selected photo of the selected entry, and the scroll position among its photos.
  var sheet = SheetPosition()
  private(set) var existing = 0
  private(set) var similar = 0
  /// The number of those photos that are only in entries in the trash.
  private(set) var inTrash = 0
  private(set) var refused: [PhotoIssue] = []
  /// `true` if the folder has more photos than these.
  private(set) var isTruncated = false

  /// Messages about files that can't be imported.
  let problems: [String]

  init(folder: String, isInbox: Bool = false, problems: [String] = []) {
    self.folder = folder
    self.isInbox = isInbox
    self.problems = problems
  }

  var selected: Choice? { choices.element(at: choice.selected) }

  /// `true` if the entries differ from the proposed ones.
  var isArranged: Bool { included != proposed }

  var included: [PhotoGroup] { choices.filter(\.isIncluded).map(\.group) }

  mutating func receive(_ proposal: PhotoProposal) {
    phase = .asking
    proposed = proposal.groups
    choices = proposal.groups.map { Choice(group: $0) }
    existing = proposal.existing
    similar = proposal.similar
    inTrash = proposal.inTrash
    refused = proposal.refused
    isTruncated = proposal.isTruncated
  }

  private mutating func select(_ index: Int) {
    choice.select(index, count: choices.count)
    sheet = SheetPosition()
  }

  /// `true` if places have been named.
  var isNamed: Bool { choices.contains { $0.group.place != nil } }

  /// Sets the places' names of the groups, by the path of their first photo.
  mutating func name(_ places: [String: String]) {
    for index in choices.indices {
      guard let first = choices[index].group.photos.first else { continue }
      choices[index].group.place = places[first.path]
    }
  }

  /// Leaves out or includes the selected entry, and moves to the next.
  mutating func toggle() {
    guard choices.indices.contains(choice.selected) else { return }
    choices[choice.selected].isIncluded.toggle()
    select(choice.selected + 1)
  }

  /// Merges the selected entry with the next one. Returns `false` if there is no next one.
  mutating func merge() -> Bool {
    let position = choice.selected
    guard choices.indices.contains(position + 1) else { return false }
    choices[position].group.merge(choices.remove(at: position + 1).group)
    choices[position].isIncluded = true
    return true
  }

  /// Splits the selected entry at the selected photo. Returns `false` if that is the first one.
  mutating func split() -> Bool {
    guard let selected, let (first, second) = selected.group.split(before: sheet.selected) else {
      return false
    }
    let parts = [first, second].map { Choice(group: $0, isIncluded: selected.isIncluded) }
    choices.replaceSubrange(choice.selected...choice.selected, with: parts)
    select(choice.selected + 1)
    return true
  }
}

// MARK: - PhotoImportUpdate

extension PhotoImportState: ChoiceScreen, TaskScreen {
  /// Opens the screen for the photos in a folder. `problems` are messages about files that can't be
  /// imported.
  static func open(
    folder: String, isInbox: Bool = false, problems: [String] = [], in app: inout AppState
  ) -> [Effect] {
    app.push(PhotoImportState(folder: folder, isInbox: isInbox, problems: problems))
    return [.findPhotos(folder: folder, isInbox: isInbox)]
  }

  package var blocksSwitching: Bool { true }
  var stopCommand: Command { .back }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.photoImport]] }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    guard let command = command(for: key, in: app) else { return [] }
    if phase == .asking { return dispatch(command, in: &app) }
    guard command == .back else {
      return (command == .leave ? [.cancelPhotoImport] : []) + app.updateEverywhere(command)
    }
    return stop(.cancelPhotoImport, in: &app)
  }

  mutating func open(in app: inout AppState) -> [Effect] { [] }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .back where isArranged: app.push(ConfirmState.leavePhotoImport)
    case .namePlaces: return namePlaces()
    case .dropGroup, .mergeGroup, .splitGroup, .writeGroups:
      // Without photos, there are no entries to change.
      return choices.isEmpty ? [] : arrange(command, in: &app)
    case .previous: sheet.move(.left, in: sheet(of: selected?.group, app), height: 0)
    case .next: sheet.move(.right, in: sheet(of: selected?.group, app), height: 0)
    default: return nil
    }
    return []
  }

  /// Names the places of all entries, or removes the names.
  private mutating func namePlaces() -> [Effect] {
    guard !choices.isEmpty else { return [] }
    if isNamed {
      name([:])
      return []
    }
    return [.namePlaces(choices.map(\.group))]
  }

  private mutating func arrange(_ command: Command, in app: inout AppState) -> [Effect] {
    switch command {
    case .dropGroup: toggle()
    case .mergeGroup:
      if !merge() { app.toast = localized("There's no next entry to merge with.") }
    case .splitGroup:
      if !split() {
        app.toast = localized("Use ← and → to choose the photo where the next entry starts.")
      }
    case .writeGroups:
      let groups = included
      guard !groups.isEmpty else {
        app.toast =
          app.keys[.photoImport].keyName(of: .dropGroup).map {
            localized("All entries are left out. Press \($0) to include one.")
          } ?? localized("All entries are left out.")
        return []
      }
      // Few entries are added without a question: the user has seen each one and can undo.
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

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
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
    let entries = CountText.entries(groups.count)
    return ConfirmState(
      title: localized("Add \(entries)?"), selected: .yes,
      effects: [.writeChosen(groups, isInbox: isInbox)]
    ) { app in
      let photos = groups.partText
      if isInbox {
        return [
          localized("\(photos) will be copied into the diary as \(entries)."), "",
          localized("Added files move to the folder “taken” in the inbox."),
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

  /// Asks before discarding changes to the proposed entries.
  fileprivate static var leavePhotoImport: Self {
    ConfirmState(title: localized("Leave without adding?"), isFinal: true) { _ in
      [
        localized("You'd lose which entries you merged, split or left out."), "",
        localized("Nothing will be added, and the original files stay where they are."),
      ]
    } act: { app in
      app.close(PhotoImportState.self)
      return []
    }
  }
}

extension [PhotoGroup] {
  /// The numbers of photos, notes, videos and recordings in the groups.
  package var parts: InboxCount {
    InboxCount(
      photos: reduce(0) { $0 + $1.photos.count }, notes: reduce(0) { $0 + $1.notes.count },
      media: flatMap(\.recordings).map(\.name))
  }

  var partText: String { InboxBadge.parts(parts).joined(separator: ", ") }
}

// MARK: - PhotoImportEffects

extension Effect {
  static func findPhotos(folder: String, isInbox: Bool = false) -> Effect {
    .posting(folder, isInbox, in: .stoppable("import")) { context in
      do {
        let importer = context.environment.photoImporter(forInbox: isInbox)
        context.post(
          .photosProposed(
            try await importer.proposal(for: folder, grouping: PhotoGrouping()) {
              context.post(.photoImportMoved($0))
            }))
      } catch {
        context.post(.photoImportFailed(DiaryError(error)))
      }
    }
  }

  /// Finds the names of the groups' places.
  static func namePlaces(_ groups: [PhotoGroup]) -> Effect {
    .run(groups) { context in
      await context.environment.placeSuggestions?.addingPlaces(to: groups)
    } then: { state, named in
      var places: [String: String] = [:]
      for group in named?.groups ?? [] {
        if let first = group.photos.first { places[first.path] = group.place }
      }
      state.screens.update(PhotoImportState.self) { $0.name(places) }
      if let problem = named?.problem {
        state.toast = problem.line
      } else if places.isEmpty {
        state.toast = localized("The photos have no location data.")
      }
    }
  }

  static func writePhotos(_ groups: [PhotoGroup], isInbox: Bool) -> Effect {
    .write(groups, isInbox, in: .stoppable("import", after: .writes)) {
      context in
      let importer = context.environment.photoImporter(forInbox: isInbox)
      var outcome = try await importer.write(groups) {
        context.post(.photoImportMoved($0))
      }
      outcome.entries.sort { $0.sortKey > $1.sortKey }
      // The entries are saved, even if their ranks can't be read.
      var ranks: [Int] = []
      for entry in outcome.entries {
        if let rank = try? await context.service.rank(of: entry.sortKey) { ranks.append(rank) }
      }
      return .photosWritten(outcome, ranks: ranks)
    } failed: {
      .photoImportFailed($0)
    }
  }

  /// Writes the selected entries if the screen is still open.
  static func writeChosen(_ groups: [PhotoGroup], isInbox: Bool) -> Effect {
    .update { state in
      guard state.screens.contains(PhotoImportState.self) else { return [] }
      state.screens.update(PhotoImportState.self) { $0.phase = .running(nil) }
      return [.writePhotos(groups, isInbox: isInbox)]
    }
  }

  static var cancelPhotoImport: Effect { .stop("import") }
}

extension Message {
  static func photoImportMoved(_ progress: Progress) -> Message {
    .moved(PhotoImportState.self, to: progress, function: #function)
  }

  /// Handles the photos that were found; `nil` if the search was stopped.
  static func photosProposed(_ proposal: PhotoProposal?) -> Message {
    Message(proposal) { state in
      guard let proposal else { return }
      var omitted: [String] = []
      state.screens.update(PhotoImportState.self) { photos in
        guard case .preparing = photos.phase else { return }
        photos.receive(proposal)
        omitted = photos.problems + proposal.omitted + proposal.skipped.lines
      }
      if !omitted.isEmpty {
        state.screens.push(NoticeState(title: localized("Left out"), lines: omitted))
      }
      guard proposal.isTruncated, state.screens.contains(PhotoImportState.self) else { return }
      state.toast =
        localized(
          "There are more than \(CountText.photos(proposal.photos)). Run it again for the rest.")
    }
  }

  /// Handles the entries that were written, newest first, with their ranks among all entries. There
  /// are no ranks if they couldn't be read.
  static func photosWritten(_ outcome: PhotoImportOutcome, ranks: [Int]) -> Message {
    Message(outcome, ranks) { state in
      let isTruncated = state.screens.contains(PhotoImportState.self, where: \.isTruncated)
      state.screens.removeAll(PhotoImportState.self)
      state.reloadDays()
      if !outcome.entries.isEmpty {
        state.undo.record(UndoStep(adding: outcome.entries))
      }
      if ranks.count == outcome.entries.count {
        // Ranks assume that the newer entries have been inserted already.
        for (entry, rank) in zip(outcome.entries, ranks) { state.list.insert(entry, at: rank) }
        state.changeFound { $0.refresh() }
        if let newest = outcome.entries.first, let rank = ranks.first {
          state.select(newest, at: rank)
        }
      } else {
        state.reloadLists()
      }
      let words = outcome.text(isTruncated: isTruncated)
      state.toast = words
      if !outcome.refused.isEmpty {
        state.screens.push(
          NoticeState(title: localized("Couldn't add it"), lines: outcome.refused.map(\.line)))
      }
      if !outcome.omitted.isEmpty {
        state.screens.push(
          NoticeState(title: localized("Left in the inbox"), lines: outcome.omitted))
      }
      if let failure = outcome.failure {
        state.screens.push(
          NoticeState(title: localized("Partly added"), lines: [failure.line, words]))
      }
    }
  }

  /// Handles an error after which nothing was added.
  fileprivate static func photoImportFailed(_ error: DiaryError) -> Message {
    Message(error) { state in
      state.screens.removeAll(PhotoImportState.self)
      state.showError(error)
    }
  }
}

extension PhotoImportOutcome {
  fileprivate func text(isTruncated: Bool) -> String {
    let media = CountText.media(
      photos: photos, videos: entries.reduce(0) { $0 + $1.videos.count },
      recordings: entries.reduce(0) { $0 + $1.attachments.count(where: \.type.isRecording) })
    let added = localized("Added \(CountText.entries(entries.count)) with \(media).")
    return [
      wasCancelled ? localized("Stopped.") : nil,
      added,
      existingPhotos > 0
        ? localized("\(CountText.photos(existingPhotos)) were already there.") : nil,
      isTruncated ? localized("There are more. Run it again for the rest.") : nil,
    ].compactMap(\.self).joined(separator: " ")
  }
}

extension AppEnvironment {
  /// Returns the importer for a folder or for the inbox.
  fileprivate func photoImporter(forInbox isInbox: Bool) -> any PhotoImporting {
    isInbox ? inbox?.importer ?? photoImporter : photoImporter
  }
}
