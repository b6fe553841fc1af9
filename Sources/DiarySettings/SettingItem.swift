/// A value of the settings file, with the names that lead to it and its line.
package struct SettingItem: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    /// A list of texts.
    case list([String])
    case table
    /// What no option has: a date, a fraction, a list of other things.
    case other
  }

  /// `["editor", "tab_width"]`
  package let path: [String]
  package let value: Value
  package let line: Int

  package init(path: [String], value: Value, line: Int) {
    self.path = path
    self.value = value
    self.line = line
  }

  /// The option's name as one would say it: `editor.tab_width`.
  var name: String { path.joined(separator: ".") }
}
