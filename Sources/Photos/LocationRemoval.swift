import DiaryCore
import System

/// Copies photos without the positions, names and serial numbers that their metadata tells.
package struct LocationRemoval: Sendable {
  let program: PictureProgram?

  package init(_ program: PictureProgram?) { self.program = program }

  /// Writes the copy to an open file.
  ///
  /// - Parameter descriptor: Is empty and stays the caller's. What is in it after a failure is of no
  ///   use.
  /// - Returns: Whether it is whole: not where a film or another picture in the file was left out.
  @discardableResult
  package func copy(
    photoAt path: String, to descriptor: Descriptor
  ) async throws(PictureProblem) -> Bool {
    guard let program else { throw .unavailable }
    do throws(PictureFailure) {
      return try await program.run(
        ["without-location"], photo: path, output: descriptor
      ).isEmpty
    } catch {
      throw error.problem
    }
  }
}
