/// What a theme gives a color to, by its name in a person's settings.
package enum ThemeRole: String, Hashable, Sendable, CaseIterable {
  case accent, text, title, dim, rule, warning, removed, added, selected
}
