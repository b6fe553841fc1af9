import TerminalUI

extension KeyScreen {
  static let editor = KeyScreen(
    "editor",
    title: "Editor",
    bindings: [
      Binding(.save, .control("s"), help: "Save and close", hint: "save"),
      Binding(.cancel, .escape, help: "Close (asks if anything would be lost)", hint: "leave"),
      Binding(.nextField, .tab, help: "Next: title, content, tags, photos, date", hint: "next"),
      Binding(.addPhoto, .control("p"), help: "Add photos", hint: "photo"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
      Binding(
        .entryDetails, .function(2), help: "Edit star, mood, weather and place", hint: "details"),
      Binding(.journal, .alt("j"), help: "Choose the journal or diary", hint: "journal"),
      Binding(.templates, .function(5), help: "Insert a template", hint: "template"),
      Binding(
        .spelling, .function(7), help: "Next misspelled word, with suggestions", hint: "spelling"),
      Binding(.previousField, KeyEvent(.tab, .shift), help: "Previous field"),
      Binding(.undo, .control("z"), help: "Undo", hint: "undo"),
      Binding(.redo, .control("y"), help: "Redo"),
      Binding(.find, .function(3), help: "Find in the text", hint: "find"),
      Binding(
        .findPrevious, KeyEvent(.function(3), .shift), help: "Previous match of the last search"),
      Binding(.replace, .function(4), help: "Find and replace"),
      Binding(
        .pastePhoto, .control("v"), help: "Paste a photo or text from the clipboard", hint: "paste"),
      Binding(.focusParagraph, .function(8), help: "Toggle focus mode"),
      Binding(.photosOfDay, .alt("p"), help: "Add the photos taken that day"),
      Binding(.record, .alt("r"), help: "Record a voice note"),
      Binding(.datePhoto, .control("t"), help: "Use the first photo's date"),
    ])

  static let photoStrip = KeyScreen(
    "photo-strip",
    title: "Among the photos of the editor",
    bindings: [
      Binding(.choosePrevious, .left, help: "Previous photo or file", hint: "choose"),
      Binding(.chooseNext, .right, help: "Next photo or file"),
      Binding(
        .editCaption, .enter, help: "Edit the caption; play a film or recording", hint: "caption"),
      Binding(.removePhoto, .delete, help: "Remove from the entry", hint: "remove"),
      Binding(.movePhotoBack, KeyEvent(.left, .alt), help: "Move back", hint: "move"),
      Binding(.movePhotoForward, KeyEvent(.right, .alt), help: "Move forward"),
    ])
}
