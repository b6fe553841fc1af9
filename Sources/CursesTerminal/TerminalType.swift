import TerminalUI

/// What the environment says of the terminal, and which of terminfo's descriptions fit it.
struct TerminalType {
  /// `TERM`, empty when it is unset.
  let name: String
  /// The descriptions to try, the best first.
  let descriptions: [String]

  init(_ environment: [String: String], colors: ColorLimit = .auto) {
    name = environment["TERM"] ?? ""
    var descriptions: [String] = []
    if colors == .palette {
      if name.hasSuffix("-direct") {
        descriptions.append(name.dropLast("-direct".count) + "-256color")
      }
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") {
      // By convention COLORTERM tells of colors that TERM can't. The descriptions of terminals
      // that take them as they are end in -direct; where they aren't installed, 256 have to do.
      // (A terminal that is asked for its name later may turn out to know more, but ncurses takes
      // a description once and for all.)
      var base = name == "xterm-kitty" ? "kitty" : name
      if base.hasSuffix("-256color") { base.removeLast("-256color".count) }
      if !base.isEmpty && !base.hasSuffix("-direct") { descriptions.append(base + "-direct") }
    }
    if !name.isEmpty { descriptions.append(name) }
    self.descriptions = descriptions + ["xterm-256color"]
  }
}
