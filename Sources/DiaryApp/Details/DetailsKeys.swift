import TerminalUI

extension KeyScreen {
  static let details = KeyScreen(
    "details",
    title: "Details of an entry",
    bindings: [
      Binding(.accept, .enter, .control("s"), help: "Apply"),
      Binding(.cancel, .escape, help: "Cancel"),
      Binding(.nextField, .tab, .down, help: "Next field: star, mood, weather, place"),
      Binding(.previousField, KeyEvent(.tab, .shift), .up, help: "Previous field"),
      Binding(.toggleStar, " ", help: "Star or unstar"),
      Binding(.chooseNext, .right, help: "Next suggestion, if nothing else is typed"),
      Binding(.choosePrevious, .left, help: "Previous suggestion"),
      Binding(.choosePlace, .function(2), help: "Choose the place in a list"),
      Binding(.help, .function(1), help: "All keys"),
    ])
}
