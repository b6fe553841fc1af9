import DiaryCore
import System

/// Reads the words in photos with tesseract, which runs like ffmpeg: with limits, and without other
/// files to open. It gets gray pixels, which need no decoder, from the picture program.
package struct TextRecognizer: Sendable {
  private let tesseract: String
  private let languages: String
  private let pictureProgram: PictureProgram
  /// The time limit for each photo. On a busy machine, its low priority makes it slow; its own time
  /// has a shorter limit.
  package var milliseconds = 120_000

  /// The languages to read, if they are installed, as tesseract names them.
  package static let languages = ["kor", "eng"]

  /// In pixels. Tesseract reads letters of 30 pixels best; more pixels take more time only.
  private static let maxSideLength = 2400
  /// Small pictures, such as parts of screenshots, are enlarged up to this factor.
  private static let maxScale = 2
  /// In percent; words below it are mostly patterns that look like letters.
  private static let minConfidence = 50.0
  private static let maxAnswer = 4 << 20

  /// Creates a recognizer.
  ///
  /// - Parameters:
  ///   - tesseract: the path of the program.
  ///   - languages: some of `languages`.
  ///   - pictureProgram: a separate runner, because those for the screens aren't to wait for it.
  package init(tesseract: String, languages: [String], _ pictureProgram: PictureProgram) {
    self.tesseract = tesseract
    self.languages = languages.joined(separator: "+")
    self.pictureProgram = pictureProgram
  }

  /// Reads the words in the photo at a path.
  ///
  /// - Throws: the reason why they can't be read.
  package func text(of photo: Photo, at path: String) async throws(PhotoTextError) -> PhotoText {
    let picture = try await grayPicture(of: photo, at: path)
    let outcome = await pictureProgram.runConfined(
      tesseract,
      // The picture is a column of lines of any sizes. The automatic modes take sparse Korean for
      // vertical text.
      ["-", "-", "-l", languages, "--psm", "4", "tsv"], .bytes(picture.bytes),
      limit: Self.maxAnswer, milliseconds: milliseconds, isIdle: true)
    switch outcome.failure {
    case nil: break
    case .photo, .cannotStart, .cancelled: throw .unavailable
    case .timedOut: throw .program(.timedOut)
    case .killed(.processorTime), .killed(.kill): throw .program(.tookTooLong)
    case .killed: throw .program(.crashed)
    case .failed: throw .program(.failed)
    }
    guard
      let text = PhotoText(
        tesseract: outcome.answer, width: picture.width, height: picture.height,
        minConfidence: Self.minConfidence)
    else { throw .program(.failed) }
    return text
  }

  private func grayPicture(
    of photo: Photo, at path: String
  ) async throws(PhotoTextError) -> GrayPicture {
    let longest = max(photo.width ?? 0, photo.height ?? 0)
    let side =
      longest > 0 ? min(Self.maxSideLength, longest * Self.maxScale) : Self.maxSideLength
    let arguments = [
      "pixels", "--width", String(side), "--height", String(side), "--as", "pgm", "--background",
      "FFFFFF",
    ]
    let answer: [UInt8]
    do {
      answer = try await pictureProgram.run(
        arguments, .file(path), limit: side * side + 128)
    } catch {
      let failure = error as? RenderFailure
      if failure == .timedOut { throw .unavailable }
      let problem = failure?.problem ?? .unavailable
      throw problem == .missing || problem == .unavailable ? .unavailable : .photo(problem)
    }
    guard let picture = GrayPicture(decoding: answer, longest: side) else {
      throw .photo(.damaged)
    }
    return picture
  }
}

/// Gray pixels as a portable graymap.
struct GrayPicture {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  /// Decodes an answer of the picture program: a line `pixels pgm <width> <height>`, with
  /// `incomplete` if the file had only part of the picture, then the graymap. `nil` unless it is
  /// valid and no larger than `longest`, so that the reading program gets nothing else.
  init?(decoding answer: [UInt8], longest: Int) {
    guard let end = answer.prefix(40).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: answer[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 4 || words.count == 5 && words[4] == "incomplete", words[0] == "pixels",
      words[1] == "pgm", let width = Int(words[2]), let height = Int(words[3]),
      1...longest ~= width, 1...longest ~= height
    else { return nil }
    let header = Array("P5 \(width) \(height) 255\n".utf8)
    let content = answer[(end + 1)...]
    guard content.starts(with: header), content.count == header.count + width * height
    else { return nil }
    (self.width, self.height, bytes) = (width, height, Array(content))
  }
}

extension PhotoText {
  /// Decodes tesseract's table of a picture with this size; `nil` if it isn't one. Its columns are:
  /// level (5 for a word), page, block, paragraph, line, word, left, top, width, height, confidence
  /// and text.
  init?(tesseract answer: [UInt8], width: Int, height: Int, minConfidence: Double) {
    let rows = answer.split(separator: UInt8(ascii: "\n"))
    guard let heading = rows.first, heading.starts(with: Array("level\tpage_num\t".utf8)) else {
      return nil
    }
    var lines: [[Word]] = []
    var (count, line) = (0, [""])
    for row in rows.dropFirst() {
      let fields = String(decoding: row, as: UTF8.self)
        .split(separator: "\t", maxSplits: 11, omittingEmptySubsequences: false)
      guard fields.count == 12, fields[0] == "5", count < Self.maxWords,
        let confidence = Double(fields[10]), confidence >= minConfidence
      else { continue }
      let text = String(fields[11].prefix(Self.maxWordLength).filter { !$0.isWhitespace })
      let sides = fields[6...9].compactMap { Int($0) }.filter { 0...100_000 ~= $0 }
      guard sides.count == 4, text.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
      func part(_ place: Int, of side: Int) -> Int { place * PhotoBox.side / side }
      let box = PhotoBox(
        left: part(sides[0], of: width), top: part(sides[1], of: height),
        right: part(sides[0] + sides[2], of: width) + 1,
        bottom: part(sides[1] + sides[3], of: height) + 1)
      // The numbers of page, block, paragraph and line.
      let next = fields[1...4].map(String.init)
      if next != line { lines.append([]) }
      line = next
      lines[lines.count - 1].append(Word(text, box))
      count += 1
    }
    self.init(lines)
  }
}
