/// What can be read from a photo's file without drawing it.
package struct PhotoFacts: Hashable, Sendable {
  package var type: MediaType
  /// Upright size in pixels, `nil` when unknown.
  package var width: Int?
  package var height: Int?
  /// ISO 8601 in the camera's own time, with an offset when the camera wrote one.
  package var taken: String?
  /// The reason why the photo can't be drawn, or not all of it; `nil` when it can.
  package var problem: PictureProblem?
  /// What a Live Photo has in common with its film.
  package var contentIdentifier: String?
  package var details: PhotoDetails

  package init(
    type: MediaType, width: Int? = nil, height: Int? = nil, taken: String? = nil,
    problem: PictureProblem? = nil, contentIdentifier: String? = nil,
    details: PhotoDetails = PhotoDetails()
  ) {
    self.type = type
    self.width = width
    self.height = height
    self.taken = taken
    self.problem = problem
    self.contentIdentifier = contentIdentifier
    self.details = details
  }
}

/// The reason why a file that is a photo can't be shown as one, or only in part.
package enum PictureProblem: String, Error, Hashable, Sendable {
  case undecodableType = "undecodable-type"
  case damaged
  /// It's shown as far as it goes: the rest of the file is missing or broken.
  case incomplete
  case tooLarge = "too-large"
  /// Decoding it was ended: it took more time or memory than a photo may.
  case tooCostly = "too-costly"
  /// The asset's file is gone or can't be opened.
  case missing
  /// The picture program is missing, failed or took too long.
  case unavailable
  /// There is no program that takes frames from films.
  case noFilmProgram = "no-film-program"
}

/// Looks into photo files: the port through which the diary asks for sizes and dates.
package protocol PhotoInspector: Sendable {
  /// Throws `DiaryError.photo` when the file can't be read or is no image.
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts

  /// What the headers of files tell, in their order, without decoding any: quick, but whether a
  /// photo can be drawn isn't known. `nil` for what is no photo or can't be read.
  func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?]
}

extension PhotoInspector {
  /// Looks into one file after the other.
  package func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    var headers: [PhotoFacts?] = []
    for path in paths { headers.append(try? await facts(ofPhotoAt: path)) }
    return headers
  }
}
