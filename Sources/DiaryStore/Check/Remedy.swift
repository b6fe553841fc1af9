/// What helps against a fault that a check came upon.
package enum Remedy: CaseIterable, Sendable {
  /// `verify --repair`, here.
  case repair
  /// The same on the device whose log it is.
  case otherDevice
  /// A copy of the diary that has what is missing here.
  case copy
  /// A person who takes the text from `set-aside/`.
  case person
  /// Whoever has the disk and its permissions in hand.
  case system
}
