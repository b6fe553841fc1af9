import TerminalUI

extension KeyScreen {
  static let details = KeyScreen(
    "details",
    title: "Details of an entry",
    bindings: [
      Binding(.accept, KeyEvent(.enter), .control("s"), help: "Apply"),
      Binding(.cancel, KeyEvent(.escape), help: "Cancel"),
      Binding(
        .nextField, KeyEvent(.tab), KeyEvent(.down), help: "Next field: star, mood, weather, place"),
      Binding(
        .previousField, KeyEvent(.tab, .shift), KeyEvent(.up), help: "Previous field"),
      Binding(.toggleStar, .character(" "), help: "Star or unstar"),
      Binding(
        .chooseNext, KeyEvent(.right), help: "Next suggestion, if nothing else is typed"),
      Binding(.choosePrevious, KeyEvent(.left), help: "Previous suggestion"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])
}
