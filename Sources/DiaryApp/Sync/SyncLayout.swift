import DiaryCore
import Localization
import TerminalUI

/// The rows of the sync screen: each remote with all that is to be said of it, then each person and each
/// device.
struct SyncLayout {
  struct Row {
    enum Kind {
      case heading, name, detail, problem
    }

    var kind: Kind
    var text = ""
    /// At the right end.
    var trailing = ""
    /// The number of the item that it belongs to.
    var item: Int?
  }

  private(set) var rows: [Row] = []
  /// The rows of each item, with what stands above it and belongs to none.
  private(set) var items: [Range<Int>] = []

  private let app: ScreenContext
  /// For what is said, behind the bar that marks what is selected.
  private let columns: Int

  /// In columns: what stands at the right isn't far from the names on a wide screen.
  static let widest = 78
  /// Details are further to the right than names.
  static let indent = 2

  init(_ items: [SyncScreen.Item], columns: Int, _ app: ScreenContext) {
    self.app = app
    self.columns = min(columns, Self.widest) - 1
    let hasRemotes = app.sync.state?.remotes.isEmpty == false
    if app.sync.state != nil, !hasRemotes {
      add(.detail, Self.emptyWords(app), item: nil)
    }
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
        addName(device.name, Self.words(of: device, app), index)
      }
      self.items.append(start..<rows.count)
    }
  }

  /// What to do where there is no remote yet.
  static func emptyWords(_ app: ScreenContext) -> String {
    guard let key = app.keys[.sync].keyName(of: .addRemote) else {
      return localized("No remotes yet.")
    }
    return localized(
      id: "sync.empty",
      """
      No remotes yet. Press \(key) to add one that your other machines reach, too: a folder, a git \
      repository, an rclone remote or an SSH host. They get the diary with photodiary clone.
      """)
  }

  /// The item that a row belongs to.
  func item(ofRow row: Int) -> Int? { rows.element(at: row)?.item }

  /// The item at a row, or the one that comes next.
  func item(nearestRow row: Int) -> Int {
    items.firstIndex { row < $0.upperBound } ?? items.count - 1
  }

  // MARK: Rows

  private mutating func add(_ remote: RemoteState, _ index: Int) {
    let waiting = remote.waitingOut > 0 ? "↑\(CountWords.grouped(remote.waitingOut))  " : ""
    addName(remote.name, waiting + Self.lastSync(remote, app), index)
    add(.detail, remote.address, item: index)
    add(.detail, Self.facts(remote).joined(separator: " · "), item: index)
    for problem in Self.problems(remote) { add(.problem, "⚠ " + problem, item: index) }
  }

  private mutating func add(_ person: Person, _ index: Int) {
    addName(person.name, person.words, index)
    for fact in Self.facts(person) { add(.detail, fact, item: index) }
  }

  /// A name with what stands at the right of it; below it, where there is no room beside it.
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

  // MARK: Words

  static func lastSync(_ remote: RemoteState, _ app: ScreenContext) -> String {
    remote.lastSync.map { SyncWords.ago($0, app) } ?? localized("never synced")
  }

  /// How things are kept there, and what of it isn't here.
  static func facts(_ remote: RemoteState) -> [String] {
    var facts = [SyncWords.encryption(isPlain: remote.isPlain), SyncWords.photos(remote.photos)]
    if remote.elsewhere > 0 {
      facts.append(localized("\(CountWords.files(remote.elsewhere)) not here"))
    }
    return facts
  }

  static func problems(_ remote: RemoteState) -> [String] {
    [remote.error].compactMap(\.self) + remote.issues
  }

  /// What an owner compares before they let somebody in.
  static func facts(_ person: Person) -> [String] {
    person.state == .asking
      ? [localized("with the words: \(person.check.joined(separator: " "))")] : []
  }

  /// Whose it is, and when it was seen.
  static func words(of device: DeviceState, _ app: ScreenContext) -> String {
    [device.isThis ? nil : device.person, standing(of: device, app)].compactMap(\.self)
      .joined(separator: " · ")
  }

  private static func standing(of device: DeviceState, _ app: ScreenContext) -> String {
    if device.isThis {
      return device.isRemoved ? localized("this device, removed") : localized("this device")
    }
    let seen =
      device.lastSeen.map { localized("last seen \(SyncWords.ago($0, app))") }
      ?? localized("not seen yet")
    return device.isRemoved ? localized("removed, \(seen)") : seen
  }
}

extension SyncScreen.Item {
  /// What stands above those of its kind.
  fileprivate var heading: String {
    switch self {
    case .remote: localized("Remotes")
    case .person: localized("People")
    case .device: localized("Devices")
    }
  }
}
