import DiaryCore
import TerminalUI

/// Draws photos, or takes them from the cache where they have been drawn before.
package struct PictureMaker: Sendable {
  private let program: PictureProgram?
  private let cache: PictureCache?

  package init(_ program: PictureProgram?, cache: PictureCache?) {
    self.program = program
    self.cache = cache
  }

  /// The picture of a photo's file.
  ///
  /// - Parameters:
  ///   - asset: What its picture is kept by for the next time; `nil` for a file that isn't in the
  ///     diary.
  ///   - isAhead: Whether nobody looks at the place where it belongs: it lets others go first.
  /// - Throws: `unavailable` also when the task was cancelled, which ends the drawing.
  package func picture(
    _ order: RenderRequest, of path: String, asset: AssetID? = nil,
    isAhead: @escaping @Sendable () -> Bool = { false }
  ) async throws(PictureProblem) -> Picture {
    if let asset, let kept = cache?.picture(order, of: asset) { return kept }
    guard let program else { throw .unavailable }
    do throws(PictureFailure) {
      let answer = try await program.run(
        order.arguments, photo: path, limit: order.largestAnswer, isAhead: isAhead)
      guard let picture = order.picture(answer) else { throw .cannotStart }
      if let asset { cache?.keep(answer, order, of: asset) }
      return picture
    } catch {
      throw error.problem
    }
  }
}
