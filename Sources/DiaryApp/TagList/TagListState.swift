import DiaryCore
import TerminalUI

/// All tags of the diary with the numbers of their entries.
package struct TagListState: Sendable {
  /// In the order chosen; `nil` until they have been counted.
  private(set) var tags: [TagTally]?
  private(set) var order = TagTally.Order.count
  var filter = TextField()
  var isFiltering = false
  var choice = ChoiceList()
  /// Whether entries have changed since they were counted.
  var isStale = true
  /// The tag that is to be selected once it is there.
  private var wanted: String?

  /// Those that have what is typed in their name.
  private(set) var shown: [TagTally] = []

  var selected: TagTally? {
    shown.indices.contains(choice.selected) ? shown[choice.selected] : nil
  }

  mutating func take(_ tallies: [TagTally]) {
    let name = wanted ?? selected?.name
    wanted = nil
    tags = TagTally.sorted(tallies, by: order)
    narrow()
    // Another tag may stand there now.
    select(name)
  }

  private mutating func select(_ name: String?) {
    if let place = shown.firstIndex(where: { $0.name == name }) {
      choice.select(place, count: shown.count)
    }
  }

  /// Selects a tag, now or when they have been counted.
  mutating func want(_ name: String?) {
    if tags == nil { wanted = name } else { select(name) }
  }

  mutating func changeOrder() {
    order = order == .count ? .name : .count
    take(tags ?? [])
  }

  /// Leaves out what hasn't what is typed in its name.
  mutating func narrow() {
    let wanted = SearchPhrase(String(filter.text.trimmed.drop { $0 == "#" }))
    shown = (tags ?? []).filter { FoldedText($0.name).contains(wanted) }
    choice.select(choice.selected, count: shown.count)
  }
}

extension AppState {
  mutating func updateTagList(_ event: KeyEvent, _ list: TagListState) -> [Effect] {
    var list = list
    let page = TagListView.list(size, list).rows
    if list.isFiltering, let effects = typeFilter(event, &list) { return effects }
    switch keys[.tagList].command(for: event) ?? keys[.everywhere].command(for: event) {
    case .back:
      screens.pop()
      return []
    case .open: return open(list.selected)
    case .search: list.isFiltering = true
    case .changeOrder: list.changeOrder()
    case .rename:
      if let tag = list.selected { screens.push(NameState(.renameTag(tag))) }
      return []
    case .delete:
      guard let tag = list.selected else { return [] }
      guard tag.count > ConfirmState.many else { return Self.removing(tag) }
      screens.push(ConfirmState(question: .removeTag(tag)))
      return []
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .some(let command):
      guard list.choice.handle(command, count: list.shown.count, page: page) else {
        return updateEverywhere(command)
      }
    case nil: return []
    }
    screens.replaceFront(with: list)
    return []
  }

  private mutating func open(_ tag: TagTally?) -> [Effect] {
    tag.map { show(ListScope(.tag($0.name), today: now.day)) } ?? []
  }

  mutating func clickTagList(_ mouse: MouseEvent, _ list: TagListState) -> [Effect] {
    var list = list
    let click = list.choice.handle(
      mouse, count: list.shown.count, in: TagListView.list(size, list))
    screens.replaceFront(with: list)
    return click == .opened ? open(list.selected) : []
  }

  /// Keys of the line where names are narrowed down; `nil` for those that are the list's.
  private mutating func typeFilter(_ event: KeyEvent, _ list: inout TagListState) -> [Effect]? {
    switch event.key {
    case .escape:
      list.filter = TextField()
      list.isFiltering = false
    case .enter: list.isFiltering = false
    default:
      guard type(event, into: &list.filter) else {
        let command = keys[.everywhere].command(for: event)
        return event.modifiers.isEmpty ? nil : command.map { updateEverywhere($0) }
      }
    }
    list.narrow()
    screens.replaceFront(with: list)
    return []
  }

  private mutating func changeTagList(_ body: (inout TagListState) -> Void) {
    screens.update(TagListState.self, body)
  }

  /// Tags are counted anew after a change.
  mutating func missingTagList() -> [Effect] {
    var effects: [Effect] = []
    changeTagList { list in
      if list.isStale { effects = [.tallyTags] }
      list.isStale = false
    }
    return effects
  }

  mutating func tagsMayDiffer() { changeTagList { $0.isStale = true } }

  /// Gives a tag another name; that of another tag makes the two one, after asking
  /// where many entries have it.
  mutating func rename(_ tag: TagTally, to name: String) -> [Effect] {
    var others: [TagTally] = []
    for list in screens.all(TagListState.self) { others = list.tags ?? [] }
    if let other = others.first(where: { $0.name.isSameName(as: name) }),
      !other.name.isSameName(as: tag.name)
    {
      guard tag.count > ConfirmState.many else { return Self.renaming(tag, to: other.name) }
      screens.push(ConfirmState(question: .mergeTags(tag, into: other)))
      return []
    }
    return tag.name.isExactly(name) ? [] : Self.renaming(tag, to: name)
  }

  static func renaming(_ tag: TagTally, to name: String) -> [Effect] {
    [.changeMany(.matching(.tag(tag.name)), .edit(.renameTag(tag.name, to: name)))]
  }

  static func removing(_ tag: TagTally) -> [Effect] {
    [.changeMany(.matching(.tag(tag.name)), .edit(.tags(adding: [], removing: [tag.name])))]
  }
}

extension Effect {
  /// Counts the tags of all entries.
  static var tallyTags: Effect {
    .read { service async throws(DiaryError) in
      try await service.tags()
    } then: { state, tallies in
      state.screens.update(TagListState.self) { $0.take(tallies) }
    }
  }
}
