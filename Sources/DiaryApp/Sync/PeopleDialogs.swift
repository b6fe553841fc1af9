import DiaryCore
import TerminalUI
import Text

extension AppState {
  /// Opens the dialog that approves a person who wants to join, or that changes a member's role.
  mutating func ask(about person: Person) {
    guard person.state == .removed || mayDecide(.open, about: person) else {
      return showError(.account(.notAnOwner))
    }
    switch person.state {
    case .pending: push(ConfirmState.approve(person))
    case .member: push(RoleChoice(of: person))
    case .removed: showRemoved(person)
    }
  }

  /// Asks for confirmation before a person is removed or their request refused.
  mutating func askToRemove(_ person: Person) {
    guard person.state == .removed || mayDecide(.delete, about: person) else {
      return showError(.account(.notAnOwner))
    }
    if person.state == .removed { showRemoved(person) } else { push(ConfirmState.remove(person)) }
  }

  /// Returns true if the user may perform a command on a person. Owners may decide about everyone;
  /// others may approve their own devices and leave. Returns true if the user isn't in the list of
  /// people.
  func mayDecide(_ command: Command, about person: Person) -> Bool {
    guard let own = sync.state?.people.first(where: \.isCurrentUser), own.role != .owner else {
      return true
    }
    return own.id == person.id && (command == .delete || person.state == .pending)
  }

  private mutating func showRemoved(_ person: Person) {
    toast = localized("\(person.name) was already removed.").printable
  }
}

extension ConfirmState {
  /// A confirmation with the check words, which the user compares with those that the other person
  /// reads to them.
  fileprivate static func approve(_ person: Person) -> Self {
    ConfirmState(
      title: PersonDecision.approve.question(about: person), isFinal: true,
      effects: [.decide(.approve, about: person)]
    ) { _ in
      [
        person.verificationWords.joined(separator: " "), "",
        localized(
          """
          Ask them for the three words on their machine. If the words differ, someone else sent \
          the request.
          """),
        "",
        localized("They'll be able to read everything in this diary and write in it."),
      ]
    }
  }

  fileprivate static func remove(_ person: Person) -> Self {
    ConfirmState(
      title: PersonDecision.remove.question(about: person), isFinal: true,
      effects: [.decide(.remove, about: person)]
    ) { _ in
      if person.state == .pending { return [localized("Their invitation will stop working.")] }
      guard !person.isCurrentUser else {
        return [
          localized("You won't receive anything others write from now on. What's here is kept.")
        ]
      }
      return [
        localized(
          """
          They won't receive anything written from now on. What they wrote stays, and they keep \
          what they already have.
          """
        ), "",
        localized("This makes a new key. You'll get six new recovery words."),
      ]
    }
  }
}

extension ConfirmState {
  /// Asks whether to remove a person or change their role without the remotes that can't be
  /// reached.
  fileprivate static func decideOffline(
    _ decision: PersonDecision, about person: Person, because reason: String
  ) -> Self {
    .offlineQuestion(
      decision.question(about: person), yes: decision.offlineAnswer(about: person),
      because: reason, notes: decision.offlineNotes(about: person)
    ) { _ in [.decide(decision, about: person, isOffline: true)] }
  }

  /// Asks whether to remove a device without the remotes that can't be reached.
  static func removeOffline(_ device: DeviceState, because reason: String) -> Self {
    .offlineQuestion(
      question(aboutRemoving: device), yes: localized("Remove anyway"), because: reason
    ) { $0.remove(device, isOffline: true) }
  }

  /// Asks whether to continue although a remote can't be reached.
  private static func offlineQuestion(
    _ title: String, yes: String, because reason: String, notes: [String] = [],
    act: @escaping @Sendable (inout AppState) -> [Effect]
  ) -> Self {
    ConfirmState(
      title: title, yes: yes, isFinal: true,
      text: { _ in
        [
          reason, "",
          localized(
            """
            Nothing was changed. If you continue, changes that others sent only there stay hidden.
            """),
        ] + notes
      }, act: act)
  }
}

