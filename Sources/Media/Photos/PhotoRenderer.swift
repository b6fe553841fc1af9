import DiaryCore
import TerminalUI

/// Draws photos, or returns them from the cache.
package struct PhotoRenderer: Sendable {
  private let program: PictureProgram?
  private let cache: RenderCache?
  private let videos: VideoFrames?

  /// Creates a renderer.
  ///
  /// - Parameter media: returns the programs that extract frames from videos; called with the first
  ///   video. `nil` to draw no videos.
  package init(
    _ program: PictureProgram?, cache: RenderCache?,
    media: (@Sendable () -> MediaPrograms)? = nil
  ) {
    self.program = program
    self.cache = cache
    videos = program.flatMap { program in
      media.map { VideoFrames($0(), program, cache) }
    }
  }

  /// Returns the length in milliseconds of the video or recording at a path; `nil` if unknown.
  package func length(of path: String, asset: AssetID?, isVideo: Bool) async -> Int? {
    try? await videos?.facts(of: path, asset: asset, isVideo: isVideo).milliseconds
  }

  /// Draws a photo, or a frame of a video with the video's length.
  ///
  /// - Parameters:
  ///   - asset: the key of the picture in the cache; `nil` for a file outside of the diary.
  ///   - isVideo: `true` to draw a frame of a video.
  ///   - isAhead: returns `true` while the picture isn't visible; others have priority then.
  /// - Throws: the problem with the photo; `unavailable` if the program can't run, or the task was
  ///   cancelled, which stops drawing.
  package func picture(
    _ request: RenderRequest, of path: String, asset: AssetID? = nil, isVideo: Bool = false,
    isPrefetch: @escaping @Sendable () -> Bool = { false }
  ) async throws -> Picture {
    guard isVideo else {
      return try await draw(request, request.arguments, .file(path), asset: asset, isPrefetch)
    }
    guard let videos else { throw PictureProblem.noVideoProgram }
    let facts = try await videos.facts(of: path, asset: asset, isPrefetch: isPrefetch)
    guard !facts.frame.isEmpty else { throw PictureProblem.damaged }
    let picture = try await draw(
      request, request.arguments(videoLength: facts.clock), .bytes(facts.frame), asset: asset,
      isPrefetch)
    return picture.withVideoLength(facts.clock)
  }

  /// Draws lines over the request's background, at the size of the request.
  ///
  /// - Throws: `unavailable` if the program can't run, or the task was cancelled.
  package func picture(
    _ request: RenderRequest, of lines: [PixelLine],
    isPrefetch: @escaping @Sendable () -> Bool = { false }
  ) async throws -> Picture {
    let bytes = PixelLine.encoded(lines, width: request.width, height: request.height)
    return try await draw(request, request.argumentsForLines, .bytes(bytes), isPrefetch)
  }

  private func draw(
    _ request: RenderRequest, _ arguments: [String], _ input: RenderProcess.Input,
    asset: AssetID? = nil, _ isPrefetch: @escaping @Sendable () -> Bool
  ) async throws -> Picture {
    if let asset, let picture = cache?.picture(request, of: asset) { return picture }
    guard let program else { throw PictureProblem.unavailable }
    do {
      let answer = try await program.run(
        arguments, input, limit: request.largestAnswer, isPrefetch: isPrefetch)
      guard let picture = request.picture(answer) else { throw RenderFailure.cannotStart }
      if let asset { cache?.store(answer, request, of: asset) }
      return picture
    } catch let error as RenderFailure {
      throw error.problem
    }
  }
}
