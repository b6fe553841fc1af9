import DiaryCore
import Glibc

/// Copies photos without the positions and serial numbers that their metadata tells.
package struct LocationRemoval: Sendable {
  private let program: PictureProgram?

  package init(_ program: PictureProgram?) { self.program = program }

  /// Writes a new file at `target`, as long as the photo and with the same pixels. Nothing is left
  /// there when it fails. Throws `photo` for the source, `export` for the target.
  package func copy(
    photoAt path: String, to target: String, mode: UInt32 = 0o600
  ) async throws(DiaryError) {
    guard let program else { throw .photo(path: path, .noPictureProgram) }
    let file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else {
      throw .export(path: target, .failed(reason: String(cString: strerror(errno))))
    }
    let descriptor = FileDescriptor(file)
    do throws(PictureFailure) {
      try await program.run(["without-location"], photo: path, output: descriptor)
    } catch {
      unlink(target)
      throw error.diaryError(path: path)
    }
  }

  /// Writes the copy to an open file that is empty and stays the caller's. What is in it after a
  /// failure is of no use.
  package func copy(photoAt path: String, to descriptor: Int32) async throws(PictureProblem) {
    guard let program else { throw .unavailable }
    let own = dup(descriptor)
    guard own >= 0 else { throw .unavailable }
    let output = FileDescriptor(own)
    do throws(PictureFailure) {
      try await program.run(["without-location"], photo: path, output: output)
    } catch {
      throw error.problem
    }
  }
}
