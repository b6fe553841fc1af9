import CSystem
import Glibc

/// Names that are given without taking another's.
extension FileSystem {
  /// Gives a file or a folder a name that nothing has yet, so that of two who do so one fails. Not every
  /// file system can.
  package static func renameNew(_ old: String, to new: String) throws(ErrorNumber) {
    guard Facility.renamingNew.isAvailable else { return try renameInSteps(old, to: new) }
    guard pd_rename_new(old.systemPath, new.systemPath) == 0 else { throw .last }
  }

  /// The same in two steps. Of a file, the first takes the name: whoever is killed between them leaves a file
  /// that has both. A folder takes the place of an empty one alone, so that whoever makes one at that name
  /// just then loses nothing.
  package static func renameInSteps(_ old: String, to new: String) throws(ErrorNumber) {
    guard try FileStatus(ofItselfAt: old).isFolder else { return try linkAndUnlink(old, new) }
    guard ownStatus(of: new) == nil else { throw .exists }
    do throws(ErrorNumber) {
      try replace(new, by: old)
    } catch {
      throw ownStatus(of: new) == nil ? error : .exists
    }
  }

  private static func linkAndUnlink(_ old: String, _ new: String) throws(ErrorNumber) {
    do throws(ErrorNumber) {
      try link(old, as: new)
    } catch {
      // A file system without links says so.
      throw error == .notPermitted ? .notSupported : error
    }
    guard Glibc.unlink(old.systemPath) == 0 else {
      let error = ErrorNumber.last
      Glibc.unlink(new.systemPath)
      throw error
    }
  }

  /// Exchanges two files or folders in one step, so that each path has always one of them. Not every
  /// file system can; whoever goes another way has to find what a program leaves that is killed on it.
  package static func exchange(_ one: String, _ other: String) throws(ErrorNumber) {
    guard Facility.exchanging.isAvailable else { throw .notSupported }
    guard pd_exchange(one.systemPath, other.systemPath) == 0 else { throw .last }
  }
}
