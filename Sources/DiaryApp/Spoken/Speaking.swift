import DiaryCore
import TerminalUI
import Words

extension AppState {
  /// What is in front, in words: for a terminal that has lines only, and those who have it read to
  /// them. Made from the state alone, as the frame is.
  var speech: Speech {
    var speech = speechOfFront
    speech.notice = toast
    return speech.printable
  }

  private var speechOfFront: Speech {
    screens.front?.speech(in: self) ?? search.map(speech(of:)) ?? speechOfList
  }

  /// A dialog: its question, what it says, and the selected button.
  func speech(of box: DialogBox) -> Speech {
    let labels = box.buttons.map(\.label)
    let selected = labels.indices.contains(box.selected) ? labels[box.selected] : nil
    return Speech(
      box.title, box.body.filter { !$0.isBlank },
      selected: selected.map { Self.place($0, box.selected, of: labels.count) })
  }

  func speech(of help: HelpState) -> Speech {
    let lines = help.shown.flatMap { section in
      [section.title] + section.lines.map { "\($0.keys): \($0.words)" }
    }
    return Speech("\(localized("Keys")), \(help.title)", lines)
  }

  static func speech(_ title: String, _ label: String, _ field: TextField) -> Speech {
    Speech(title, field: .init(label, field.text, caret: field.charactersBeforeCaret))
  }

  /// What is selected, and which of how many it is.
  static func place(_ words: String, _ index: Int, of count: Int) -> String {
    localized(
      "\(words) (\(CountWords.grouped(index + 1)) of \(CountWords.grouped(count)))")
  }
}

extension String {
  /// Whether it is drawn rather than said: nothing but lines.
  fileprivate var isRule: Bool {
    !isEmpty && unicodeScalars.allSatisfy { (0x2500...0x257F).contains($0.value) || $0 == " " }
      && !isBlank
  }
}

extension Speech {
  /// Without a control character anywhere.
  fileprivate var printable: Speech {
    var speech = self
    speech.title = title.printable
    speech.lines = lines.filter { !$0.isRule }.map(\.printable)
    speech.selected = selected?.printable
    speech.notice = notice?.printable
    if let field {
      speech.field = Field(field.label.printable, field.text.printable, caret: field.caret)
    }
    return speech
  }
}
