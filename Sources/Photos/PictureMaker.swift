import DiaryCore
import TerminalUI

/// Draws photos as cells, or takes them from the cache where they have been drawn before.
package actor PictureMaker {
  private let program: PictureProgram?
  private let cache: PictureCache?

  package init(_ program: PictureProgram?, cache: PictureCache?) {
    self.program = program
    self.cache = cache
  }

  /// The picture upright and in its proportions, no larger than `columns` × `rows` cells.
  /// One of a known asset is kept for the next time.
  /// Cancelling the task ends the drawing, which then throws `unavailable`.
  package func cells(
    of path: String, asset: AssetID?, columns: Int, rows: Int, colors: PictureColors
  ) async throws(PictureProblem) -> CellPicture {
    let size = Size(columns: min(columns, 1000), rows: min(rows, 1000))
    guard size.columns > 0, size.rows > 0 else { throw .unavailable }
    if let asset, let kept = cache?.picture(asset, size, colors) { return kept }
    guard let program else { throw .unavailable }

    let arguments = [
      "cells", "--columns", String(size.columns), "--rows", String(size.rows),
      "--colors", colors.rawValue,
    ]
    do throws(PictureFailure) {
      let limit = 32 + size.columns * size.rows * 12
      let bytes = try await program.run(arguments, photo: path, limit: limit)
      guard let picture = CellPicture(decoding: bytes, colors, atMost: size)
      else { throw .cannotStart }
      if let asset { cache?.keep(bytes, asset, size, colors) }
      return picture
    } catch {
      throw error.problem
    }
  }
}
