import TerminalUI

extension TemplateChooser: Screen {
  package var isTyping: Bool { true }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.templates]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateTemplates(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickTemplates(mouse, self)
  }

  package mutating func layOut(in app: AppState) { TemplateChooserView.layOut(&self, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    TemplateChooserView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    var chooser = self
    chooser.filter.insert(text)
    app.screens.replaceFront(with: chooser)
    return []
  }
}
