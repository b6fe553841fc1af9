import DiaryCore
import TerminalUI

/// Draws photos, or returns them from the cache.
package struct PictureMaker: Sendable {
  private let program: PictureProgram?
  private let cache: PictureCache?
  private let films: FilmFrames?

  /// Creates a renderer.
  ///
  /// - Parameter media: returns the programs that extract frames from videos; called with the first
  ///   video. `nil` to draw no videos.
  package init(
    _ program: PictureProgram?, cache: PictureCache?,
    media: (@Sendable () -> MediaPrograms)? = nil
  ) {
    self.program = program
    self.cache = cache
    films = program.flatMap { program in media.map { media in FilmFrames(media(), program, cache) }
    }
  }

  /// Returns the length in milliseconds of the video or recording at a path; `nil` if unknown.
  package func length(of path: String, asset: AssetID?, isFilm: Bool) async -> Int? {
    try? await films?.facts(of: path, asset: asset, isFilm: isFilm).milliseconds
  }

  /// Draws a photo, or a frame of a video with the video's length.
  ///
  /// - Parameters:
  ///   - asset: the key of the picture in the cache; `nil` for a file outside of the diary.
  ///   - isFilm: `true` to draw a frame of a video.
  ///   - isAhead: returns `true` while the picture isn't visible; others have priority then.
  /// - Throws: the problem with the photo; `unavailable` if the program can't run, or the task was
  ///   cancelled, which stops drawing.
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

  /// Draws lines over the request's background, at the size of the request.
  ///
  /// - Throws: `unavailable` if the program can't run, or the task was cancelled.
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
