import DiaryCore
import System

@testable import Photos

extension LocationRemoval {
  /// Writes a new file at `target`. Nothing is left there when it fails.
  @discardableResult
  func copy(photoAt path: String, to target: String) async throws(DiaryError) -> Bool {
    guard let program else { throw .photo(path: path, .noPictureProgram) }
    let file: System.OpenFile<SystemError>
    do throws(SystemError) {
      file = try System.OpenFile(target, .new)
    } catch {
      throw .export(path: target, .failed(reason: error.words))
    }
    do throws(PictureFailure) {
      return try await program.run(
        ["without-location"], photo: path, output: file.descriptor
      ).isEmpty
    } catch {
      FileSystem<SystemError>.unlink(target)
      throw error.diaryError(path: path)
    }
  }
}
