import DiaryCore
import Localization
import Markdown
import TerminalUI

/// An entry laid out for reading: its head, the parts of its text with photos where the text refers
/// to them, and after it those that it doesn't refer to.
///
/// Of a long text only what is in view is read and laid out. How tall the other parts are is
/// guessed, and put right when one comes to them, without what is in view moving.
struct ReaderDocument: Sendable {
  /// Laid-out parts that are kept; more are made again when one comes back.
  private static let mostKept = 12

  /// How tall each section is: the head, the parts of the text, the end.
  var heights: [Int] = []
  private(set) var sections: [Int: ReaderSection] = [:]
  private(set) var rowCount = 0
  let text: MarkdownText
  /// What is marked where the text says it.
  let phrases: [SearchPhrase]
  /// What is said under it.
  var comments = ShownComments.none {
    didSet { if comments != oldValue { sections[end] = nil } }
  }
  /// The photos that a long text names.
  private var named: Set<AssetID>?
  private var key: Key?

  /// What the layout depends on, beside the text.
  private struct Key: Hashable {
    let entry: EntryState
    let origin: OriginWords?
    let length: ReadingTime?
    let previews: [AssetID]
    /// Of films and recordings.
    let media: [Int?]
    /// For each photo, `true` if its file contains a film.
    let motion: [Bool]
    let look: Appearance
  }

  /// What rows depend on, whatever the text says.
  private struct Appearance: Hashable {
    let body: Rect
    let cellRatio: Double
    let showsPhotos: Bool
    let keys: Keymap
    let language: Language
  }

  /// `earlier` is another state of the entry, laid out.
  init(
    _ entry: Entry, marking phrases: [SearchPhrase] = [], after earlier: ReaderDocument? = nil
  ) {
    text = MarkdownText(entry.content)
    self.phrases = phrases
    guard let earlier else { return }
    (heights, rowCount, key) = (earlier.heights, earlier.rowCount, earlier.key)
    comments = earlier.comments
  }

  var source: String { text.text }
  private var end: Int { heights.count - 1 }

  // MARK: Laying out

  /// Lays out what is in view from a row on, and a screen after it.
  mutating func layOut(
    _ entry: Entry, in body: Rect, _ scroll: inout ScrollPosition, _ state: ScreenContext
  ) {
    let key = Key(
      entry: EntryState(entry), origin: state.origin(of: entry), length: state.lengths[entry],
      previews: entry.photos.map(\.asset).filter(state.sync.showsPreview),
      media: entry.attachments.map { state.mediaLengths[$0.asset] },
      motion: entry.photos.map(state.mediaLengths.isMotionPhoto),
      look: Appearance(
        body: body, cellRatio: state.facts.cellRatio, showsPhotos: state.showsPhotos,
        keys: state.keys, language: .current))
    if self.key != key {
      sections = [:]
      // What another state of the entry says is mostly as tall.
      if heights.count != text.parts.count + 2 || self.key?.look != key.look {
        heights =
          [4] + text.parts.map { $0.range.count / max(1, body.columns) + $0.range.count / 60 + 1 }
          + [2]
        rowCount = heights.reduce(0, +)
      }
      self.key = key
    }
    layOutCounted(entry, in: body, state)
    scroll.move(by: 0, content: rowCount, height: body.rows)
    // What comes into view by the true heights is laid out, too.
    while let index = firstMissing(scroll.top..<scroll.top + 2 * body.rows) {
      let start = firstRow(of: index)
      let guess = heights[index]
      layOut(index, entry, body, state)
      guard start < scroll.top else { continue }
      // What is in view keeps its distance from the end of the part above it.
      let moved = heights[index] - guess
      scroll.move(
        by: max(moved, start - scroll.top), content: rowCount, height: body.rows)
    }
    dropFar(from: scroll.top..<scroll.top + 2 * body.rows)
    scroll.move(by: 0, content: rowCount, height: body.rows)
  }

  mutating func layOut(_ index: Int, _ entry: Entry, _ body: Rect, _ state: ScreenContext) {
    let section: ReaderSection
    if index == 0 {
      section = ReaderSection(
        headOf: entry, columns: body.columns, marking: phrases, state)
    } else if index == end {
      section = ReaderSection(
        endOf: entry, unplaced: unplaced(entry, body, state), comments, in: body, marking: phrases,
        state)
    } else {
      let blocks = text.blocks(ofPart: index - 1, prepared: PhotoReference.withPlainCaptions)
      section = ReaderSection(
        blocks, isFirst: index == 1, of: entry, in: body, marking: phrases, state)
    }
    rowCount += section.rowCount - heights[index]
    heights[index] = section.rowCount
    sections[index] = section
  }

