import TerminalUI

extension KeyTable {
  static let editor = KeyTable(
    title: "Editor",
    bindings: [
      Binding(.save, .control("s"), help: "Save and close", hint: "save"),
      Binding(
        .cancel, KeyEvent(.escape), help: "Leave; asks if something would be lost", hint: "leave"),
      Binding(
        .nextField, KeyEvent(.tab), help: "Title, content, tags, photos, date, and round again",
        hint: "next"),
      Binding(.addPhoto, .control("p"), help: "Add photos", hint: "photo"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
      Binding(.entryDetails, KeyEvent(.function(2)), help: "Star, mood, weather and place"),
      Binding(.journal, .alt("j"), help: "Its journal"),
      Binding(.templates, KeyEvent(.function(5)), help: "Begin with a template"),
      Binding(
        .spelling, KeyEvent(.function(7)), help: "The next misspelt word, and what was meant"),
      Binding(.previousField, KeyEvent(.tab, .shift), help: "Back through the fields"),
      Binding(.undo, .control("z"), help: "Undo"),
      Binding(.redo, .control("y"), help: "Redo"),
      Binding(.find, KeyEvent(.function(3)), help: "Find in the text"),
      Binding(.findPrevious, KeyEvent(.function(3), .shift), help: "What was found last, back"),
      Binding(.replace, KeyEvent(.function(4)), help: "Find and replace"),
      Binding(.pastePhoto, .control("v"), help: "The photo, or text, of the desktop's clipboard"),
      Binding(.focusParagraph, KeyEvent(.function(8)), help: "Dim all but the paragraph, or not"),
      Binding(.datePhoto, .control("t"), help: "The date of the first photo for the entry"),
    ])

  static let photoStrip = KeyTable(
    title: "Among the photos of the editor",
    bindings: [
      Binding(.choosePrevious, KeyEvent(.left), help: "The photo before", hint: "choose"),
      Binding(.chooseNext, KeyEvent(.right), help: "The photo after"),
      Binding(.editCaption, KeyEvent(.enter), help: "Edit the caption", hint: "caption"),
      Binding(.removePhoto, KeyEvent(.delete), help: "Remove it from the entry", hint: "remove"),
      Binding(.movePhotoBack, KeyEvent(.left, .alt), help: "Move it back", hint: "move"),
      Binding(.movePhotoForward, KeyEvent(.right, .alt), help: "Move it forward"),
    ])
}
