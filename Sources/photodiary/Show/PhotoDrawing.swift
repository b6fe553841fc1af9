import DiaryCore
import Photos
import TerminalUI

/// Draws the photos of an entry for standard output.
struct PhotoDrawing {
  /// How wide a photo is drawn.
  static let columns = 80
  /// Higher than any photo that is meant to be seen whole; a panorama on end is made smaller.
  static let rows = 120

  private let colors: PictureColors
  private let maker: PictureMaker

  init(_ wiring: Wiring, colors: PictureColors) {
    self.colors = colors
    maker = PictureMaker(wiring.pictureProgram, cache: nil)
  }

  /// What stands for each photo.
  func photos(of entry: Entry, in diary: DiaryService) async -> [AssetID: ShownPhoto] {
    var shown: [AssetID: ShownPhoto] = [:]
    for photo in entry.photos {
      do throws(PictureProblem) {
        let picture = try await maker.cells(
          of: diary.file(of: photo), asset: photo.asset, columns: Self.columns, rows: Self.rows,
          colors: colors)
        shown[photo.asset] = .drawn(SGRText.lines(of: picture))
      } catch {
        shown[photo.asset] = .placeholder(error)
      }
    }
    return shown
  }
}
