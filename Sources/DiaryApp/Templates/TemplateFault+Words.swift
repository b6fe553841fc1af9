import DiaryCore
import Words

extension TemplateFault {
  /// Why the template of that name can't be used, on one line.
  package func line(_ name: String) -> String {
    let name = name.printable
    return switch self {
    case .tooLarge:
      localized("The template “\(name)” is too large: at most 64 kB are taken. Shorten it.")
    case .notText:
      localized("The template “\(name)” is no UTF-8 text. Save it as plain text.")
    case .unreadable(let reason):
      localized("The template “\(name)” can't be read: \(reason).")
    case .missing:
      localized("There is no template “\(name)”.")
    }
  }
}
