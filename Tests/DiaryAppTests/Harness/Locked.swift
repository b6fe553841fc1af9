import Foundation

/// A variable shared by a test and the app's tasks.
@propertyWrapper final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(wrappedValue: Value) { value = wrappedValue }

  var wrappedValue: Value {
    get { lock.withLock { value } }
    _modify {
      lock.lock()
      defer { lock.unlock() }
      yield &value
    }
  }
}
