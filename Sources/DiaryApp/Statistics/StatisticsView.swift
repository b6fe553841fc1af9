import DiaryCore
import Localization
import TerminalUI

// The diary in numbers.
extension StatisticsState {
  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let frame = ScreenFrame(
      title: localized("Statistics"), trailing: Self.trailing(app),
      hints: app.keys[.statistics].bindings, in: &grid, app)
    guard app.figures?.isEmpty != true else {
      let room = frame.body.inset(left: 3, top: 1, right: 3)
      grid.draw(paragraph: Self.emptyWords(app), in: room, app.theme.dim)
      return nil
    }
    drawPage(in: &grid, frame.body, app)
    return nil
  }

  /// How many entries there are, or how many of them have been counted.
  static func trailing(_ app: ScreenContext) -> String {
    guard let figures = app.figures else { return "" }
    let counted = figures.statistics.total.entries
    guard !figures.isWhole else { return CountWords.entries(counted) }
    let total = max(counted, app.list.total ?? 0)
    return localized("counting… \(total == 0 ? 0 : counted * 100 / total)%")
  }

  static func emptyWords(_ app: ScreenContext) -> String {
    guard let key = app.keys[.list].keyName(of: .new) else {
      return localized("Nothing to count yet.")
    }
    return localized("Nothing to count yet. Press \(key) in the list to write your first entry.")
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let title = "\(localized("Statistics")), \(Self.trailing(app))"
    guard app.figures?.isEmpty != true else {
      return AccessibleText(title, [Self.emptyWords(app)])
    }
    return spokenPage(title, in: app)
  }
}

extension Location.Kind {
  static let statistics = Self(name: "statistics") { _, _, old, _ in
    (old as? StatisticsState ?? StatisticsState(), [])
  }
}
