import Synchronization

/// How many columns the terminal gives characters of ambiguous width (`AmbiguousScalars`). Terminals
/// can't be asked; in one that is set up for East Asian fonts it is two.
package enum AmbiguousWidth: Int, Hashable, Sendable, CaseIterable {
  case one = 1
  case two = 2

  /// The process's own, unless `measuring` says otherwise.
  package static var current: AmbiguousWidth {
    measured ?? (isTwo.load(ordering: .relaxed) ? .two : .one)
  }

  /// Chooses it for the whole process; once, at its start.
  package static func use(_ width: AmbiguousWidth) {
    isTwo.store(width == .two, ordering: .relaxed)
  }

  /// Runs a closure with a width, beside others that run with the other one.
  package func measuring<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$measured.withValue(self, operation: body)
  }

  private static let isTwo = Atomic<Bool>(false)
  @TaskLocal private static var measured: AmbiguousWidth?
}
