import DiaryCore
import TestSupport
import Testing

@Suite struct CaptionTests {
  private let asset: AssetID
  private let other: AssetID

  init() throws {
    asset = try require(AssetID(String(repeating: "ab", count: 32)))
    other = try require(AssetID(String(repeating: "cd", count: 32)))
  }

  private func fields(_ content: String, caption: String = "") throws -> EntryFields {
    EntryFields(
      date: try require(EntryDate("2026-11-20T07:30:00+09:00")), content: content,
      photos: [asset, other].map {
        Photo(asset: $0, name: "a.jpg", type: MediaType("image/jpeg"), caption: caption)
      })
  }

  @Test func `a caption in the text overrides the photo's, unless it is blank`() throws {
    for (content, expected) in [
      ("no photo", "own"), ("![](photo:\(asset))", "own"), ("![ ](photo:\(asset))", "own"),
      ("![안개](photo:\(asset))", "안개"), ("![x](photo:\(other))", "own"),
      ("![](photo:\(asset)) ![b](photo:\(asset)) ![c](photo:\(asset))", "b"),
    ] {
      let fields = try fields(content, caption: "own")
      try expectEqual(fields.caption(of: fields.photos.at(0)), expected, "\(content)")
    }
  }

  @Test func `setting a caption replaces only that photo's caption in the text`() throws {
    var fields = try fields("a\n![안개](photo:\(asset))\n![](photo:\(asset)) ![x](photo:\(other))\n")
    fields.setCaption("다리 [1]", of: asset)
    expectEqual(
      fields.content, "a\n![다리 [1]](photo:\(asset))\n![](photo:\(asset)) ![x](photo:\(other))\n")
    expectEqual(fields.photos.map(\.caption), ["다리 [1]", ""])
    fields.setCaption("", of: asset)
    expectPrefix(fields.content, "a\n![](photo:\(asset))\n")
  }

  @Test func `keeps a different caption of the same photo in the text`() throws {
    let other = "![from afar](photo:\(asset))"
    var fields = try fields("![mist](photo:\(asset)) \(other) ![mist](photo:\(asset))")
    fields.setCaption("fog", of: asset)
    expectEqual(fields.content, "![fog](photo:\(asset)) \(other) ![fog](photo:\(asset))")
    try expectEqual(fields.caption(of: fields.photos.at(0)), "fog")
  }

  @Test func `stores a caption that would break the reference only in the photo`() throws {
    var fields = try fields("![안개](photo:\(asset))")
    let caption = "a](photo:\(other)) b"
    fields.setCaption(caption, of: asset)
    try expect(fields.content == "![안개](photo:\(asset))" && fields.photos.at(0).caption == caption)
  }

  @Test func `merging two versions joins their moods`() {
    let left = EntryDetails(isStarred: true, mood: "calm", place: "서울")
    let right = EntryDetails(mood: "glad", place: "서울", weather: "rain")
    expectEqual(
      left.merged(with: right),
      EntryDetails(isStarred: true, mood: "calm / glad", place: "서울", weather: "rain"))
  }
}
