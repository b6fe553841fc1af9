import DiaryCore
import System

/// Copies photos without the positions, names and serial numbers that their metadata tells.
package struct LocationRemoval: Sendable {
  let program: PictureProgram?

  package init(_ program: PictureProgram?) { self.program = program }

  /// Writes the copy to an open file, from the beginning to the end and by itself: on some file systems, such as
  /// rclone's, another program can't write to it.
  ///
  /// - Parameter descriptor: Is empty and stays the caller's. What is in it after a failure is of no
  ///   use.
  /// - Returns: Whether it is whole: not where a film or another picture in the file was left out.
  @discardableResult
  package func copy(
    photoAt path: String, to descriptor: Descriptor
  ) async throws(PictureProblem) -> Bool {
    guard let program else { throw .unavailable }
    let memory = try? Descriptor.memory("photodiary-copy")
    defer { memory?.close() }
    let isWhole: Bool
    do throws(PictureFailure) {
      isWhole = try await program.run(
        ["without-location"], photo: path, output: memory ?? descriptor
      ).isEmpty
    } catch {
      throw error.problem
    }
    guard let memory else { return isWhole }
    do throws(ErrorNumber) {
      var offset = 0
      while case let piece = try memory.bytes(1 << 20, at: offset), !piece.isEmpty {
        try descriptor.write(piece)
        offset += piece.count
      }
    } catch {
      throw .unavailable
    }
    return isWhole
  }
}
