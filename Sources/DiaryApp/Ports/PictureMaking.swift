import DiaryCore
import TerminalUI

/// A picture that a screen wants to show.
package struct PictureRequest: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A photo of the diary, and the file that holds it.
    case asset(AssetID, path: String)
    /// A file that a person looks at before adding it.
    case file(String)

    package var path: String {
      switch self {
      case .asset(_, let path), .file(let path): path
      }
    }
  }

  package var source: Source
  /// The most cells it may take; it keeps its shape within them.
  package var size: Size
  package var colors: ColorDepth

  package init(source: Source, size: Size, colors: ColorDepth) {
    self.source = source
    self.size = size
    self.colors = colors
  }
}

/// Draws photos as cells.
package protocol PictureMaking: Sendable {
  /// Cancelled with its task when the screen no longer wants it.
  func picture(_ request: PictureRequest) async -> Result<CellPicture, PictureProblem>
}
