import DiaryCore
import Localization
import TerminalUI

extension NewRemoteState {
  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    guard phase == .asking else {
      drawProgress(in: &grid, app, stop: .cancel)
      return nil
    }
    let theme = app.theme
    box(app).draw(in: &grid, grid.bounds, theme.dialog)
    let form = form(app)
    form.drawLabels(focus: focus.rawValue, in: &grid, theme)
    var caret: Point?
    for field in Field.allCases {
      let style = focus == field ? theme.accent : theme.text
      let value = form.value(of: field.rawValue)
      switch field {
      case .address, .name:
        let text = field == .address ? address : name
        let point = text.draw(in: &grid, value, style)
        if focus == field { caret = point }
      case .encryption, .photos: grid.draw(words(of: field), in: value, style)
      }
    }
    for (index, row) in explanationRows(app.size).enumerated() {
      let line = form.line(Field.allCases.count + (isRoomy(app.size) ? 1 : 0) + index)
      grid.draw(row, in: line.inset(left: 1), theme.dim)
    }
    return caret
  }

  var taskWords: String {
    phase == .stopping
      ? localized("What has gone there stays.")
      : localized("Adding “\(String(name.text.trimmed).printable)”")
  }

  func form(_ app: ScreenContext) -> FormRows {
    FormRows(Field.allCases.map(Self.label), in: box(app).inner(in: Rect(app.size)))
  }

  private static func label(_ field: Field) -> String {
    switch field {
    case .address: localized("Address")
    case .name: localized("Name")
    case .encryption: localized("Files")
    case .photos: localized("Photos")
    }
  }

  /// What is chosen in a field.
  private func words(of field: Field) -> String {
    switch field {
    case .address: address.text
    case .name: name.text
    case .encryption: SyncWords.encryption(isPlain: isPlain)
    case .photos: SyncWords.photos(photos)
    }
  }

  /// What the focused field means, in two rows of a small screen.
  private var explanation: String {
    switch focus {
    case .address: localized("/folder, git URL, rclone:R:PATH or ssh://HOST/PATH")
    case .name: localized("What you want to call it here.")
    case .encryption where isPlain: localized("Whoever can read them there can read your diary.")
    case .encryption: localized("Only your devices and six words open them.")
    case .photos:
      switch photos {
      case .all: localized("This machine keeps every photo, whole.")
      case .small: localized("Photos from elsewhere come as previews.")
      case .none: localized("Photos from elsewhere stay there.")
      }
    }
  }

  private func explanationRows(_ size: Size) -> [String] {
    // Below the names of the fields.
    LineWrapping.rows(ofText: explanation, columns: DialogBox.textColumns(on: size.columns) - 1)
  }

  private static let mostExplanationRows = 2

  /// Whether the screen needn't be used to its edges.
  private func isRoomy(_ size: Size) -> Bool { size.rows > 16 }

  private func box(_ app: ScreenContext) -> DialogBox {
    let gap = isRoomy(app.size) ? [""] : []
    let fields = Array(repeating: "", count: Field.allCases.count)
    let explanation = Array(repeating: "", count: Self.mostExplanationRows)
    return DialogBox(
      title: localized("Add a remote"),
      body: fields + gap + explanation + gap
        + FormRows.keyRows(
          app.keys[.newRemote], columns: DialogBox.textColumns(on: app.size.columns)))
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    let title = localized("Add a remote")
    switch phase {
    case .stopping: return AccessibleText(title, selected: localized("Stopping…"))
    case .preparing(let progress), .running(let progress):
      return AccessibleText(title, selected: progress?.words() ?? taskWords)
    case .asking:
      let label = Self.label(focus)
      switch focus {
      case .address: return AccessibleText(title, [explanation], field: .init(label, address))
      case .name: return AccessibleText(title, [explanation], field: .init(label, name))
      case .encryption, .photos:
        return AccessibleText(title, [explanation], selected: "\(label): \(words(of: focus))")
      }
    }
  }
}
