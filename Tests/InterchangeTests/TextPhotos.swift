import DiaryCore
import Glibc
import Interchange
import System

/// Photos for tests: text that begins with `photo`, may say `GPS[…]` where it was taken, `place[…]`
/// what that is called and `taken[…]` when, and may be `undated` or `odd`, that is, undecodable, or
/// `tangled`, so that nothing can be taken out of it, or hold a `film`.
struct TextInspector: PhotoInspector {
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    let text = try Self.text(path)
    guard text.hasPrefix("photo") else { throw .photo(path: path, .notAnImage) }
    return PhotoFacts(
      type: MediaType("image/jpeg"), width: 4, height: 3,
      taken: text.contains("undated") ? nil : Self.value("taken", text) ?? "2026-11-19T07:29:00",
      problem: text.contains("odd") ? .undecodableType : nil,
      contentIdentifier: Self.value("identifier", text),
      details: PhotoDetails(place: Self.value("place", text)))
  }

  private static func value(_ name: String, _ text: String) -> String? {
    text.firstRange(of: "\(name)[").map { String(text[$0.upperBound...].prefix { $0 != "]" }) }
  }

  static func text(_ path: String) throws(DiaryError) -> String {
    guard let file = fopen(path, "r") else { throw .photo(path: path, .missing) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 10_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

struct TextLocationRemover: LocationRemover {
  func copy(photoAt path: String, to descriptor: Descriptor) async throws(PictureProblem) -> Bool {
    guard let text = try? TextInspector.text(path) else { throw .missing }
    var bytes: [UInt8] = []
    var isPosition = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "[") { isPosition = true }
      if !isPosition { bytes.append(byte) }
      if byte == UInt8(ascii: "]") { isPosition = false }
    }
    // Half of it, as a program does that fails on its way.
    let count = text.contains("tangled") ? bytes.count / 2 : bytes.count
    guard (try? descriptor.write(bytes[..<count])) != nil else { throw .unavailable }
    if text.contains("tangled") { throw .damaged }
    return !text.contains("film")
  }
}
