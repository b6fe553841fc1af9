import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// The window changes its size: what is shown stays, and nothing that was typed is lost.
  @Suite struct Resizing {
    private static let sizes = [(40, 12), (200, 50), (10, 3), (1, 1), (80, 24)]

    /// Goes through the sizes; `check` is called where the screen is usable.
    private func resize(_ session: TerminalSession, showing text: String) throws {
      for (columns, rows) in Self.sizes {
        session.resize(columns: columns, rows: rows)
        if columns >= 40 {
          try session.waitUntil("“\(text)” at \(columns)×\(rows)") { screen in
            // The rule below the title spans the whole width; a dialog may lie on it.
            screen.text.contains(text)
              && "─┐│".contains(screen.cell(column: columns - 1, row: 1).text)
          }
        } else if columns == 10 {
          try session.waitFor("Too small")
        }
      }
    }

    @Test func theEditor() throws {
      let home = try TestHome()
      let session = try home.open()
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("제목")
      session.press(.tab)
      session.send("Text that was typed")
      try resize(session, showing: "typed")
      session.send(" before and after")
      session.press(.control("s"))
      try session.waitFor("Added “제목”")
      try expectEqual(
        home.entries().first?["content"]?.string, "Text that was typed before and after")
    }
  }
}
