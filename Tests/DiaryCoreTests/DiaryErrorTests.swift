import DiaryCore
import System
import TestSupport
import Testing

@Suite("Diary errors") struct DiaryErrorTests {
  @Test(arguments: [
    (ErrorNumber.noSpace, StoreError.diskFull), (.quotaExceeded, .diskFull),
    (.noSuchFile, .missing), (.accessDenied, .noPermission), (.readOnlyFileSystem, .readOnly),
    (
      .inputOutput,
      .unavailable(operation: .writing, reason: ErrorNumber.inputOutput.message)
    ), (.busy, .failed(operation: .writing, reason: ErrorNumber.busy.message)),
  ]) func `convert errors of the system`(number: ErrorNumber, reason: StoreError) {
    let error = DiaryError(SystemError(.writing, "/diary/log", number))
    expectEqual(error, .store(path: "/diary/log", reason))
  }

  @Test func `keep diary errors, and show any other`() {
    expectEqual(DiaryError(DiaryError.emptyEntry), .emptyEntry)
    struct Unknown: Error {}
    expectContains(DiaryError(Unknown()).line, "Unknown")
  }
}