/// A dialog in which an owner chooses a member's role.
struct RoleChoice: ChoiceDialog {
  private let person: Person
  var choice = ChoiceList()

  private static let roles = PersonRole.allCases

  init(of person: Person) {
    self.person = person
    choice.select(Self.roles.firstIndex(of: person.role) ?? 0, count: Self.roles.count)
  }

  var title: String { PersonDecision.role(person.role).question(about: person) }

  mutating func open(in app: inout AppState) -> [Effect] {
    app.pop()
    let role = Self.roles[choice.selected]
    return role == person.role ? [] : [.decide(.role(role), about: person)]
  }

  func rowCount(in app: AppState) -> Int { Self.roles.count }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    CountedRow.draw(
      text(ofRow: row, in: app), count: nil, isSelected: isSelected, in: &grid, line, app.theme)
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    let role = Self.roles[row]
    return "\(role.label): \(role.meaning)"
  }
}

extension PersonRole {
  /// A few words about the role's permissions.
  fileprivate var meaning: String {
    switch self {
    case .owner: localized(id: "role.owner.meaning", "writes, manages people")
    case .editor: localized(id: "role.writer.meaning", "writes entries")
    case .viewer: localized(id: "role.reader.meaning", "only reads")
    }
  }
}

// MARK: - Effects

/// A decision about a person in a shared diary.
enum PersonDecision: Hashable, Sendable {
  case approve, remove
  case role(PersonRole)
}

extension Effect {
  /// Records a decision and syncs it to the others as soon as possible. Removing a person or
  /// changing a role waits for the remotes' news; saves don't wait for it. If a remote can't be
  /// reached, asks whether to continue without it.
  static func decide(
    _ decision: PersonDecision, about person: Person, isOffline: Bool = false
  ) -> Effect {
    .run(
      decision, person, isOffline,
      in: decision == .approve ? .writes : .interruptible(syncSlot)
    ) { context -> (MessageError?, SyncState?) in
      guard let sync = context.environment.sync else { return (nil, nil) }
      do throws(MessageError) {
        switch decision {
        case .approve: try await sync.approve(person.id)
        case .remove: try await sync.remove(person.id, isOffline: isOffline)
        case .role(let role): try await sync.change(person.id, to: role, isOffline: isOffline)
        }
      } catch {
        return (error, nil)
      }
      return (nil, await sync.state())
    } thenPerform: { state, answer in
      if let known = answer.1 { state.sync.receive(known) }
      if let error = answer.0 {
        if let reason = error.offlineReason {
          state.screens.push(ConfirmState.decideOffline(decision, about: person, because: reason))
        } else {
          state.showError(error.line)
        }
        return []
      }
      state.toast = decision.outcome(for: person)
      // The decision may have changed this user's own permissions.
      return [.identify] + state.startSync(.sync(nil), isManual: false)
    }
  }
}

extension PersonDecision {
  /// Returns the title of the question before the decision.
  fileprivate func question(about person: Person) -> String {
    let name = person.name.printable
    return switch self {
    case .approve: localized("Approve \(name)?")
    case .role: localized("Role of \(name)")
    case .remove where person.state == .pending: localized("Refuse \(name)?")
    case .remove where person.isCurrentUser: localized("Leave this diary?")
    case .remove: localized(id: "person.remove", "Remove “\(name)”?")
    }
  }

  /// Returns the label of the button that makes the decision although a remote can't be reached.
  fileprivate func offlineAnswer(about person: Person) -> String {
    switch self {
    case .role, .approve: localized("Change anyway")
    case .remove where person.isCurrentUser: localized("Leave anyway")
    case .remove: localized(id: "person.remove-anyway", "Remove anyway")
    }
  }

  /// Returns a paragraph about when the new recovery words are shown, or no lines.
  ///
  /// Unlike the removal of a device, the removal of a person is sent under the old key, so that the
  /// person can read it: the sync makes the new key after that.
  fileprivate func offlineNotes(about person: Person) -> [String] {
    guard case .remove = self, !person.isCurrentUser, person.state == .member else { return [] }
    return [
      "",
      localized(
        """
        The new key is made once a sync reaches a remote. The Sync screen then shows the six new \
        recovery words.
        """),
    ]
  }

