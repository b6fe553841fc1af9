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

  /// The picture of an asset, upright and in its proportions, no larger than `columns` × `rows`
  /// cells. It is kept for the next time.
  /// Cancelling the task ends the drawing, which then throws `unavailable`.
  package func cells(
    of path: String, asset: AssetID, columns: Int, rows: Int, colors: PictureColors
  ) async throws(PictureProblem) -> CellPicture {
    let size = try Self.size(columns, rows)
    if let kept = cache?.picture(asset, size, colors) { return kept }
    let (bytes, picture) = try await draw(path, size, colors)
    cache?.keep(bytes, asset, size, colors)
    return picture
  }

  /// The picture of a file that isn't in the diary, likewise, but not kept.
  package func cells(
    ofFile path: String, columns: Int, rows: Int, colors: PictureColors
  ) async throws(PictureProblem) -> CellPicture {
    try await draw(path, Self.size(columns, rows), colors).picture
  }

  private static func size(_ columns: Int, _ rows: Int) throws(PictureProblem) -> Size {
    guard columns > 0, rows > 0 else { throw .unavailable }
    return Size(columns: min(columns, 1000), rows: min(rows, 1000))
  }

  private func draw(
    _ path: String, _ size: Size, _ colors: PictureColors
  ) async throws(PictureProblem) -> (bytes: [UInt8], picture: CellPicture) {
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
      return (bytes, picture)
    } catch {
      throw error.problem
    }
  }
}
