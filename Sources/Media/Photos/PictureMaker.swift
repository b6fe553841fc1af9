import DiaryCore
import TerminalUI

/// Draws photos, or takes them from the cache where they have been drawn before.
package struct PictureMaker: Sendable {
  private let program: PictureProgram?
  private let cache: PictureCache?
  private let films: FilmFrames?

  /// - Parameter media: The programs that take frames from films, which are looked for with the first of
  ///   those; `nil` without.
  package init(
    _ program: PictureProgram?, cache: PictureCache?,
    media: (@Sendable () -> MediaPrograms)? = nil
  ) {
    self.program = program
    self.cache = cache
    films = program.flatMap { program in media.map { media in FilmFrames(media(), program, cache) }
    }
  }

  /// How long the film or the recording at a path is, in milliseconds; `nil` if nobody can tell.
  package func length(of path: String, asset: AssetID?, isFilm: Bool) async -> Int? {
    try? await films?.facts(of: path, asset: asset, isFilm: isFilm).milliseconds
  }

  /// The picture of a photo's file, or of a frame of a film, with the film's length on it.
  ///
  /// - Parameters:
  ///   - asset: What its picture is kept by for the next time; `nil` for a file that isn't in the
  ///     diary.
  ///   - isFilm: Whether it is a frame of a film that is drawn.
  ///   - isAhead: Whether nobody looks at the place where it belongs: it lets others go first.
  /// - Throws: `unavailable` also when the task was cancelled, which ends the drawing.
  package func picture(
    _ order: RenderRequest, of path: String, asset: AssetID? = nil, isFilm: Bool = false,
    isAhead: @escaping @Sendable () -> Bool = { false }
  ) async throws(PictureProblem) -> Picture {
    if isFilm {
      return try await frame(order, of: path, asset: asset, isAhead: isAhead)
    }
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

  /// A picture of lines over the order's background, as large as the order says.
  ///
  /// - Throws: as above.
  package func picture(
    _ order: RenderRequest, of lines: [PixelLine],
    isAhead: @escaping @Sendable () -> Bool = { false }
  ) async throws(PictureProblem) -> Picture {
    guard let program else { throw .unavailable }
    do throws(PictureFailure) {
      let answer = try await program.run(
        order.argumentsForLines,
        bytes: PixelLine.encoded(lines, width: order.width, height: order.height),
        limit: order.largestAnswer,
        isAhead: isAhead)
      guard let picture = order.picture(answer) else { throw .cannotStart }
      return picture
    } catch {
      throw error.problem
    }
  }

  private func frame(
    _ order: RenderRequest, of path: String, asset: AssetID?,
    isAhead: @escaping @Sendable () -> Bool
  ) async throws(PictureProblem) -> Picture {
    guard let program, let films else { throw .noFilmProgram }
    let film = try await films.facts(of: path, asset: asset, isFilm: true, isAhead: isAhead)
    guard !film.frame.isEmpty else { throw .damaged }
    if let asset, let kept = cache?.picture(order, of: asset) { return kept.signed(film.clock) }
    do throws(PictureFailure) {
      let answer = try await program.run(
        order.arguments(signed: film.clock), bytes: film.frame, limit: order.largestAnswer,
        isAhead: isAhead)
      guard let picture = order.picture(answer) else { throw .cannotStart }
      if let asset { cache?.keep(answer, order, of: asset) }
      return picture.signed(film.clock)
    } catch {
      throw error.problem
    }
  }
}
