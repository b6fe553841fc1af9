import Testing

// Assertions as functions, because expanding thousands of `#expect` macros compiles slowly. Each
// shows the values it compared.

package func fail(_ comment: String, file: String = #filePath, line: Int = #line) {
  CallSite(file, line).record(comment, "")
}

package func expect(
  _ condition: Bool, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard !condition else { return }
  CallSite(file, line).record("not true", comment())
}

package func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard actual != expected else { return }
  CallSite(file, line).record(difference(actual, expected), comment())
}

package func expectNotEqual<Value: Equatable>(
  _ actual: Value, _ other: Value, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard actual == other else { return }
  CallSite(file, line).record("both are \(shown(actual))", comment())
}

package func expectNil(
  _ value: Any?, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard let value else { return }
  CallSite(file, line).record("not nil but \(shown(value))", comment())
}

package func expectLess<Value: Comparable>(
  _ value: Value, _ limit: Value, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard !(value < limit) else { return }
  CallSite(file, line).record("\(shown(value)) is not less than \(shown(limit))", comment())
}

package func expectAtMost<Value: Comparable>(
  _ value: Value, _ limit: Value, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard !(value <= limit) else { return }
  CallSite(file, line).record("\(shown(value)) is more than \(shown(limit))", comment())
}

package func expectGreater<Value: Comparable>(
  _ value: Value, _ limit: Value, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard !(value > limit) else { return }
  CallSite(file, line).record("\(shown(value)) is not greater than \(shown(limit))", comment())
}

package func expectAtLeast<Value: Comparable>(
  _ value: Value, _ limit: Value, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard !(value >= limit) else { return }
  CallSite(file, line).record("\(shown(value)) is less than \(shown(limit))", comment())
}

package func expectContains(
  _ text: some StringProtocol, _ part: String, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard !text.contains(part) else { return }
  CallSite(file, line).record("no \(shown(part)) in \(shown(text))", comment())
}

package func expectContains<Elements: Sequence>(
  _ elements: Elements, _ element: Elements.Element, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) where Elements.Element: Equatable {
  guard !elements.contains(element) else { return }
  CallSite(file, line).record("no \(shown(element)) in \(shown(elements))", comment())
}

package func expectLacks(
  _ text: some StringProtocol, _ part: String, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard text.contains(part) else { return }
  CallSite(file, line).record("\(shown(part)) is in \(shown(text))", comment())
}

package func expectLacks<Elements: Sequence>(
  _ elements: Elements, _ element: Elements.Element, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) where Elements.Element: Equatable {
  guard elements.contains(element) else { return }
  CallSite(file, line).record("\(shown(element)) is in \(shown(elements))", comment())
}

package func expectPrefix(
  _ text: some StringProtocol, _ part: String, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard !text.hasPrefix(part) else { return }
  CallSite(file, line).record("\(shown(text)) doesn't begin with \(shown(part))", comment())
}

package func expectSuffix(
  _ text: some StringProtocol, _ part: String, _ comment: @autoclosure () -> String = "",
  file: String = #filePath, line: Int = #line
) {
  guard !text.hasSuffix(part) else { return }
  CallSite(file, line).record("\(shown(text)) doesn't end with \(shown(part))", comment())
}

/// Expects an error, or any of a type, and returns it if it was thrown.
@discardableResult package func expectThrows<Failure: Error & Equatable, Result>(
  _ expected: Failure, _ comment: @autoclosure () -> String = "", file: String = #filePath,
  line: Int = #line, _ body: () throws -> Result
) -> Failure? {
  let error = thrownError(body)
  return CallSite(file, line).check(error, shown(expected), comment()) { $0 == expected }
}

