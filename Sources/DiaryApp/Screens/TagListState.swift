import DiaryCore
import TerminalUI
import Text

/// The state of the tags screen: all tags with their numbers of entries.
package struct TagListState: Sendable {
  /// The tags in the chosen order, or `nil` until they have been counted.
  private(set) var tags: [TagTally]?
  private(set) var order = TagTally.Order.count
  var filter = TextField()
  var isFiltering = false
  var choice = ChoiceList()
  /// True if entries have changed since the tags were counted.
  private var isStale = true
  /// The tag to select once it is loaded.
  private var wanted: String?

  /// The largest number of entries that a tag has.
  private var most = 0

  /// The tags whose names contain the filter's text.
  private(set) var shown: [TagTally] = []

  var selected: TagTally? { shown.element(at: choice.selected) }

  mutating func receive(_ tallies: [TagTally]) {
    let name = wanted ?? selected?.name
    wanted = nil
    tags = TagTally.sorted(tallies, by: order)
    most = tallies.map(\.count).max() ?? 0
    narrow()
    // The row may contain another tag now.
    select(name)
  }

  private mutating func select(_ name: String?) {
    if let location = shown.firstIndex(where: { $0.name == name }) {
      choice.select(location, count: shown.count)
    }
  }

  /// Selects a tag, or remembers it until the tags have been counted.
  mutating func request(_ name: String?) {
    if tags == nil { wanted = name } else { select(name) }
  }

  mutating func changeOrder() {
    order = order == .count ? .name : .count
    receive(tags ?? [])
  }

  /// Applies the filter to the tags.
  mutating func narrow() {
    let wanted = SearchPhrase(String(filter.text.trimmed.drop { $0 == "#" }))
    shown = (tags ?? []).filter { FoldedText($0.name).contains(wanted) }
    choice.select(choice.selected, count: shown.count)
  }
}

extension TagListState: SearchableScreen {
  package var opener: Command? { .tagList }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.tagList]] }

  package func location(in app: AppState) -> Location.Screen? {
    Location.Screen(kind: .tags, name: selected?.name)
  }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .open: selected != nil
    case .rename, .delete: selected != nil && app.obstacle == nil
    case .search: tags?.isEmpty == false
    case .changeOrder: tags?.count ?? 0 > 1
    default: true
    }
  }

  mutating func open(in app: inout AppState) -> [Effect] {
    selected.map { [.show(ListScope(.tag($0.name), today: app.now.day))] } ?? []
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .search: isFiltering = true
    case .changeOrder: changeOrder()
    case .rename: if let selected { app.push(NameState(.renameTag(selected))) }
    case .delete:
      guard let selected else { return [] }
      guard selected.count > ConfirmState.many else { return Self.removing(selected) }
      app.push(ConfirmState.remove(selected))
    default: return nil
    }
    return []
  }

  package mutating func diaryChanged() { isStale = true }

  package mutating func requests(in app: inout AppState) -> [Effect] {
    defer { isStale = false }
    return isStale ? [.tallyTags] : []
  }

  // MARK: Changing tags

  /// Renames a tag. The name of another tag merges the two, after a confirmation if many entries
  /// are affected.
  static func rename(_ tag: TagTally, to name: String, in app: inout AppState) -> [Effect] {
    let others = app.screens.all(TagListState.self).last?.tags ?? []
    if let other = others.first(where: { $0.name.isSameName(as: name) }),
      !other.name.isSameName(as: tag.name)
    {
      guard tag.count > ConfirmState.many else { return renaming(tag, to: other.name) }
      app.push(ConfirmState.merge(tag, into: other))
      return []
    }
    return tag.name.isExactly(name) ? [] : renaming(tag, to: name)
  }

  static func renaming(_ tag: TagTally, to name: String) -> [Effect] {
    [.change(.matching(.tag(tag.name)), .edit(.renameTag(tag.name, to: name)))]
  }

  static func removing(_ tag: TagTally) -> [Effect] {
    [.change(.matching(.tag(tag.name)), .edit(.tags(adding: [], removing: [tag.name])))]
  }
}

extension ConfirmState {
  fileprivate static func remove(_ tag: TagTally) -> Self {
    let entries = CountText.entries(tag.count)
    return ConfirmState(
      title: localized("Remove #\(tag.name.printable) from \(entries)?"),
      effects: TagListState.removing(tag)
    ) { app in
      [localized("In the text, only the # is removed; the word stays."), "", app.undoText]
    }
  }

  /// A confirmation before a tag is merged with an existing one.
  fileprivate static func merge(_ tag: TagTally, into other: TagTally) -> Self {
    let (name, otherName) = (tag.name.printable, other.name.printable)
    return ConfirmState(
      title: localized("Merge #\(name) and #\(otherName)?"),
      effects: TagListState.renaming(tag, to: other.name)
    ) { app in
      let words = localized(
        """
        #\(name) is in \(CountText.entries(tag.count)), #\(otherName) in \
        \(CountText.entries(other.count)). All of them will have #\(otherName).
        """)
      return [words, "", app.undoText]
    }
  }
}

extension Location.Kind {
  static let tags = Self(name: "tags") { location, _, old, app in
    var tags = old as? TagListState ?? TagListState()
    tags.request(location.name)
    return (tags, [])
  }
}

extension Effect {
  /// Counts the tags of all entries.
  static var tallyTags: Effect {
    .read { service in
      try await service.tags()
    } then: { state, tallies in
      state.screens.update(TagListState.self) { $0.receive(tallies) }
    }
  }
}

// MARK: - Drawing

extension TagListState {
  func rowCount(in app: AppState) -> Int { shown.count }

  func list(in app: AppState) -> Rect {
    let body = ScreenFrame.body(app.size)
    return showsFilter ? body.inset(top: 1) : body
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let theme = app.theme
    let frame = ScreenFrame(
      title: localized("Tags"), trailing: tags.map { CountText.tags($0.count) } ?? "",
      hints: app.keys[.tagList].bindings, in: &grid, app)
    let rect = list(in: app)
    let caret = drawFilter(in: &grid, frame.body, theme)
    if let tags, shown.isEmpty {
      let page = tags.isEmpty ? emptyPage(app) : EmptyPage(localized("No tags match."))
      page.draw(in: &grid, rect, theme)
    } else if tags == nil {
      grid.draw(localized("reading…"), in: rect.line(0).inset(left: 1), theme.dim)
    }
    drawRows(in: &grid, app)
    return caret
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    CountedRow.draw(
      "#" + shown[row].name, count: shown[row].count, of: most, isSelected: isSelected, in: &grid,
      line, app.theme)
  }

  private func emptyPage(_ app: AppState) -> EmptyPage {
    let hint =
      app.keys[.list].keyName(of: .entryTags).map {
        localized("Write #walk in an entry, or press \($0) in the list.")
      } ?? localized("Write #walk in an entry.")
    return EmptyPage(localized("No tags yet."), hint)
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    "#\(shown[row].name), \(CountText.entries(shown[row].count))"
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    guard let tags else { return AccessibleText(localized("Tags")) }
    return AccessibleText(
      "\(localized("Tags")), \(CountText.tags(tags.count))", selected: selectedText(in: app),
      field: isFiltering ? .init(localized("Search"), filter) : nil)
  }
}
