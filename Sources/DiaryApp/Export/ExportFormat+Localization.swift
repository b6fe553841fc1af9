import DiaryCore
import Localization

extension ExportFormat {
  /// What it makes, for a person to choose.
  var words: String {
    switch self {
    case .markdown: localized("Markdown files and photos")
    case .json: localized("JSON and photos")
    case .dayone: localized("a zip for Day One")
    case .jrnl: localized("a text for jrnl, and photos")
    case .html: localized("a site for a browser")
    case .pdf: localized("a book as PDF")
    }
  }
}
