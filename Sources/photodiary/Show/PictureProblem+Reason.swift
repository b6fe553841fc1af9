import DiaryCore
import Words

extension PictureProblem {
  /// Why a photo can't be shown, as the end of a sentence.
  var reason: String {
    switch self {
    case .undecodableType: localized("this kind of photo can't be decoded here")
    case .damaged: localized("the photo is damaged")
    case .tooLarge: localized("the photo is too large to decode")
    case .missing: localized("its file is missing; run `photodiary verify`")
    case .tooCostly: localized("it takes too much time or memory to decode")
    case .unavailable: localized("the program photodiary-picture is missing or failed")
    }
  }
}
