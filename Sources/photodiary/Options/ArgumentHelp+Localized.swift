import ArgumentParser
import Words

extension ArgumentHelp {
  /// Help in the language that is spoken.
  static func localized(_ abstract: LocalizedText, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(stringLiteral: abstract.text).named(valueName)
  }

  private func named(_ valueName: String?) -> ArgumentHelp {
    var help = self
    help.valueName = valueName
    return help
  }
}
