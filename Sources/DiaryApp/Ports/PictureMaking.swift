import DiaryCore
import TerminalUI

/// A picture that a screen wants to show.
package struct PictureRequest: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A photo of the diary, and the file that holds it.
    case asset(AssetID, path: String)
    /// A file that a person looks at before adding it, and its state where that is known: once it
    /// has changed, its picture is another one.
    case file(String, FileState?)
    /// A map that is drawn rather than read.
    case map(MapPicture)

    /// `nil` for what is in no file.
    package var path: String? {
      switch self {
      case .asset(_, let path), .file(let path, _): path
      case .map: nil
      }
    }
  }

  package enum Form: Hashable, Sendable {
    case cells(ColorDepth)
    case pixels(PixelGraphics)
  }

  package var source: Source
  /// Whether the picture is a frame of a film. The names of files in an encrypted diary don't say that.
  package var isFilm = false
  /// The most cells it may take; it keeps its shape within them.
  package var size: Size
  package var form: Form
  /// The part of the photo that is shown.
  package var region = PictureRegion.whole
  /// A cell's width by its height.
  package var cellRatio = 0.5
  /// What shows through a transparent picture, as 0xRRGGBB; `nil` when it isn't known.
  package var background: UInt32?

  /// The picture drawn in characters.
  func inCells(_ colors: ColorDepth) -> PictureRequest {
    var request = self
    request.form = .cells(colors)
    return request
  }
}

/// Draws photos, and frames of films.
package protocol PictureMaking: Sendable {
  /// Whether there is a program that takes frames from films.
  var takesFrames: Bool { get }

  /// How long a film or a recording is, in milliseconds; `nil` when nobody can tell.
  func length(of attachment: Attachment, at path: String) async -> Int?

  /// Cancelled with its task when the screen no longer wants it. What is made ahead waits for
  /// what is in view, and may come into view itself meanwhile.
  func picture(
    _ request: PictureRequest, isAhead: @escaping @Sendable () -> Bool
  ) async -> Result<Picture, PictureProblem>
}
