import TerminalUI

extension KeyTable {
  static let details = KeyTable(
    title: "Details of an entry",
    bindings: [
      Binding(.accept, KeyEvent(.enter), .control("s"), help: "Keep them"),
      Binding(.cancel, KeyEvent(.escape), help: "Leave them as they were"),
      Binding(
        .nextField, KeyEvent(.tab), KeyEvent(.down), help: "Star, mood, weather, place, and round"),
      Binding(
        .previousField, KeyEvent(.tab, .shift), KeyEvent(.up), help: "Back through the fields"),
      Binding(.toggleStar, .character(" "), help: "Give the star, or take it away"),
      Binding(
        .chooseNext, KeyEvent(.right), help: "The next proposal, where nothing else is typed"),
      Binding(.choosePrevious, KeyEvent(.left), help: "The proposal before"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])
}
