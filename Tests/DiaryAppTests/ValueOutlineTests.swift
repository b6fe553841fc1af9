import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("What a log tells of a value")
struct ValueOutlineTests {
  @Test func `keys and pastes are told without what was typed`() {
    let messages: [(Message, String)] = [
      (.terminal(.key(.character("q"))), "terminal(key(character))"),
      (.terminal(.key(.control("q"))), "terminal(key(character))"),
      (.terminal(.key(KeyEvent(.function(3), .shift))), "terminal(key(function(3)))"),
      (.terminal(.key(KeyEvent(.escape))), "terminal(key(escape))"),
      (.terminal(.paste("Öl and water")), "terminal(paste(13 bytes))"),
      (.terminal(.terminate), "terminal(terminate)"),
    ]
    for (message, words) in messages { expectEqual(ValueOutline(message).description, words) }
  }

  @Test func `lists are told by their size, and optional values by whether they're there`() {
    let messages: [(Message, String)] = [
      (.trashLoaded([]), "trashLoaded(0)"),
      (.draftsFound([], entries: [], bases: []), "draftsFound(0, entries: 0, bases: 0)"),
      (.draftDue(requestID: 7), "draftDue(requestID: 7)"),
      (.photosProposed(nil), "photosProposed(none)"),
      (
        .copiedOut(.success("/home/kim/sea.jpg"), requestID: 2),
        "copiedOut(success(17 bytes), requestID: 2)"
      ),
      (.folderListed("/home/kim", .success([])), "folderListed(9 bytes, success(0))"),
      (.failed(.noSuchEntry("plum")), "failed(noSuchEntry(4 bytes))"),
    ]
    for (message, words) in messages { expectEqual(ValueOutline(message).description, words) }
  }

  @Test func `an effect's entry, texts and addresses aren't told`() {
    let effects: [(Effect, String)] = [
      (.copy("plum tree"), "copy(9 bytes)"),
      (.openAddress("https://example.org/plum"), "openAddress(24 bytes)"),
      (.addPhotos(["/home/kim/plum.jpg"], to: ID(high: 1, low: 2)), "addPhotos(1)"),
      (.renameAuthor("Kim"), "renameAuthor(3 bytes)"),
      (.loadTrash, "loadTrash"),
      (.redraw, "redraw"),
    ]
    for (effect, words) in effects { expectEqual(ValueOutline(effect).description, words) }
  }
}
