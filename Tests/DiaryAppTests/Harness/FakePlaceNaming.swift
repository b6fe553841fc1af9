import DiaryCore
import Synchronization

/// Calls every position what a test says.
final class FakePlaceNaming: PlaceNaming {
  private let answer = Mutex<Result<[String], PlaceNamesError>>(.success([]))

  func call(_ names: Result<[String], PlaceNamesError>) { answer.withLock { $0 = names } }

  func names(at position: PhotoDetails.Position) throws(PlaceNamesError) -> [String] {
    try answer.withLock { $0 }.get()
  }
}
