import DiaryCore
import Localization
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
  private let moods: MoodScale
  /// Of the reading of the photos.
  let requestID: Int

  init(_ details: EntryDetails, moods: MoodScale, requestID: Int) {
    self.moods = moods
    isStarred = details.isStarred
    isPinned = details.isPinned
    mood = TextField(details.mood ?? "")
    weather = TextField(details.weather ?? "")
    place = TextField(details.place ?? "")
    self.requestID = requestID
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
    case .mood: moods.names
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

extension DetailsState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.details]] }

  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    field?.insert(text)
    return [.scheduleEditorDraft]
  }

  /// Opens the details of the entry that is being written, and reads where its photos were taken.
  static func open(of editor: EditorState, in app: inout ScreenContext) -> [Effect] {
    let requestID = app.nextRequestID()
    var dialog = DetailsState(
      editor.page.details, moods: app.preferences.moods, requestID: requestID)
    let photos = editor.page.pictures
    if photos.isEmpty { dialog.places = [] }
    app.push(dialog)
    return photos.isEmpty
      ? [] : [.readPlaces(photos, of: editor.original?.id, requestID: requestID)]
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    let command = app.keys[.details].command(for: event)
    switch command {
    case .cancel:
      app.pop()
      // What was typed is in a draft by now.
      return [.scheduleEditorDraft]
    case .accept:
      app.pop()
      return [.changeEditor(takeIntoEditor)]
    case .help: return app.updateEverywhere(.help)
    case .nextField: moveFocus(by: 1)
    case .previousField: moveFocus(by: -1)
    case .choosePlace: return chooseInList(in: &app)
    case .toggleStar where focus == .star: isStarred.toggle()
    default:
      let step = command == .chooseNext ? 1 : command == .choosePrevious ? -1 : 0
      if step != 0, choose(by: step) { break }
      if var field, app.type(event, into: &field) {
        self.field = field
      } else if let command = app.keys[.everywhere].withoutLetters.command(for: event) {
        return app.updateEverywhere(command)
      }
    }
    return [.scheduleEditorDraft]
  }

  /// Opens the list of the places that are proposed, for the field of the place.
  private mutating func chooseInList(in app: inout ScreenContext) -> [Effect] {
    focus = .place
    guard let places, !places.isEmpty else {
      app.toast = localized("The photos don't say where they were taken.")
      return []
    }
    app.push(PlaceChooser(places, selected: place.text))
    return []
  }

  /// A press goes to a field, gives the star or takes it away, and takes a proposal.
  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    guard mouse.action.isPress else { return [] }
    let form = Self.form(app)
    if let proposal = proposal(at: mouse.point, app) {
      self.field = TextField(proposal)
    } else if let field = form.field(at: mouse.point).flatMap(Field.init) {
      focus = field
      let value = form.value(of: field.rawValue)
      if field == .star, value.contains(mouse.point) { isStarred.toggle() }
      _ = self.field?.handle(mouse, in: value)
    }
    return [.scheduleEditorDraft]
  }

  /// One step of the editor's undo.
  func takeIntoEditor(_ editor: inout EditorState) { editor.change { $0.details = details } }
}