@discardableResult package func expectThrows<Failure: Error & Equatable, Result>(
  _ expected: Failure, _ comment: @autoclosure () -> String = "", file: String = #filePath,
  line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async -> Failure? {
  let error = await thrownError(body)
  return CallSite(file, line).check(error, shown(expected), comment()) { $0 == expected }
}

@discardableResult package func expectThrows<Failure: Error, Result>(
  _ type: Failure.Type, _ comment: @autoclosure () -> String = "", file: String = #filePath,
  line: Int = #line, _ body: () throws -> Result
) -> Failure? {
  let error = thrownError(body)
  return CallSite(file, line).check(error, "\(type)", comment()) { _ in true }
}

@discardableResult package func expectThrows<Failure: Error, Result>(
  _ type: Failure.Type, _ comment: @autoclosure () -> String = "", file: String = #filePath,
  line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async -> Failure? {
  let error = await thrownError(body)
  return CallSite(file, line).check(error, "\(type)", comment()) { _ in true }
}

private func thrownError<Result>(_ body: () throws -> Result) -> (any Error)? {
  do {
    _ = try body()
    return nil
  } catch { return error }
}

private func thrownError<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async -> (any Error)? {
  do {
    _ = try await body()
    return nil
  } catch { return error }
}

/// An unmet requirement that is already recorded.
package struct RequirementFailed: Error {}

/// Returns the value, or ends the test.
/// - Throws: `RequirementFailed` if the value is `nil`.
@discardableResult package func require<Value>(
  _ value: Value?, _ comment: @autoclosure () -> String = "", file: String = #filePath,
  line: Int = #line
) throws -> Value {
  if let value { return value }
  CallSite(file, line).record("nil, and not a \(Value.self)", comment())
  throw RequirementFailed()
}

/// Ends the test unless the condition holds.
/// - Throws: `RequirementFailed` if it doesn't.
package func require(
  _ condition: Bool, _ comment: @autoclosure () -> String = "", file: String = #filePath,
  line: Int = #line
) throws {
  if condition { return }
  CallSite(file, line).record("not true", comment())
  throw RequirementFailed()
}

/// A test's line, where issues are recorded.
private struct CallSite {
  private let location: SourceLocation

  init(_ file: String, _ line: Int) {
    // `Module/File.swift` is Testing's ID of a file.
    let id = file.split(separator: "/").suffix(2).joined(separator: "/")
    location = SourceLocation(fileID: id, filePath: file, line: line, column: 1)
  }

  func record(_ finding: String, _ comment: String) {
    Issue.record(
      Comment(rawValue: comment.isEmpty ? finding : "\(finding)\n\(comment)"),
      sourceLocation: location)
  }

  func check<Failure: Error>(
    _ error: (any Error)?, _ expected: String, _ comment: String, _ isExpected: (Failure) -> Bool
  ) -> Failure? {
    if let error = error as? Failure, isExpected(error) { return error }
    record("threw \(error.map { shown($0) } ?? "nothing"), expected \(expected)", comment)
    return nil
  }
}

/// Returns both values and, for texts of several lines, the first different line.
private func difference<Value>(_ actual: Value, _ expected: Value) -> String {
  let both = "actual:   \(shown(actual))\nexpected: \(shown(expected))"
  guard let actual = actual as? String, let expected = expected as? String else { return both }
  let lines = (
    actual.split(separator: "\n", omittingEmptySubsequences: false),
    expected.split(separator: "\n", omittingEmptySubsequences: false)
  )
  guard max(lines.0.count, lines.1.count) > 3,
    let index = (0..<max(lines.0.count, lines.1.count)).first(where: { index in
      index >= lines.0.count || index >= lines.1.count || lines.0[index] != lines.1[index]
    })
  else { return both }
  return """
    line \(index + 1) differs
    actual:   \(index < lines.0.count ? shown(lines.0[index]) : "no such line")
    expected: \(index < lines.1.count ? shown(lines.1[index]) : "no such line")
    all of the actual text:
    \(actual)
    """
}

/// Returns a value as printed by a failed test: one line in quotes, longer text unchanged.
private func shown(_ value: some Any) -> String {
  guard let text = value as? any StringProtocol else { return String(reflecting: value) }
  return text.contains("\n") ? "\n\(text)\n" : String(reflecting: String(text))
}

/// Thrown if a requested element doesn't exist.
package struct MissingElement: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

extension Collection {
  /// Returns the element at a distance from the first one.
  /// - Throws: `MissingElement` if there are fewer elements.
  package func at(_ distance: Int) throws -> Element {
    guard let element = dropFirst(distance).first else {
      throw MissingElement(description: "There is no element \(distance) among \(count).")
    }
    return element
  }
}
