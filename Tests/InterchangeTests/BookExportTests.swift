import DiaryCore
import Glibc
import Interchange
import Synchronization
import TestSupport
import Testing

/// Keeps the pages that it is to print, and writes what it was made with.
final class TestPrinter: BookPrinter {
  let isReady: Bool
  private let answer: @Sendable (_ page: String) -> (pdf: String, problem: String?)
  private let seen = Mutex<[String]>([])

  init(
    isReady: Bool = true,
    _ answer: @escaping @Sendable (String) -> (pdf: String, problem: String?) = { _ in
      ("%PDF-1.4\n…\n%%EOF\n", nil)
    }
  ) {
    self.isReady = isReady
    self.answer = answer
  }

  /// What it was given, with the style beside each page.
  var pages: [String] { seen.withLock { $0 } }

  func print(page: String, to file: String, in folder: String, seconds: Int) async -> String? {
    guard let bytes = try? TemporaryFolder.bytes(of: page),
      let style = try? TemporaryFolder.bytes(of: folder + "/book.css")
    else { return "no page" }
    let text = String(decoding: bytes, as: UTF8.self)
    seen.withLock { $0.append(text + String(decoding: style, as: UTF8.self)) }
    let (pdf, problem) = answer(text)
    let output = open(file, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    defer { close(output) }
    let count = pdf.utf8.count
    guard write(output, pdf, count) == count else { return "not written" }
    return problem
  }
}

@Suite("Export as a book")
struct BookExportTests {
  @discardableResult
  private func export(
    _ diary: Diary, _ printer: TestPrinter?
  ) async throws(DiaryError) -> ExportSummary {
    let helpers = ExportHelpers(pictures: TextPictures(), printer: printer)
    return try await Exporter(locationRemover: TextLocationRemover(), helpers: helpers).export(
      of: diary.service, to: diary.target, format: .pdf)
  }

  @Test func `months follow one another, with their photos, in one file`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p.jpg", caption: "Fog & <light>")
    try await diary.add("Later", on: "2026-11-19T08:00:00+09:00", content: "[[Walk]]")
    try await diary.add("Walk", on: "2025-02-01T08:00:00+09:00", tags: ["river"], photos: [photo])
    let printer = TestPrinter()
    try await expectEqual(export(diary, printer).photos, 1)
    expectEqual(files(diary.target), ["diary.pdf"])
    expectEqual(tree(diary.folder.path).filter { $0.hasPrefix(".") }, [])
    let page = try require(printer.pages.first)
    let february = try require(page.firstRange(of: "<h1 id=\"month-2025-02\">February 2025"))
    expectContains(page[february.upperBound...], "<h1 id=\"month-2026-11\">November 2026")
    expectContains(page, "alt=\"Fog &amp; &lt;light&gt;\"")
    expectContains(page, "src=\"pictures/1.jpg\"")
    expectContains(page, "@page m2026-11")
    expectLacks(page, "loading=")
    expectLacks(page, "<script")
  }

  @Test func `a book that says the same isn't printed again`() async throws {
    let diary = try Diary()
    let entry = try await diary.add("one")
    let printer = TestPrinter()
    try await export(diary, printer)
    try await expectEqual(export(diary, printer).written, 0)
    expectEqual(printer.pages.count, 1)
    var fields = entry.fields
    fields.content = "more"
    _ = try await diary.service.update(entry.id, to: fields)
    try await expectEqual(export(diary, printer).written, 1)
    expectEqual(printer.pages.count, 2)
  }

  @Test func `without a converter nothing is made, and the reason is told`() async throws {
    let diary = try Diary()
    try await diary.add("one")
    for printer in [nil, TestPrinter(isReady: false)] {
      await expectThrows(DiaryError.export(path: diary.target, .noPrinter)) {
        try await export(diary, printer)
      }
    }
    expectEqual(tree(diary.folder.path), [])
  }

  @Test(arguments: ["", "%PDF-1.4\n half a book", "an error"])
  func `half a book is none`(pdf: String) async throws {
    let diary = try Diary()
    try await diary.add("one")
    await expectThrows(DiaryError.self) {
      try await export(diary, TestPrinter { _ in (pdf, nil) })
    }
    await expectThrows(DiaryError.self) {
      try await export(diary, TestPrinter { _ in ("%PDF-1.4\n%%EOF\n", "it took too long") })
    }
    expectEqual(tree(diary.folder.path), [])
  }
}
