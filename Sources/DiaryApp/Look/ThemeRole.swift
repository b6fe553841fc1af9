import Words

/// What a theme gives a colour to, by its name in a person's settings.
package enum ThemeRole: String, Hashable, Sendable, CaseIterable {
  case accent, text, title, dim, rule, warning, removed, added, selected

  var comment: LocalizedText {
    switch self {
    case .accent: "Keys, marks and messages"
    case .text: "What you wrote"
    case .title: "Titles"
    case .dim: "What is secondary: times, counts, hints"
    case .rule: "Thin lines"
    case .warning: "What failed"
    case .removed: "What is gone from a text"
    case .added: "What came into a text"
    case .selected: "The button or choice that is pressed next"
    }
  }
}
