import DiaryCore
import Words

/// Which entries an export takes.
enum ExportChoice: Hashable, Sendable {
  case all
  /// Those of the list, which shows a part of the diary.
  case shown([ID<Entry>])
  case marked([ID<Entry>])

  /// `nil` for the whole diary.
  var ids: [ID<Entry>]? {
    switch self {
    case .all: nil
    case .shown(let ids), .marked(let ids): ids
    }
  }

  var words: String {
    switch self {
    case .all: localized("all of the diary")
    case .shown: localized("what the list shows")
    case .marked: localized("the marked ones")
    }
  }
}
