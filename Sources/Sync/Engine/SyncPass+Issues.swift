import DiaryCore
import Localization

/// What is wrong with single files on a remote, a line each.
extension SyncPass {
  static func damaged(_ name: RemoteName) -> String {
    localized("\(name.path) is damaged. It was left there.").printable
  }

  static func unknownKey(_ name: RemoteName) -> String {
    localized(
      "\(name.path) is sealed with a key that this machine doesn't have. It was left there."
    ).printable
  }

  static func untoldKey(_ name: String) -> String {
    localized("\(name) holds a key that no device has told of. It's used once one does.")
  }

  static func tooLarge(_ name: RemoteName, size: Int) -> String {
    localized("\(name.path) has \(CountWords.bytes(size)), too much to be the diary's. Remove it.")
      .printable
  }

  static func healed(_ count: Int) -> String {
    localized(
      counting: count, one: "1 file of this machine was damaged there. It's sent again.",
      other: "\(count) files of this machine were damaged there. They're sent again.")
  }

  static func unshared(_ lines: Int) -> String {
    localized(
      counting: lines,
      one: "1 change of this machine came too late to be shared. It's kept here, and exported.",
      other:
        "\(lines) changes of this machine came too late to be shared. They're kept here, and exported."
    )
  }

  static var rolledBack: String {
    localized("It lost files that were there: an old copy came back. They're sent again.")
  }

  static func damagedAsset(_ name: RemoteName) -> String {
    localized("The photo \(name.path) is damaged. It was left there.").printable
  }
}
