import DiaryApp
import DiaryCore
import Synchronization

/// An editor that gives back what the test says.
final class FakeEditor: ExternalEditing {
  private let answer = Mutex<Result<EditedText?, ExternalEditingError>>(.success(nil))
  private let given = Mutex<[EditedText]>([])

  var texts: [EditedText] { given.withLock { $0 } }

  func answer(with result: Result<EditedText?, ExternalEditingError>) {
    answer.withLock { $0 = result }
  }

  func edit(_ text: EditedText) throws(ExternalEditingError) -> EditedText? {
    given.withLock { $0.append(text) }
    return try answer.withLock { $0 }.get()
  }
}
