import DiaryCore

extension AppState {
  mutating func idsRead(_ ids: [ID<Entry>], _ ticket: Int) -> [Effect] {
    guard marks.ticket == ticket else { return [] }
    marks.ticket = nil
    marks.insert(ids)
    defer { marks.waiting = nil }
    return marks.waiting.map { ask($0) } ?? []
  }

  /// Does it once it is known what is to be done, unless others are marked by now.
  mutating func markedChecked(_ ids: [ID<Entry>], _ edit: EntryEdit) -> [Effect] {
    guard screens.isEmpty, marks.ids.sorted() == ids else { return [] }
    return ask(.edit(edit), ids)
  }
}
