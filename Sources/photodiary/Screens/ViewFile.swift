import DiaryApp
import DiaryStore

/// How a diary was left, in a small file of the person's own: one for each store.
struct ViewFile: ViewMemory {
  /// `<state>/views/<key of the store>.json`
  let file: OutsideFile

  /// What a person may have put there in its place isn't read further.
  private static let largest = 16_384

  /// What was remembered last; nothing where that can't be read.
  func view() -> RememberedView {
    file.bytes(atMost: Self.largest).map { RememberedView(json: $0) } ?? RememberedView()
  }

  /// What can't be written is remembered no more.
  func remember(_ view: RememberedView) async {
    let bytes = view.json
    guard bytes.count <= Self.largest else { return }
    try? file.replace(bytes)
  }
}
