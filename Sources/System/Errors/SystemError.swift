/// The one error of this room: what was being done, to what, and why it failed.
package struct SystemError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case number(ErrorNumber)
    /// Something else than a regular file stands where one is to be read.
    case notARegularFile
  }

  package let operation: FileOperation
  package let path: String
  package let reason: Reason

  package init(_ operation: FileOperation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  package init(_ operation: FileOperation, _ path: String, _ number: ErrorNumber) {
    self.init(operation, path, .number(number))
  }

  /// The system's number, if it gave one.
  package var number: ErrorNumber? {
    if case .number(let number) = reason { number } else { nil }
  }

  /// The system's words for it.
  package var words: String { (number ?? .invalid).words }
}

/// How a room tells of this room's errors in its own terms. Files and folders are generic over it, so
/// that each room throws the errors it declares and no call needs words about them.
package protocol ErrorMapping {
  associatedtype Failure: Error
  static func failure(_ error: SystemError) -> Failure
}

extension ErrorMapping {
  /// The room's error for a call that just failed.
  package static func failure(
    _ operation: FileOperation, _ path: String, _ number: ErrorNumber = .last
  ) -> Failure {
    failure(SystemError(operation, path, number))
  }

  /// Runs a call on what stands at a path, and tells its failure in the room's terms. It is written as an
  /// argument: a closure would have to say what it throws.
  static func mapping<Result: ~Copyable>(
    _ operation: FileOperation, _ path: String,
    _ body: @autoclosure () throws(ErrorNumber) -> Result
  ) throws(Failure) -> Result {
    do throws(ErrorNumber) {
      return try body()
    } catch {
      throw failure(operation, path, error)
    }
  }
}

/// As it is, for whoever has words of their own for each call.
extension SystemError: ErrorMapping {
  package static func failure(_ error: SystemError) -> SystemError { error }
}