  /// The photos that stand nowhere in the text.
  private mutating func unplaced(_ entry: Entry, _ body: Rect, _ state: ScreenContext) -> [Int] {
    let pictures = state.shownPictures(of: entry)
    guard text.parts.count == 1 else {
      guard !pictures.isEmpty else { return [] }
      let named = self.named ?? PhotoReference.named(in: text.text)
      self.named = named
      return pictures.indices.filter { !named.contains(pictures[$0].asset) }
    }
    if sections[1] == nil { layOut(1, entry, body, state) }
    let shown = sections[1]?.targets.map(\.target) ?? []
    return pictures.indices.filter { !shown.contains(.photo($0)) }
  }

  private func firstMissing(_ rows: Range<Int>) -> Int? {
    var row = 0
    for index in heights.indices {
      if row >= rows.upperBound { return nil }
      if row + heights[index] >= rows.lowerBound, sections[index] == nil { return index }
      row += heights[index]
    }
    return nil
  }

  private mutating func dropFar(from rows: Range<Int>) {
    guard sections.count > Self.mostKept else { return }
    for index in sections.keys {
      let first = firstRow(of: index)
      if first > rows.upperBound || first + heights[index] < rows.lowerBound {
        sections[index] = nil
      }
    }
  }

  // MARK: Looking

  func firstRow(of section: Int) -> Int { heights[..<section].reduce(0, +) }

  /// The blocks that are in some rows, each with its first row.
  func blocks(in rows: Range<Int>) -> [(row: Int, section: Int, block: ReaderSection.Block)] {
    var found: [(row: Int, section: Int, block: ReaderSection.Block)] = []
    var first = 0
    for index in heights.indices {
      defer { first += heights[index] }
      guard first < rows.upperBound, first + heights[index] > rows.lowerBound,
        let section = sections[index]
      else { continue }
      var row = first
      for block in section.blocks {
        if row < rows.upperBound, row + block.rows > rows.lowerBound {
          found.append((row, index, block))
        }
        row += block.rows
      }
    }
    return found
  }

  func target(at focus: ReaderFocus) -> ReaderTarget? {
    guard let targets = sections[focus.section]?.targets, targets.indices.contains(focus.number)
    else { return nil }
    return targets[focus.number].target
  }

  /// The rows of what Tab has come to.
  func rows(of focus: ReaderFocus) -> Range<Int>? {
    guard target(at: focus) != nil, let rows = sections[focus.section]?.targets[focus.number].rows
    else { return nil }
    let first = firstRow(of: focus.section)
    return first + rows.lowerBound..<first + rows.upperBound
  }

  /// The rows of a comment, for which the end of the entry is laid out.
  mutating func rows(
    ofComment index: Int, _ entry: Entry, _ body: Rect, _ state: ScreenContext
  ) -> Range<Int>? {
    guard end >= 0 else { return nil }
    layOut(end, entry, body, state)
    return focus(on: .comment(index)).flatMap { rows(of: $0) }
  }

  /// The photo that stands first in what is laid out.
  var firstPhoto: Int? {
    for index in sections.keys.sorted() {
      for case (.photo(let photo), _) in sections[index]?.targets ?? [] { return photo }
    }
    return nil
  }

  /// Where a target is in what is laid out.
  func focus(on target: ReaderTarget) -> ReaderFocus? {
    for index in sections.keys.sorted() {
      if let number = sections[index]?.targets.firstIndex(where: { $0.target == target }) {
        return ReaderFocus(section: index, number: number)
      }
    }
    return nil
  }

  /// Whether laying out a section may show something to come to.
  private func mayHaveTargets(_ section: Int) -> Bool {
    section == 0 || section == end || text.mayHaveLinks(inPart: section - 1)
  }

  // MARK: Going from one thing to the next

  /// How many parts without anything to come to are looked through at once.
  private static let mostLooked = 40

  /// What comes after a place, or before it; from the end it goes on at the beginning.
  mutating func next(
    after focus: ReaderFocus?, backwards: Bool, _ entry: Entry, _ body: Rect, _ state: ScreenContext
  ) -> ReaderFocus? {
    let step = backwards ? -1 : 1
    var section = focus?.section ?? (backwards ? end : 0)
    var number = focus.map { $0.number + step }
    for _ in 0...min(heights.count, Self.mostLooked) {
      if sections[section] == nil, mayHaveTargets(section) {
        layOut(section, entry, body, state)
      }
      let count = sections[section]?.targets.count ?? 0
      let position = number ?? (backwards ? count - 1 : 0)
      if (0..<count).contains(position) { return ReaderFocus(section: section, number: position) }
      section = (section + step + heights.count) % heights.count
      number = nil
    }
    return nil
  }
}

/// A place that Tab has come to.
struct ReaderFocus: Hashable, Sendable {
  var section: Int
  /// Among the targets of the section.
  var number: Int
}
