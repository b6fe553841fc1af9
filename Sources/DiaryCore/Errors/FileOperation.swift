import System
import Words

extension FileOperation {
  /// `writing /diary/log`, `/diary/log 쓰기`
  package func words(_ path: String) -> String {
    switch self {
    case .opening: localized("opening \(path)")
    case .reading: localized("reading \(path)")
    case .writing: localized("writing \(path)")
    case .syncing: localized("syncing \(path)")
    case .mapping: localized("mapping \(path)")
    case .locking: localized("locking \(path)")
    case .watching: localized("watching \(path)")
    case .making: localized("creating \(path)")
    case .makingFolderIn: localized("creating a folder in \(path)")
    case .renaming: localized("renaming \(path)")
    case .removing: localized("removing \(path)")
    case .settingPermissionsOf: localized("setting the permissions of \(path)")
    }
  }
}
