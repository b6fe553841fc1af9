import DiaryCore

/// What an import would bring: read, compared with the diary, and nothing written yet. It is what a
/// person is shown first.
package struct ImportPlan: Sendable {
  /// An entry that is read, and the one of the diary that it is a later state of.
  struct Change: Sendable {
    let read: ReadEntry
    let current: Entry
  }

  package internal(set) var alreadyThere = 0
  package internal(set) var notes: [ImportNote] = []
  /// The first and the last day of what would come.
  package internal(set) var days: ClosedRange<CalendarDay>?
  /// The journals of all that was read, and how many entries of each would come.
  package internal(set) var journals: [String: Int] = [:]
  var fresh: [ReadEntry] = []
  var changed: [Change] = []

  package var entries: Int { fresh.count }
  package var updates: Int { changed.count }
  package var photos: Int {
    fresh.reduce(0) { $0 + $1.photos.count } + changed.reduce(0) { $0 + $1.read.photos.count }
  }

  package var attachments: Int {
    fresh.reduce(0) { $0 + $1.attachments.count }
      + changed.reduce(0) { $0 + $1.read.attachments.count }
  }

  mutating func bring(_ read: ReadEntry, inPlaceOf current: Entry? = nil) {
    let day = read.entry.date.day
    days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    journals[read.entry.journal, default: 0] += 1
    if let current {
      changed.append(Change(read: read, current: current))
    } else {
      fresh.append(read)
    }
  }
}

/// How far an import of another program's diary has come.
package enum ImportStage: Hashable, Sendable {
  case reading(entries: Int)
  case photos(Int, of: Int)
  case attachments(Int, of: Int)
}

/// What an import of another program's diary did: all of it, or nothing.
package struct ImportOutcome: Hashable, Sendable {
  package internal(set) var added: [Entry] = []
  package internal(set) var updated: [Entry] = []
  package internal(set) var photos = 0
  package internal(set) var attachments = 0
  /// What of the photos and attachments could not be brought; the plan has the other notes.
  package internal(set) var notes: [ImportNote] = []
  /// Whether it was stopped; then nothing was added.
  package internal(set) var wasCancelled = false
}
