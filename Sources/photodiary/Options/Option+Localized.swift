import ArgumentParser

/// Options as all sub-commands have them: their help is in the language that is spoken, and what
/// follows them is their value even if it begins with a dash.
extension Option {
  /// An option that may be left out.
  init<Wrapped: ExpressibleByArgument>(
    _ help: String, valueName: String? = nil, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    self.init(
      parsing: .unconditional, help: ArgumentHelp(help, valueName: valueName),
      completion: completion)
  }

  /// An option that has a value without being given.
  init(
    wrappedValue: Value, _ help: String, valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value: ExpressibleByArgument {
    self.init(
      wrappedValue: wrappedValue, parsing: .unconditional,
      help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }

  /// An option that may be given several times, by a name in the singular.
  init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], repeated name: String, _ help: String, valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(name), parsing: .unconditionalSingleValue,
      help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }
}
