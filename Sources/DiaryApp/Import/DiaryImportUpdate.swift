import DiaryCore
import TerminalUI
import Words

extension AppState {
  /// Opens the screen that says what would come of a file or folder.
  mutating func openImport(of path: String) -> [Effect] {
    screens.push(DiaryImportState(path))
    return [.readImport(path, updates: false)]
  }

  mutating func updateDiaryImport(_ event: KeyEvent, _ diary: DiaryImportState) -> [Effect] {
    var diary = diary
    let command = keys[.diaryImport].command(for: event) ?? keys[.everywhere].command(for: event)
    guard let command else { return [] }
    let height = DiaryImportView.body(size).rows
    func scroll(_ rows: Int) {
      diary.scroll.move(
        by: rows, content: DiaryImportView.rows(of: diary, size.columns, self).count,
        height: height)
    }
    switch command {
    case .back: return leave(diary)
    case .accept:
      guard let preview = diary.preview else { return [] }
      guard preview.entries + preview.updates > 0 else {
        toast = localized("Nothing new to import.")
        return []
      }
      diary.phase = .writing(nil)
      put(diary)
      return [.writeImport]
    case .bringUpdates:
      guard diary.preview != nil else { return [] }
      diary.bringsUpdates.toggle()
      diary.phase = .reading(nil)
      put(diary)
      return [.readImport(diary.path, updates: diary.bringsUpdates)]
    case .down: scroll(1)
    case .up: scroll(-1)
    case .pageDown: scroll(height)
    case .pageUp: scroll(-height)
    case .leave: return [.cancelImport] + updateEverywhere(command)
    default: return updateEverywhere(command)
    }
    put(diary)
    return []
  }

  /// What is being written is taken back first; everything else ends at once.
  private mutating func leave(_ diary: DiaryImportState) -> [Effect] {
    switch diary.phase {
    case .reading, .asking:
      screens.pop()
      return [.cancelImport]
    case .writing:
      changeDiaryImport { $0.phase = .stopping }
      return [.cancelImport]
    case .stopping: return []
    }
  }

  mutating func scrollDiaryImport(_ mouse: MouseEvent, _ diary: DiaryImportState) {
    let rows = mouse.action.wheelRows
    var diary = diary
    diary.scroll.move(
      by: rows, content: DiaryImportView.rows(of: diary, size.columns, self).count,
      height: DiaryImportView.body(size).rows)
    put(diary)
  }

  private mutating func put(_ diary: DiaryImportState) { changeDiaryImport { $0 = diary } }

  mutating func changeDiaryImport(_ body: (inout DiaryImportState) -> Void) {
    guard var diary = screens.topmost(DiaryImportState.self) else { return }
    body(&diary)
    screens.put(diary)
  }

}
