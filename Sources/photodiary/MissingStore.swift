import DiaryCore
import System
import Words

extension Wiring {
  /// Whether there is anything where the diary should be.
  var storeExists: Bool { FileSystem.exists(folders.store) }

  /// Says that a listing has nothing, so that it isn't taken for a fault.
  func tellOfNone(_ words: String) {
    ErrorLine.note(storeExists ? words : noDiaryYet)
  }

  var noDiaryYet: String {
    localized("No diary at \(folders.store) yet. Your first entry creates it.")
  }

  /// For what makes no sense without a diary.
  func requireStore() throws(DiaryError) {
    guard storeExists else { throw .store(path: folders.store, .missing) }
  }
}
