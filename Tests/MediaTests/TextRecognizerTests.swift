import DiaryCore
import Foundation
import System
import TestSupport
import Testing

@testable import Media

@Suite("Reading words with tesseract") struct TextRecognizerTests {
  private let folder: TemporaryFolder
  private let path: String
  private let photo: Photo

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(TestPictures.png, to: "a.png")
    photo = Photo(
      asset: AssetID(digest: Array(repeating: 1, count: 32)), name: "a.png",
      type: MediaType("image/png"), width: 4, height: 4)
  }

  private static let heading =
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"

  private func parsed(_ rows: String...) -> [String]? {
    let answer = Array((Self.heading + rows.map { $0 + "\n" }.joined()).utf8)
    let text = PhotoText(tesseract: answer, width: 2000, height: 1000, minConfidence: 50)
    return text?.lines.map { line in
      line.map { "\($0.text) \($0.box.left) \($0.box.top) \($0.box.right) \($0.box.bottom)" }
        .joined(separator: ", ")
    }
  }

  @Test func `reads tesseract's table`() {
    expectEqual(
      parsed(
        "1\t1\t0\t0\t0\t0\t0\t0\t2000\t1000\t-1\t",
        "5\t1\t1\t1\t1\t1\t200\t100\t400\t50\t96.5\t영수증",
        "5\t1\t1\t1\t1\t2\t700\t100\t100\t50\t91\tNo.7",
        "5\t1\t1\t1\t2\t1\t200\t200\t100\t50\t49.9\tfaint",
        "5\t1\t1\t1\t2\t2\t200\t200\t100\t50\t99\t—",
        "5\t1\t1\t1\t3\t1\t200\t300\t100\t50\t80\ttab\tin it"),
      ["영수증 100 100 301 151, No.7 350 100 401 151", "tabinit 100 300 151 351"])
  }

  @Test func `ignores impossible rows and control characters`() {
    expectEqual(
      parsed(
        "5\t1\t1\t1\t1\t1\t-5\t0\t10\t10\t90\tleft", "5\t1\t1\t1\t1\t1\t0\t0\t10\t10\tnan\tconf",
        "5\t1\t1\t1", "5\t1\t1\t1\t1\t1\t0\t0\t9999999999999999999\t10\t90\twide",
        "5\t1\t1\t1\t1\t1\t0\t0\t100000\t100000\t90\thuge"), ["huge 0 0 1000 1000"])
    let escape = parsed("5\t1\t1\t1\t1\t1\t0\t0\t10\t10\t90\ta\u{1B}]0;x\u{7}b\u{202E}")
    expectEqual(escape?.count, 1)
    expect(escape?[0].unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E } == true)
    expectNil(PhotoText(tesseract: Array("x\n".utf8), width: 1, height: 1, minConfidence: 0))
    expectNil(PhotoText(tesseract: [], width: 1, height: 1, minConfidence: 0))
  }

  @Test func `accepts only complete graymaps`() {
    func size(_ text: String) -> [Int]? {
      GrayPicture(decoding: Array(text.utf8), longest: 10).map { [$0.width, $0.height] }
    }
    expectEqual(size("pixels pgm 3 2\nP5 3 2 255\nabcdef"), [3, 2])
    expectEqual(size("pixels pgm 3 2 incomplete\nP5 3 2 255\nabcdef"), [3, 2])
    for answer in [
      "pixels pgm 3 2\nP5 3 2 255\nabcde", "pixels pgm 3 2\nP5 2 3 255\nabcdef",
      "pixels png 3 2\nP5 3 2 255\nabcdef", "pixels pgm 11 1\nP5 11 1 255\nabcdefghijk",
      "pixels pgm 3 2\nP5 3 2 255\nabcdefg", "P5 3 2 255\nabcdef", "",
    ] {
      expectNil(size(answer), answer)
    }
  }

  /// Writes a shell script in place of tesseract, which may only use the shell's built-in commands.
  private func text(
    by script: String, of photo: String? = nil, milliseconds: Int = 60_000
  ) async throws(PhotoTextError) -> PhotoText {
    var recognizer = TextRecognizer(
      tesseract: standIn(script), languages: ["kor", "eng"], program!)
    recognizer.milliseconds = milliseconds
    return try await recognizer.text(of: self.photo, at: photo ?? path)
  }

  private func standIn(_ script: String) -> String {
    let path = folder.path + "/stand-in"
    _ = try? folder.write("#!/bin/sh\n\(script)\n", to: "stand-in")
    try? makeExecutable(path)
    return path
  }

  @Test func `passes gray pixels to the program, and keeps its words`() async throws {
    // A picture of 4 × 4 pixels is doubled.
    let read = try await text(
      by: """
        read type width height depth
        [ "$*" = "- - -l kor+eng --psm 4 tsv" ] || exit 9
        [ "$OMP_THREAD_LIMIT" = 1 ] || exit 8
        printf '\(Self.heading.dropLast().replacing("\t", with: "\\t"))\\n'
        printf '5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t4\\t4\\t90\\t%s\\n' "$type-$width-$height-$depth"
        """)
    expectEqual(read.lines.map { $0.map(\.text) }, [["P5-8-8-255"]])
    expectEqual(read.lines[0][0].box, PhotoBox(left: 0, top: 0, right: 501, bottom: 501))
  }

  @Test func `reports photos that can't be decoded, and programs that fail`() async throws {
    let damaged = try folder.write(Array(TestPictures.png.prefix(50)), to: "b.png")
    await expectThrows(PhotoTextError.photo(.damaged)) { try await text(by: "", of: damaged) }
    await expectThrows(PhotoTextError.unavailable) {
      try await text(by: "", of: folder.path + "/none.png")
    }
    await expectThrows(PhotoTextError.program(.failed)) { try await text(by: "exit 1") }
    await expectThrows(PhotoTextError.program(.failed)) {
      try await text(by: "printf '\\033]0;x\\007\\033[2J'")
    }
    await expectThrows(PhotoTextError.program(.timedOut)) {
      try await text(by: "while :; do :; done", milliseconds: 1000)
    }
  }
}
