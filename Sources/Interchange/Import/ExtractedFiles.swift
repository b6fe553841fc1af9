import Crypto
import DiaryCore
import Synchronization

/// The files that an import has within another one, as Evernote's photos are within its notes: in a
/// private folder that is made when the first of them comes, and goes with this value.
final class ExtractedFiles: Sendable {
  private final class Place: Sendable {
    let place: UnpackingFolder

    init(below path: String) throws(DiaryError) { place = try UnpackingFolder(below: path) }
  }

  private struct State {
    var place: Place?
    var count = 0
  }

  private let below: String
  private let state = Mutex(State())

  /// `path` is the folder below which theirs is made.
  init(below path: String) { below = path }

  /// A new file. Throws `DiaryError.input`.
  func newFile() throws(DiaryError) -> OpenFile {
    do throws(DiaryError) {
      let (place, number) = try state.withLock { state throws(DiaryError) in
        let place = if let place = state.place { place } else { try Place(below: below) }
        state.place = place
        state.count += 1
        return (place, state.count)
      }
      return try place.place.folder.newFile("\(number)", mode: 0o600)
    } catch {
      throw Self.input(error, below)
    }
  }

  /// What can't be written here is no fault of an export.
  fileprivate static func input(_ error: DiaryError, _ path: String) -> DiaryError {
    guard case .export(_, .failed(let reason)) = error else { return error }
    return .input(name: path, .archive(.notWritten(reason: reason)))
  }
}

/// A file that is written as its bytes come in Base64.
final class ExtractedFile {
  private let file: OpenFile
  private var decoder = Base64Decoder()
  private var hash = Insecure.MD5()
  private var isEmpty = true

  var path: String { file.path }

  init(in files: ExtractedFiles) throws(DiaryError) { file = try files.newFile() }

  func write(base64 text: some Sequence<UInt8>) throws(DiaryError) {
    try write(decoder.decode(text))
  }

  private func write(_ bytes: [UInt8]) throws(DiaryError) {
    guard !bytes.isEmpty else { return }
    isEmpty = false
    hash.update(data: bytes)
    do throws(DiaryError) { try file.write(bytes) } catch {
      throw ExtractedFiles.input(error, file.path)
    }
  }

  /// What it is called: as it says, or else after its bytes, with an ending by which its type is known.
  static func name(told: String, type: MediaType, digest: String) -> String {
    let name = told.isBlank ? digest : PhotoDraft.lastComponent(told)
    let isNamed = MediaType(ofFileNamed: name).isKnown
    let lacksEnding =
      type.isPhoto ? !MediaType.isPhoto(named: name) : !isNamed && type.isKnown
    return lacksEnding ? "\(name).\(type.fileExtension)" : name
  }

  /// Ends it. The MD5 of its bytes in hexadecimal digits; `nil` when there are none, or something else
  /// came than Base64.
  func finish() throws(DiaryError) -> String? {
    try write(decoder.finish())
    guard decoder.isValid, !isEmpty else { return nil }
    return hexadecimal(hash.finalize())
  }
}
