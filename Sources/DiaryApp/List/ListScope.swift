import DiaryCore
import Localization
import TerminalUI

/// A part of the diary that the list shows alone: a journal, a tag, what was found.
package struct ListScope: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case journal(String)
    case tag(String)
    case place(String)
    case mood(String)
    /// What it is called, and its days.
    case trip(String, first: CalendarDay, last: CalendarDay)
    /// By a day of it.
    case month(CalendarDay)
    case pinned
    /// Some entries, and what they are called: those of a place on the map.
    case entries(Set<ID<Entry>>, title: String)
    /// What a search found: in what the list showed before, or in the whole diary.
    case found(String, isWide: Bool)
  }

  package let part: Part
  package let predicate: EntryPredicate

  /// `today` is what a search counts from.
  package init(_ part: Part, within outer: ListScope? = nil, today: CalendarDay) {
    self.part = part
    predicate =
      switch part {
      case .journal(let name): .journal(name)
      case .tag(let name): .tag(name)
      case .place(let name): .atPlace(name)
      case .mood(let name): .withMood(name)
      case .trip(_, let first, let last): .within(min(first, last)...max(first, last))
      case .month(let day): .within(day.firstOfMonth...day.lastOfMonth)
      case .pinned: .pinned
      case .entries(let ids, _): .ids(ids)
      case .found(let text, let isWide):
        .all(
          of: [
            isWide ? nil : outer?.predicate,
            SearchQuery(text, today: today, typingAt: text.endIndex).predicate,
          ].compactMap(\.self))
      }
  }

  /// For the title bar.
  package var title: String {
    switch part {
    case .journal(let name): TitleWords.journal(name)
    case .tag(let name): "#" + name
    case .place(let name), .mood(let name), .trip(let name, _, _): name
    case .month(let day): DateWords.month(day)
    case .pinned: localized("Pinned")
    case .entries(_, let title): title
    case .found(let text, _): text.trimmed.description
    }
  }

  /// The journal that all its entries are in; new ones are written there.
  var journal: String? {
    switch predicate {
    case .journal(let name): return name
    case .and(let parts):
      for case .journal(let name) in parts { return name }
      return nil
    default: return nil
    }
  }
}

/// A scope and its entries.
package struct ScopedList: Sendable {
  package let scope: ListScope
  package internal(set) var found: FoundList
  /// The screen that it was opened from, if that wasn't the list.
  var origin: (any Screen)?
}
