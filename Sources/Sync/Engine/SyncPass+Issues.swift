import Localization

/// What is wrong with single files on a remote, a line each.
extension SyncPass {
  static func damaged(_ name: RemoteName) -> String {
    localized("\(name.path) is damaged, or sealed with an unknown key. It was left there.")
      .printable
  }

  static var rolledBack: String {
    localized("It lost files that were there: an old copy came back. They're sent again.")
  }

  static func damagedAsset(_ name: RemoteName) -> String {
    localized("The photo \(name.path) is damaged. It was left there.").printable
  }
}
