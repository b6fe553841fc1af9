import DiaryCore
import TerminalUI

/// Star, mood, weather and place of the entry that is being written.
package struct DetailsState: Sendable {
  enum Field: Int, Sendable, CaseIterable {
    case star, mood, weather, place
  }

  var focus = Field.mood
  var isStarred: Bool
  /// Isn't asked for here.
  private let isPinned: Bool
  var mood: TextField
  var weather: TextField
  var place: TextField
  /// What the entry's photos tell of where they were taken; `nil` while that is being read.
  var places: [String]?
  /// Of the reading of the photos.
  let ticket: Int

  init(_ details: EntryDetails, ticket: Int) {
    isStarred = details.isStarred
    isPinned = details.isPinned
    mood = TextField(details.mood ?? "")
    weather = TextField(details.weather ?? "")
    place = TextField(details.place ?? "")
    self.ticket = ticket
  }

  var details: EntryDetails {
    EntryDetails(
      isStarred: isStarred, mood: mood.text, place: place.text, weather: weather.text,
      isPinned: isPinned
    ).tidied
  }

  /// What may be chosen in the focused field.
  var proposals: [String] {
    switch focus {
    case .star: []
    case .mood: DetailProposals.moods
    case .weather: DetailProposals.weathers
    case .place: places ?? []
    }
  }

  /// The focused field's text; none of the star.
  var field: TextField? {
    get {
      switch focus {
      case .star: nil
      case .mood: mood
      case .weather: weather
      case .place: place
      }
    }
    set {
      guard let newValue else { return }
      switch focus {
      case .star: break
      case .mood: mood = newValue
      case .weather: weather = newValue
      case .place: place = newValue
      }
    }
  }

  mutating func moveFocus(by count: Int) {
    let fields = Field.allCases.count
    focus = Field(rawValue: (focus.rawValue + count + fields) % fields) ?? .star
  }

  /// Goes to another proposal, with an empty field between the last and the first. `false` where
  /// something else was typed, in which the arrows move the caret.
  mutating func choose(by count: Int) -> Bool {
    let choices = [""] + proposals
    guard choices.count > 1, let place = choices.firstIndex(of: field?.text ?? "") else {
      return false
    }
    field = TextField(choices[(place + count + choices.count) % choices.count])
    return true
  }
}

extension AppState {
  /// Opens the details of the entry that is being written, and reads where its photos were taken.
  mutating func openDetails(of editor: EditorState) -> [Effect] {
    let ticket = nextTicket()
    var dialog = DetailsState(editor.page.details, ticket: ticket)
    if editor.page.photos.isEmpty { dialog.places = [] }
    screens.push(dialog)
    return editor.page.photos.isEmpty ? [] : [.readPlaces(editor.page.photos, ticket: ticket)]
  }

  mutating func updateDetails(_ event: KeyEvent, _ dialog: DetailsState) -> [Effect] {
    var dialog = dialog
    let command = keys[.details].command(for: event)
    switch command {
    case .cancel:
      screens.pop()
      // What was typed is in a draft by now.
      return scheduleDraft()
    case .accept:
      screens.pop()
      return takeIntoEditor(dialog.details)
    case .help: return updateEverywhere(.help)
    case .nextField: dialog.moveFocus(by: 1)
    case .previousField: dialog.moveFocus(by: -1)
    case .toggleStar where dialog.focus == .star: dialog.isStarred.toggle()
    default:
      let step = command == .chooseNext ? 1 : command == .choosePrevious ? -1 : 0
      if step != 0, dialog.choose(by: step) { break }
      if var field = dialog.field, type(event, into: &field) {
        dialog.field = field
      } else if let command = keys[.everywhere].withoutLetters.command(for: event) {
        return updateEverywhere(command)
      }
    }
    screens.replaceFront(with: dialog)
    return scheduleDraft()
  }

  /// A press goes to a field, gives the star or takes it away, and takes a proposal.
  mutating func clickDetails(_ mouse: MouseEvent, _ dialog: DetailsState) -> [Effect] {
    guard mouse.action.isPress else { return [] }
    var dialog = dialog
    let form = DetailsView.form(self)
    if let proposal = DetailsView.proposal(at: mouse.point, dialog, self) {
      dialog.field = TextField(proposal)
    } else if let field = form.field(at: mouse.point).flatMap(DetailsState.Field.init) {
      dialog.focus = field
      let value = form.value(of: field.rawValue)
      if field == .star, value.contains(mouse.point) { dialog.isStarred.toggle() }
      _ = dialog.field?.handle(mouse, in: value)
    }
    screens.replaceFront(with: dialog)
    return scheduleDraft()
  }

  /// One step of the editor's undo.
  private mutating func takeIntoEditor(_ details: EntryDetails) -> [Effect] {
    guard var editor = screens.topmost(EditorState.self) else { return [] }
    editor.change { $0.details = details }
    return put(editor)
  }

  /// What stands in an open dialog goes into the draft that is kept as the program ends.
  mutating func detailsToKeep() {
    for dialog in screens.all(DetailsState.self) { _ = takeIntoEditor(dialog.details) }
  }
}
