import DiaryCore
import TerminalUI

/// A photo over the whole screen.
package struct ViewerState: Sendable {
  /// Which photos come before and after.
  enum Scope: Hashable, Sendable {
    /// Those of the whole diary.
    case diary
    /// Those of the entries that a search has found.
    case found
    /// Those of the entries that match.
    case matching(EntryPredicate)
    /// Those of the entry alone: it is in the trash.
    case entry
  }

  /// The nearest entry with photos in one direction.
  enum Neighbor: Sendable {
    case unknown
    case asked(requestID: Int)
    case none
    /// It could not be read; the next key asks again.
    case failed
    case known(Entry)
  }

  private(set) var entry: Entry
  private(set) var index: Int
  let scope: Scope
  var zoom = PhotoZoom()
  var showsDetails = false
  /// Whether photos follow each other by themselves.
  var slides: SlideShow?
  /// Those of the photo, once they have been read.
  var details: PhotoFileDetails?
  var newer = Neighbor.unknown
  var older = Neighbor.unknown
  /// The photo whose details are being read.
  var readsDetails: AssetID?
  /// Where to go as soon as it is known what is there.
  var pending: PhotoWalk.Direction?

  /// `nil` for an entry that has none, which isn't shown.
  var photo: Photo? { entry.pictures.element(at: index) }

  /// The next picture of the entry in a direction; `nil` where others come.
  func next(_ direction: PhotoWalk.Direction) -> Int? {
    let next = index + (direction == .newer ? 1 : -1)
    return entry.pictures.indices.contains(next) ? next : nil
  }

  mutating func show(_ index: Int) {
    guard index != self.index, entry.pictures.indices.contains(index) else { return }
    self.index = index
    zoom = PhotoZoom()
    pending = nil
  }

  /// Goes to the nearest entry in a direction, to its photo that is next.
  mutating func cross(_ direction: PhotoWalk.Direction, to next: Entry) {
    switch direction {
    case .older: (newer, older) = (.known(entry), .unknown)
    case .newer: (newer, older) = (.unknown, .known(entry))
    }
    entry = next
    index = direction == .newer ? 0 : next.pictures.count - 1
    zoom = PhotoZoom()
    pending = nil
  }

  subscript(direction: PhotoWalk.Direction) -> Neighbor {
    get { direction == .older ? older : newer }
    set { if direction == .older { older = newValue } else { newer = newValue } }
  }

  /// Shows what the entry says now; the photo stays, if the entry still has it. `false` when the
  /// entry has no photo any more.
  mutating func update(_ entry: Entry) -> Bool {
    let asset = photo?.asset
    self.entry = entry
    let position = entry.pictures.firstIndex { $0.asset == asset }
    if position == nil { zoom = PhotoZoom() }
    index = position ?? max(0, min(index, entry.pictures.count - 1))
    return !entry.pictures.isEmpty
  }
}
