import DiaryCore
import Glibc

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
    let file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else {
      throw .export(path: target, .failed(reason: String(cString: strerror(errno))))
    }
    let descriptor = FileDescriptor(file)
    do throws(PictureFailure) {
      return try await program.run(["without-location"], photo: path, output: descriptor).isEmpty
    } catch {
      unlink(target)
      throw error.diaryError(path: path)
    }
  }

  /// Writes the copy to an open file that is empty and stays the caller's. What is in it after a
  /// failure is of no use.
  @discardableResult
  package func copy(
    photoAt path: String, to descriptor: Int32
  ) async throws(PictureProblem) -> Bool {
    guard let program else { throw .unavailable }
    let own = dup(descriptor)
    guard own >= 0 else { throw .unavailable }
    let output = FileDescriptor(own)
    do throws(PictureFailure) {
      return try await program.run(["without-location"], photo: path, output: output).isEmpty
    } catch {
      throw error.problem
    }
  }
}
