import DiaryCore
import Words

extension AppState {
  static var noPlaceForText: String { localized("You can't type text among the photos.") }
}
