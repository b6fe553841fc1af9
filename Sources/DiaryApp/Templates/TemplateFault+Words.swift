import DiaryCore
import Words

extension TemplateFault {
  /// Why the template of that name can't be used, on one line.
  package func line(_ name: String) -> String {
    let name = name.printable
    return switch self {
    case .tooLarge:
      localized("Template “\(name)” is too large: the limit is 64 kB. Shorten it.")
    case .notText:
      localized("Template “\(name)” isn't UTF-8 text. Save it as plain text.")
    case .unreadable(let reason):
      localized("Couldn't read template “\(name)”: \(reason).")
    case .missing:
      localized("Template “\(name)” not found.")
    }
  }
}
