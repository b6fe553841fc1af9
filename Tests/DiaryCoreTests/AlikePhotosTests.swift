import DiaryCore
import TestSupport
import Testing

@Suite("Photos that look alike") struct AlikePhotosTests {
  private static func asset(_ name: String) -> AssetID {
    AssetID(
      digest: (Array(name.utf8) + [UInt8](repeating: 0, count: 32)).prefix(32))
  }

  private func photo(
    _ name: String, _ bits: UInt64, width: Int = 4000, height: Int = 3000, bytes: Int = 1000,
    taken: String? = nil, day: Int64 = 0
  ) -> ComparedPhoto {
    ComparedPhoto(
      Photo(
        asset: Self.asset(name), name: name, type: MediaType("image/jpeg"), width: width,
        height: height, taken: taken),
      PhotoPrint(bits: bits),
      in: [
        EntrySortKey(
          date: day * 86_400, created: Timestamp(milliseconds: 0), id: ID(high: 0, low: 0))
      ], on: CalendarDay(daysSinceEpoch: day), size: bytes)
  }

  private func names(_ photos: [ComparedPhoto]) -> [[String]] {
    AlikePhotos.groups(of: photos).map { $0.photos.map(\.photo.name) }
  }

  private static let print: UInt64 = 0x1234_5678_9ABC_DEF0

  /// Returns the print with some bits changed, spread over all of it.
  private func changed(_ count: UInt64, after start: UInt64 = 0) -> UInt64 {
    (start..<start + count).reduce(Self.print) { $0 ^ 1 << ($1 * 10 % 63) }
  }

  @Test func `copies are found with up to six different bits, the best one first`() {
    expectEqual(
      names([
        photo("small", changed(6), width: 800, height: 600), photo("other", ~Self.print),
        photo("original", Self.print), photo("coarse", changed(2), bytes: 500),
      ]), [["original", "coarse", "small"]])
    expectEqual(names([photo("a", Self.print), photo("b", changed(7))]), [])
    // A part of a picture has other sides.
    expectEqual(
      names([photo("a", Self.print), photo("b", Self.print, width: 3000, height: 3000)]), [])
  }

  @Test func `a burst is found by its time`() {
    func taken(_ seconds: Int) -> String { "2026-11-21T10:00:\(10 + seconds)" }
    expectEqual(
      names([
        photo("b", changed(16), bytes: 900, taken: taken(4)),
        photo("a", Self.print, bytes: 900, taken: taken(0)),
        photo("c", changed(1), taken: taken(9)),
        photo("later", changed(10, after: 30), taken: taken(30)),
      ]), [["c", "a", "b"]])
    expectEqual(
      names([
        photo("a", Self.print, taken: taken(0)), photo("b", changed(17), taken: taken(1)),
        photo("undated", changed(12, after: 30)),
      ]), [])
  }

  @Test func `groups are ordered by their newest entries`() {
    expectEqual(
      names([
        photo("a", 1, day: 1), photo("b", ~1, day: 3), photo("c", 1, bytes: 9, day: 2),
        photo("d", ~1, bytes: 9, day: 0),
      ]), [["b", "d"], ["a", "c"]])
  }

  @Test func `many equal photos are grouped quickly`() {
    let photos = (0..<20_000).map { photo("\($0)", Self.print, taken: "2026-11-21T10:00:00") }
    expectEqual(AlikePhotos.groups(of: photos).map(\.photos.count), [20_000])
  }

  // MARK: Keeping the best

  private func fields(_ photos: [String], _ content: String = "") -> EntryFields {
    var fields = EntryFields(date: EntryDate(instant: 0, offset: 0), content: content)
    fields.photos = photos.map { name in
      Photo(
        asset: Self.asset(name), name: name, type: MediaType("image/jpeg"),
        caption: "caption of \(name)")
    }
    return fields
  }

  private func kept(_ fields: EntryFields) -> EntryFields {
    let best = Photo(asset: Self.asset("best"), name: "best", type: MediaType("image/jpeg"))
    return EntryEdit.keepPhoto(best, over: [Self.asset("a"), Self.asset("b")]).applied(to: fields)
  }

  @Test func `the others are removed from their entry, with their places in the text`() {
    let text = "Before\n![caption of a](photo:\(Self.asset("a")))\n\nAfter"
    let kept = kept(fields(["a", "best", "other", "b"], text))
    expectEqual(kept.photos.map(\.name), ["best", "other"])
    expectEqual(
      kept.content, "Before\n![caption of a](photo:\(Self.asset("best")))\n\nAfter")
    // The best one is in the text already.
    let both = text + "\n![](photo:\(Self.asset("best")))"
    expectEqual(
      self.kept(fields(["a", "best"], both)).content,
      "Before\n\nAfter\n![](photo:\(Self.asset("best")))")
  }

  @Test func `a caption of a removed photo is kept if the best has none`() {
    var fields = fields(["best", "a"])
    fields.photos[0].caption = ""
    expectEqual(kept(fields).photos.map(\.caption), ["caption of a"])
  }

  @Test func `undo doesn't remove photos that were added since`() {
    let before = fields(["a", "b"])
    let after = kept(before)
    let patch = EntryPatch(from: after, to: before)
    var later = after
    later.photos += fields(["new"]).photos
    expect(patch.fits(after))
    expect(!patch.fits(later))
    expectEqual(patch.applied(to: later).photos.map(\.name), ["best", "new"])
  }

  @Test func `an entry with only others gets the best`() {
    let kept = kept(fields(["other", "a", "b"]))
    expectEqual(kept.photos.map(\.name), ["other", "best"])
    expectEqual(kept.photos.last?.caption, "caption of a")
    let unchanged = fields(["best", "other"], "text")
    expect(self.kept(unchanged).isExactly(unchanged))
    // Undoing restores the photos.
    let before = fields(["a", "b"], "![x](photo:\(Self.asset("b")))")
    let after = self.kept(before)
    expect(EntryPatch(from: after, to: before).applied(to: after).isExactly(before))
  }
}
