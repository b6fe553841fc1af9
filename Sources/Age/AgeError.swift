import System

/// Why a file wasn't sealed or opened.
package enum AgeError: Error, Hashable, Sendable {
  /// It doesn't begin as a file of age does.
  case notAge
  /// It is one of a later version than v1.
  case newerVersion
  /// It was sealed to other keys than those at hand, or to none.
  case noMatchingIdentity
  case wrongPassphrase
  /// It was changed, or isn't whole.
  case damaged
  /// scrypt's cost, as a power of two, is more than this program pays.
  case workFactorTooHigh(Int)
  /// It names more keys, or is made for more, than this program takes.
  case headerTooLarge
  /// scrypt needs more than there is.
  case outOfMemory
  case unreadable(ErrorNumber)
}
