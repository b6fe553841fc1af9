import DiaryCore

/// The style sheet of a book: A5 pages with the month at the top and a page number at the bottom.
enum BookStyle {
  /// Returns the style sheet. Each month has a named page type, because only then does every
  /// converter print its name at the top of its pages.
  static func text(of months: [CalendarDay]) -> String {
    let names = Set(months).sorted().map { month in
      """
      @page m\(month.description.dropLast(3)) {
        @top-center { content: "\(DateWords.month(month))"; \(small) }
      }
      section[data-month="\(month)"] { page: m\(month.description.dropLast(3)); }

      """
    }
    return pages + names.joined()
  }

  private static let small = "font: 8.5pt \(SiteStyle.sans); color: #666"

  private static let pages = """
    @page {
      size: A5;
      margin: 18mm 16mm 20mm;
      @bottom-center { content: counter(page); \(small) }
    }
    @page :first { @bottom-center { content: none } }
    * { box-sizing: border-box }
    html { font: 10pt/1.55 \(SiteStyle.serif); color: #1c1b19 }
    body { margin: 0 }
    a { color: inherit; text-decoration: none }
    h1, h2, h3, h4, h5, h6 { break-after: avoid; line-height: 1.3; font-weight: 600 }
    .cover { break-after: page; padding-top: 55mm; text-align: center }
    .cover h1 { font-size: 26pt; font-weight: 400; margin: 0 0 8mm }
    .cover p { color: #666; margin: 0 0 1mm }
    .contents { break-after: page }
    .contents h2 { font-size: 11pt; margin: 5mm 0 1mm }
    .contents ul { list-style: none; margin: 0; padding: 0 }
    .contents li { display: inline-block; margin: 0 4mm 1mm 0 }
    h1 { font-size: 20pt; font-weight: 400; margin: 0 0 6mm }
    section.month { break-before: page }
    h2 { font: 600 9pt \(SiteStyle.sans); color: #666; margin: 8mm 0 0; padding-top: 3mm;
      border-top: .3pt solid #bbb }
    h1 + h2 { border: 0; margin-top: 0; padding-top: 0 }
    h3 { font-size: 13pt; margin: 4mm 0 1mm }
    h4, h5, h6 { font-size: 10.5pt; margin: 4mm 0 1mm }
    .details, .tags, .files { font: 8.5pt \(SiteStyle.sans); color: #666; margin: 0 0 3mm }
    .tags { list-style: none; padding: 0 }
    .tags li { display: inline-block; margin-right: 3mm }
    .comments { list-style: none; margin: 3mm 0; padding: 0 0 0 4mm;
      border-left: 1.5pt solid #ccc; font-size: 9pt }
    .comments .details { margin: 2mm 0 0 }
    .comments p { margin: 0 0 1mm }
    header { break-after: avoid }
    p { margin: 0 0 3mm; orphans: 2; widows: 2 }
    p, li, td, th, h1, h2, h3, figcaption { overflow-wrap: anywhere; unicode-bidi: plaintext }
    :lang(ko) { word-break: keep-all }
    figure { margin: 4mm 0; break-inside: avoid; text-align: center }
    img { max-width: 100%; max-height: 88mm; width: auto; height: auto; display: block;
      margin: 0 auto }
    .row { display: flex; flex-wrap: wrap; gap: 3mm; break-inside: avoid }
    .row figure { flex: 1 1 40%; margin: 0 }
    .row img { max-height: 75mm }
    figcaption { font: 8.5pt/1.4 \(SiteStyle.sans); color: #555; margin-top: 1.5mm }
    .tile { display: block; border: .5pt solid #bbb; padding: 8mm; text-align: center;
      color: #666; overflow-wrap: anywhere }
    blockquote { margin: 0 0 3mm; padding-left: 4mm; border-left: 1.5pt solid #ccc; color: #444 }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 8.5pt/1.45 \(SiteStyle.mono);
      background: #f4f3f0; padding: 3mm }
    code { font: .88em \(SiteStyle.mono) }
    table { border-collapse: collapse; margin: 0 0 3mm; font-size: 9pt }
    td, th { border: .4pt solid #bbb; padding: 1mm 2mm; text-align: start }
    td.center, th.center { text-align: center }
    td.trailing, th.trailing { text-align: end }
    ul, ol { margin: 0 0 3mm; padding-left: 6mm }
    .task { list-style: none; margin-left: -5mm }
    hr { border: 0; border-top: .4pt solid #bbb; width: 30mm; margin: 5mm auto }
    .note { display: flex; gap: 2mm; font-size: 8.5pt; color: #444 }
    .star { color: #a8780a }

    """
}
