extension String {
  /// The text that C has written into characters, up to a zero or the end. They have a sign on some
  /// processors and none on others.
  package init(zeroEnded characters: some Collection<CChar>) {
    self.init(
      decoding: characters.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) },
      as: UTF8.self)
  }
}
