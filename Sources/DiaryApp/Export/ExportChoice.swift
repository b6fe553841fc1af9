import DiaryCore
import Localization

/// Which entries an export takes.
enum ExportChoice: Hashable, Sendable {
  case all
  /// All but what is in locked journals, which are hidden.
  case unlocked
  /// Those of the list, which shows a part of the diary.
  case shown([ID<Entry>])
  /// Some of them may not be in what the list shows.
  case marked([ID<Entry>], hidden: Int)

  /// `nil` for the whole diary.
  var ids: [ID<Entry>]? {
    switch self {
    case .all, .unlocked: nil
    case .shown(let ids), .marked(let ids, _): ids
    }
  }

  var words: String {
    switch self {
    case .all: localized("whole diary")
    case .unlocked: localized("all but locked journals")
    case .shown: localized("entries in the list")
    case .marked(_, hidden: 0): localized("marked entries")
    case .marked(_, let hidden):
      localized("marked entries, \(CountWords.grouped(hidden)) not shown here")
    }
  }
}
