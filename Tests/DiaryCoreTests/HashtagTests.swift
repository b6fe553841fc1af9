import DiaryCore
import TestSupport
import Testing

@Suite struct HashtagTests {
  @Test(arguments: [
    ("#walk", ["walk"]), ("a #walk, and (#rain) [#snow]", ["walk", "rain", "snow"]),
    ("#산책을 #강가", ["산책을", "강가"]), ("（#눈", ["눈"]), ("x\t#a\n#b\u{3000}#c", ["a", "b", "c"]),
    ("#2024 #24h #a-b_c/d #a- #b/ #-a", ["24h", "a-b_c/d", "a", "b", "-a"]),
    ("a#b ##c #c#d \"#e \\#f", ["c"]), ("# Heading\n## Two #three\n#", ["three"]),
    ("`#a` #b ``#c ` #d`` #e", ["b", "e"]), ("` #a\n\n` #b", ["a", "b"]),
    ("```\n#a\n```\n#b\n~~~ x\n#c", ["b"]), ("> ```\n> #a\n> ```\n#b", ["b"]),
    ("    #a\n\t#b\n\n    #c\n#d", ["d"]), ("x\n    #a\n\n    #b\n #c", ["a", "c"]),
    ("- x\n\n    #a\n    - #b\n\n1. y\n\t#c\n\nz\n\n    #d", ["a", "b", "c"]),
    ("```\nx\n```\n    #a", ["a"]), ("12 #a\n\n    #b\n", ["a"]),
    ("[x](#a) [#b](y #z) [[#c]] #d", ["b", "d"]), ("[x]: #a\n#b", ["b"]),
    ("note]: #a", ["a"]), ("[x](open #a\n#b", ["a", "b"]),
    ("#e\u{301}te\u{301} #été", ["e\u{301}te\u{301}", "été"]), ("#😀 #a😀", ["a"]), ("#\u{7}a", []),
  ])
  func `finds tags at their byte offsets`(_ text: String, _ expected: [String]) {
    let tags = Hashtags.all(in: text)
    expectEqual(tags.map(\.name), expected)
    for tag in tags { expect(Array(text.utf8)[tag.range].elementsEqual("#\(tag.name)".utf8)) }
  }

  @Test func `parses a text of nothing but punctuation in linear time`() {
    for piece in ["`", "` ``", "[", "](", "#a`", "[[#", "```\n", "]:", "\\", "[x]: "] {
      let text = String(repeating: piece, count: 40_000 / piece.utf8.count)
      let time = processorTime { _ = Hashtags.all(in: text + " #") }
      expectLess(time, .seconds(20), "\(piece)")
    }
  }

  @Test func `renames tags in the field and the text, and undoes it`() throws {
    let date = try require(EntryDate("2026-01-02T00:00:00Z"))
    func edited(_ text: String, _ tags: [String], _ edit: EntryEdit) -> EntryFields {
      let before = EntryFields(date: date, content: text, tags: tags)
      let after = edit.applied(to: before)
      expect(EntryPatch(from: after, to: before).applied(to: after).isExactly(before))
      return after
    }
    let renamed = edited(
      "#Walk, #walking `#walk` #walk", ["walk", "x"], .renameTag("walk", to: "산책"))
    expectEqual(renamed.content, "#산책, #walking `#walk` #산책")
    expectEqual(renamed.tags, ["산책", "x"])
    let merged = edited("#a #b", ["b", "a"], .renameTag("a", to: "B"))
    expectEqual(merged.content, "#B #b")
    expectEqual(merged.tags, ["b"])
    let blank = edited("to #york", [], .renameTag("york", to: "New York"))
    expectEqual(blank.content, "to york")
    expectEqual(blank.tags, ["New York"])
    let removed = edited("a #walk here", ["walk"], .tags(adding: [], removing: ["WALK"]))
    expectEqual(removed.content, "a walk here")
    expect(removed.tags.isEmpty)
    let other = edited("nothing\r\nhere", ["x"], .renameTag("walk", to: "y"))
    expect(other.content.isExactly("nothing\r\nhere"))
  }

  @Test func `renames and removes tags in titles, and undoes it`() throws {
    let date = try require(EntryDate("2026-01-02T00:00:00Z"))
    let before = EntryFields(date: date, title: "A #walk", content: "#walk", tags: ["x"])
    expectEqual(before.allTags, ["x", "walk"])
    for (edit, title, content) in [
      (EntryEdit.renameTag("walk", to: "산책"), "A #산책", "#산책"),
      (.renameTag("walk", to: "long walk"), "A walk", "walk"),
      (.tags(adding: [], removing: ["Walk"]), "A walk", "walk"),
    ] {
      let after = edit.applied(to: before)
      expectEqual([after.title, after.content], [title, content])
      expect(!Entry.made(after).hasTag("walk"))
      let patch = EntryPatch(from: after, to: before)
      expect(patch.applied(to: after).isExactly(before))
      var changed = after
      changed.title += "!"
      expect(patch.fits(after) && !patch.fits(changed))
      expectEqual(patch.applied(to: changed).title, changed.title)
    }
  }

  @Test func `undoing a tag's rename keeps later changes of the text`() throws {
    let date = try require(EntryDate("2026-01-02T00:00:00Z"))
    let before = EntryFields(date: date, content: "#a one", tags: ["a"])
    var after = EntryEdit.renameTag("a", to: "b").applied(to: before)
    let patch = EntryPatch(from: after, to: before)
    after.content += " and two"
    expectEqual(patch.applied(to: after).content, "#b one and two")
    expectEqual(patch.applied(to: after).tags, ["a"])
  }

  @Test func `collects an entry's tags and counts the entries of each`() throws {
    let date = try require(EntryDate("2026-01-02T00:00:00Z"))
    func entry(_ text: String, _ tags: [String]) -> Entry {
      .made(EntryFields(date: date, content: text, tags: tags))
    }
    let entries = [entry("#B #c", ["a", "b"]), entry("#c #c", []), entry("#C", ["New York"])]
    expectEqual(entries[0].allTags, ["a", "b", "c"])
    expect(entries.allSatisfy { $0.hasTag("c") && EntryPredicate.tag("C").matches($0) })
    expect(!entries[1].hasTag("b"))
    var tallying = TagCounter()
    for entry in entries { tallying.count(entry) }
    let sorted = TagTally.sorted(tallying.tallies, by: .count)
    expectEqual(sorted.map(\.name), ["c", "a", "b", "New York"])
    expectEqual(sorted.map(\.count), [3, 1, 1, 1])
    expectEqual(
      TagTally.sorted(tallying.tallies, by: .name).map(\.name), ["a", "b", "c", "New York"])
  }
}
