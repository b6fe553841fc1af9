import DiaryCore
import TerminalUI

/// A page of bars and counts that scrolls. It is no `ChoiceScreen`: what can be selected stands in
/// columns side by side, among bars and facts that can't be but scroll with it.
protocol FiguresScreen: Screen {
  var selected: FigureItem? { get set }
  var scroll: ScrollPosition { get set }
  func page(in app: ScreenContext) -> FiguresPage
  /// Carries out a command; `nil` for one that means here what it means on every page of figures.
  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]?
  /// Shows the entries of what is selected.
  mutating func open(_ item: FigureItem, in app: inout ScreenContext) -> [Effect]
}

extension FiguresScreen {
  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: event, in: app) else { return [] }
    selected = page(in: app).place(of: selected)?.item
    if let effects = perform(command, in: &app) { return effects }
    let height = ScreenFrame.body(app.size).rows
    switch command {
    case .back: app.pop()
    case .open: return open(in: &app)
    case .down: move(.down, in: app)
    case .up: move(.up, in: app)
    case .pageDown: scroll(by: max(1, height - 1), in: app)
    case .pageUp: scroll(by: -max(1, height - 1), in: app)
    case .first: goToEnd(.up, in: app)
    case .last: goToEnd(.down, in: app)
    case .focusNext, .focusPrevious: moveSection(forward: command == .focusNext, in: app)
    default: return app.updateEverywhere(command)
    }
    return []
  }

  private mutating func open(in app: inout ScreenContext) -> [Effect] {
    guard let place = page(in: app).place(of: selected), rowsInView(in: app).contains(place.row)
    else { return [] }
    return open(place.item, in: &app)
  }

  package mutating func layOut(in app: ScreenContext) {
    let page = page(in: app)
    let height = ScreenFrame.body(app.size).rows
    guard selected == nil, let place = page.place(of: nil) else {
      return scroll.move(by: 0, content: page.height, height: height)
    }
    selected = place.item
    scroll.reveal(place.row..<place.row + 1, content: page.height, height: height)
  }

  // MARK: Moving

  private func rowsInView(in app: ScreenContext) -> Range<Int> {
    scroll.top..<scroll.top + ScreenFrame.body(app.size).rows
  }

  /// Selects the next thing in its column that is in view, if need be after scrolling a line towards
  /// it: what can't be selected is to be seen as well.
  private mutating func move(_ direction: FiguresDirection, in app: ScreenContext) {
    let page = page(in: app)
    let old = page.place(of: selected)
    func next() -> FiguresPage.ItemPosition? {
      guard let old else { return nil }
      let inView = page.places.filter {
        $0.column == old.column && rowsInView(in: app).contains($0.row)
      }
      return direction == .down
        ? inView.first { $0.row > old.row } : inView.last { $0.row < old.row }
    }
    if next() == nil {
      scroll.move(
        by: direction == .down ? 1 : -1, content: page.height,
        height: ScreenFrame.body(app.size).rows)
    }
    if let next = next() { selected = next.item }
  }

  /// The selection comes along where something of its column is in view.
  private mutating func scroll(by rows: Int, in app: ScreenContext) {
    let page = page(in: app)
    scroll.move(by: rows, content: page.height, height: ScreenFrame.body(app.size).rows)
    guard let old = page.place(of: selected), !rowsInView(in: app).contains(old.row)
    else { return }
    let inView = page.places.filter { rowsInView(in: app).contains($0.row) }
    let next = inView.first { $0.column == old.column } ?? inView.first
    if let next { selected = next.item }
  }

  mutating func goToEnd(_ direction: FiguresDirection, in app: ScreenContext) {
    let page = page(in: app)
    if let old = page.place(of: selected) {
      let column = page.places.filter { $0.column == old.column }
      selected = (direction == .up ? column.first : column.last)?.item
    }
    scroll.move(
      by: direction == .up ? -page.height : page.height, content: page.height,
      height: ScreenFrame.body(app.size).rows)
  }

  /// To the first line below the next heading that has something to select.
  private mutating func moveSection(forward: Bool, in app: ScreenContext) {
    let page = page(in: app)
    guard let old = page.place(of: selected) else { return }
    var starts: [FiguresPage.ItemPosition] = []
    for place in page.places where starts.last?.item.isBeside(place.item) != true {
      starts.append(place)
    }
    guard let here = starts.firstIndex(where: { $0.item.isBeside(old.item) }) else { return }
    let next = starts[(here + (forward ? 1 : starts.count - 1)) % starts.count]
    selected = next.item
    // With its heading.
    scroll.reveal(
      next.row - 1..<next.row + 1, content: page.height, height: ScreenFrame.body(app.size).rows)
  }

  // MARK: The mouse

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    switch mouse.action {
    case .scrollUp: scroll(by: -3, in: app)
    case .scrollDown: scroll(by: 3, in: app)
    case .press, .doublePress:
      let page = page(in: app)
      let row = mouse.point.row - ScreenFrame.body(app.size).row + scroll.top
      let place = page.places.first {
        let column = page.columns[$0.column]
        return $0.row == row
          && (column.column..<column.column + column.columns).contains(mouse.point.column)
      }
      guard let place, ScreenFrame.body(app.size).contains(mouse.point) else { return [] }
      selected = place.item
      if mouse.action == .doublePress { return open(in: &app) }
    default: break
    }
    return []
  }
}

/// Where one goes on a page of figures.
enum FiguresDirection { case up, down }
