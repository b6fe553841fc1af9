/// Everything one run of the program gets from outside: its arguments, environment, standard files and time zone.
///
/// A program that runs sub-commands within itself, as the tests do, gives each of them one with `$current`. Without
/// one, they are the process's. Tasks pass it on to the tasks they start; work on a dispatch queue needs `carrying`.
/// A run of this kind has no terminal, catches no signals and changes nothing of the process.
package final class Invocation: Sendable {
  /// The run the current task belongs to; `nil` for the process itself.
  @TaskLocal package static var current: Invocation?

  /// The first is the path of the program.
  package let arguments: [String]
  package let environment: [String: String]
  /// Open files of the caller, which closes them afterwards.
  package let input, output, errors: Descriptor
  /// Seconds east of UTC, all year.
  package let offsetFromUTC: Int

  package init(
    _ arguments: [String], environment: [String: String], input: Descriptor, output: Descriptor,
    errors: Descriptor, offsetFromUTC: Int = 0
  ) {
    self.arguments = arguments
    self.environment = environment
    (self.input, self.output, self.errors) = (input, output, errors)
    self.offsetFromUTC = offsetFromUTC
  }

  /// Returns a closure that belongs to the current run wherever it is called, such as on a dispatch queue.
  package static func carrying(
    _ body: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    guard let current else { return body }
    return { $current.withValue(current, operation: body) }
  }
}
