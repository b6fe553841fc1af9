import DiaryCore
import Text

/// The style sheets of exports, from `Sources/CData/web`.
enum StyleSheet {
  /// The style sheet of a site: system fonts, light and dark color schemes, and rules for printing.
  static var site: String {
    EmbeddedFile.siteStyle.text.replacing("@MAP@\n", with: EmbeddedFile.mapStyle.text)
  }

  /// The style sheet of a map in an SVG file.
  static let map = withoutVariables(
    EmbeddedFile.mapStyle.text
      + "svg.map { margin: 0; border: 0 }\nsvg.map .ground { fill: var(--card) }\n")

  /// Returns the style sheet of a book: A5 pages with the month at the top and a page number at the
  /// bottom. Each month has a named page type, because only then does every converter print its
  /// name at the top of its pages.
  static func book(of months: [CalendarDay]) -> String {
    let names = Set(months).sorted().map { month in
      """
      @page m\(month.description.dropLast(3)) {
        @top-center { content: "\(DateText.month(month))"; font: 8.5pt var(--sans); color: #666 }
      }
      section[data-month="\(month)"] { page: m\(month.description.dropLast(3)); }

      """
    }
    return withoutVariables(EmbeddedFile.bookStyle.text + names.joined())
  }

  /// Replaces variables, which some programs don't support, with their first values in the site's
  /// style sheet. Those are the colors of the light scheme.
  private static func withoutVariables(_ style: String) -> String {
    let declarations = EmbeddedFile.siteStyle.text.prefix { $0 != "}" }.split {
      "{;".contains($0)
    }
    return declarations.reduce(style) { style, declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return style }
      return style.replacing("var(\(parts[0].trimmed))", with: parts[1].trimmed)
    }
  }
}
