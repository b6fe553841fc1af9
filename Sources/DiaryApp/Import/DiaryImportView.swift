import DiaryCore
import TerminalUI
import Words

/// What an import would bring, line by line, or how far it is.
enum DiaryImportView {
  static func body(_ size: Size) -> Rect {
    ScreenFrame.body(size).inset(left: 2, top: 1, right: 2)
  }

  /// A line of the preview: a name and what belongs to it, or a problem.
  struct Row {
    var name = ""
    var text: String
    var isFaint = false
  }

  static func layOut(_ diary: inout DiaryImportState, _ state: AppState) {
    diary.scroll.move(
      by: 0, content: rows(of: diary, state.size.columns, state).count,
      height: body(state.size).rows)
  }

  static func draw(_ diary: DiaryImportState, _ state: AppState, in grid: inout Grid) {
    let table = state.keys[.diaryImport]
    let isAsking = diary.preview != nil
    let (body, rows) = (body(grid.size), rows(of: diary, grid.size.columns, state))
    _ = ScreenFrame(
      title: localized("Import · \(diary.name)"),
      trailing: diary.scroll.sign(content: rows.count, height: body.rows),
      hints: isAsking ? table.bindings : [table.hint(.back, "stop")].compactMap(\.self), in: &grid,
      state)
    switch diary.phase {
    case .reading(let progress):
      ProgressDialog.draw(
        localized("Reading"), progress, stop: table.stoppingWords(.back), in: &grid, state.theme)
    case .writing(let progress):
      ProgressDialog.draw(
        localized("Importing"), progress, stop: table.stoppingWords(.back), in: &grid, state.theme)
    case .stopping:
      ProgressDialog.drawStopping(
        localized("Undoing what was written so far."), in: &grid, state.theme)
    case .asking:
      for (place, row) in rows.dropFirst(diary.scroll.top).prefix(body.rows).enumerated() {
        let line = body.line(place)
        grid.draw(row.name, in: line, state.theme.dim)
        grid.draw(
          row.text, in: line.inset(left: row.name.isEmpty && row.isFaint ? 0 : nameColumns),
          row.isFaint ? state.theme.dim : state.theme.text)
      }
    }
  }

  /// For the names at the left.
  private static let nameColumns = 12

  static func rows(of diary: DiaryImportState, _ columns: Int, _ state: AppState) -> [Row] {
    guard let preview = diary.preview else { return [] }
    let room = max(1, columns - 4 - nameColumns)
    func wrapped(_ name: String, _ text: String) -> [Row] {
      let lines = LineWrapping.rows(ofText: text.printable, columns: room)
      return lines.enumerated().map { Row(name: $0 == 0 ? name : "", text: $1.trimmedEnd) }
    }
    var rows = wrapped(localized("Format"), preview.format)
    rows += wrapped(localized("Entries"), entryWords(preview))
    rows += wrapped(localized("Photos"), fileWords(preview))
    if let days = preview.days {
      let (first, last) = (DateWords.short(days.lowerBound), DateWords.short(days.upperBound))
      rows += wrapped(localized("Dates"), first == last ? first : "\(first) – \(last)")
    }
    if !preview.journals.isEmpty {
      let journals = preview.journals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\(TitleWords.journal($0.key)) \(CountWords.grouped($0.value))" }
      rows += wrapped(localized("Journals"), journals.joined(separator: ", "))
    }
    rows += wrapped(localized("Changed"), updateWords(diary, preview, state.keys[.diaryImport]))
    guard !preview.problems.isEmpty else { return rows }
    rows.append(Row(text: ""))
    rows.append(
      Row(name: "", text: localized("Can't be imported, or only with changes:"), isFaint: true))
    for problem in preview.problems {
      rows += LineWrapping.rows(ofText: problem.printable, columns: max(1, columns - 4))
        .map { Row(text: $0.trimmedEnd, isFaint: true) }
    }
    return rows
  }

  private static func entryWords(_ preview: ImportPreview) -> String {
    var parts = [localized("\(CountWords.grouped(preview.entries)) new")]
    if preview.alreadyThere > 0 {
      parts.append(localized("\(CountWords.grouped(preview.alreadyThere)) there already"))
    }
    return parts.joined(separator: " · ")
  }

  private static func fileWords(_ preview: ImportPreview) -> String {
    var parts = [CountWords.photos(preview.photos)]
    if preview.attachments > 0 { parts.append(CountWords.attachments(preview.attachments)) }
    return parts.joined(separator: " · ")
  }

  /// What becomes of entries that are there already and have changed in the source.
  private static func updateWords(
    _ diary: DiaryImportState, _ preview: ImportPreview, _ keys: KeyTable
  ) -> String {
    let words =
      diary.bringsUpdates
      ? localized("\(CountWords.grouped(preview.updates)) to be updated")
      : localized("entries already here stay as they are")
    guard let key = keys.keyName(of: .bringUpdates) else { return words }
    return diary.bringsUpdates
      ? localized("\(words). Press \(key) to skip them")
      : localized("\(words). Press \(key) to update")
  }
}
