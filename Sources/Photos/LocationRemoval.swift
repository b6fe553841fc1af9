import DiaryCore
import System

/// Copies photos without the positions, names and serial numbers that their metadata tells.
package struct LocationRemoval: Sendable {
  private let program: PictureProgram?

  package init(_ program: PictureProgram?) { self.program = program }

  /// Writes a new file at `target`, with the same pixels. Nothing is left there when it fails.
  /// Returns whether it is whole: not where a film or another picture in the file was left out.
  /// Throws `photo` for the source, `export` for the target.
  @discardableResult
  package func copy(
    photoAt path: String, to target: String, mode: UInt32 = 0o600
  ) async throws(DiaryError) -> Bool {
    guard let program else { throw .photo(path: path, .noPictureProgram) }
    let file: OpenFile
    do throws(SystemError) {
      file = try OpenFile(target, .new, mode: mode)
    } catch {
      throw .export(path: target, .failed(reason: error.words))
    }
    do throws(PictureFailure) {
      return try await run(program, photo: path, to: file.descriptor)
    } catch {
      FileSystem.unlink(target)
      throw error.diaryError(path: path)
    }
  }

  /// Writes the copy to an open file that is empty and stays the caller's. What is in it after a
  /// failure is of no use.
  @discardableResult
  package func copy(
    photoAt path: String, to descriptor: Descriptor
  ) async throws(PictureProblem) -> Bool {
    guard let program else { throw .unavailable }
    do throws(PictureFailure) {
      return try await run(program, photo: path, to: descriptor)
    } catch {
      throw error.problem
    }
  }

  private func run(
    _ program: PictureProgram, photo: String, to output: Descriptor
  ) async throws(PictureFailure) -> Bool {
    try await program.run(["without-location"], photo: photo, output: output).isEmpty
  }
}