  /// Returns one line about what was done, safe for a terminal.
  fileprivate func outcome(for person: Person) -> String {
    switch self {
    case .approve: localized("Approved \(person.name).").printable
    case .remove: PersonText.outcome(ofRemoving: person)
    case .role(let role): PersonText.outcome(ofChanging: person, to: role)
    }
  }
}

/// A dialog that edits a device's name.
struct DeviceNameState: LineDialog {
  private let device: ID<Device>
  private let oldName: String
  var field: TextField

  init(_ device: DeviceState) {
    self.device = device.id
    oldName = device.name.printable
    field = TextField(oldName)
  }

  var title: String { localized("New name for “\(oldName)”") }
  var label: String { localized("Name") }

  /// Starts the rename. The dialog closes when it succeeds.
  func accept(in app: inout AppState) -> [Effect] {
    let name = String(field.text.trimmed)
    guard !name.isEmpty else {
      app.toast = localized("Type a name.")
      return []
    }
    return [.renameDevice(device, to: name)]
  }
}

/// The progress of removing a device, for which a new key is made. It stays in front so that the
/// new recovery words are shown as soon as they exist.
struct DeviceRemovalState: TaskScreen {
  let name: String
  var phase = TaskPhase.running(nil)

  var taskText: String { localized("Removing “\(name)”") }

  var coversScreen: Bool { false }
  var blocksSwitching: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.newRemote]] }

  mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    switch command(for: key, in: app) {
    case .cancel where phase != .stopping:
      phase = .stopping
      return app.stopSync()
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    default: return []
    }
  }

  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    drawProgress(in: &grid, app)
    return nil
  }

  func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(taskText, phase == .stopping ? [localized("Stopping…")] : [])
  }
}

extension AppState {
  /// Starts the removal of a device and shows its progress.
  fileprivate mutating func remove(_ device: DeviceState, isOffline: Bool) -> [Effect] {
    push(DeviceRemovalState(name: device.name.printable))
    return startSync(.removeDevice(device, isOffline: isOffline), isManual: true)
  }
}

extension ConfirmState {
  private static func question(aboutRemoving device: DeviceState) -> String {
    localized("Remove “\(device.name.printable)”?")
  }

  static func remove(_ device: DeviceState) -> Self {
    ConfirmState(title: question(aboutRemoving: device), isFinal: true) { app in
      // Several devices may have the same name.
      let which = "\(device.shortID) · \(SyncLayout.text(of: device, app))".printable
      guard app.sync.usesKey else {
        return [
          which, "",
          localized(
            "Its changes are no longer accepted. It can still read plain files on a remote."),
        ] + twins(of: device, app)
      }
      return [
        which, "",
        localized(
          """
          It can't read what you write from now on, and its changes are no longer accepted. It \
          keeps what it already has.
          """),
      ] + twins(of: device, app) + [
        "", localized("This makes a new key. You'll get six new recovery words."),
      ]
    } act: {
      $0.remove(device, isOffline: false)
    }
  }

  /// Returns a paragraph that names the devices removed together with a device, or no lines.
  private static func twins(of device: DeviceState, _ app: AppState) -> [String] {
    let twins = (app.sync.state?.devices ?? []).filter {
      device.twins.contains($0.id) && !$0.isRemoved
    }
    let lines = twins.map { twin in
      localized("“\(twin.name)” (\(twin.shortID)) has the same keys and is removed, too.").printable
    }
    return lines.isEmpty ? [] : [""] + lines
  }

  static func remove(_ remote: RemoteState) -> Self {
    ConfirmState(title: localized("Stop using “\(remote.name.printable)”?")) { app in
      app.headline(remote.address.printable)
        + [localized("Files there are kept. You can add it again at any time.")]
    } act: { app in
      app.startSync(.removeRemote(remote.name), isManual: true)
    }
  }
}
