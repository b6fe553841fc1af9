/// Makes a PDF of a page: the port behind which a converter stands that is installed.
package protocol BookPrinter: Sendable {
  /// Whether there is a program that can do it.
  var isReady: Bool { get }

  /// Writes a PDF of the page at `page`, which loads only what lies beside it. What the converter
  /// needs to write goes to `folder`, which goes away. Ends after so many seconds. Returns why that
  /// failed; `nil` where it didn't.
  func print(page: String, to file: String, in folder: String, seconds: Int) async -> String?
}
