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
    maker = PictureMaker(wiring.pictureProgram, cache: wiring.pictureCache)
  }

  /// What stands for each photo.
  func photos(of entry: Entry, in diary: DiaryService) async -> [AssetID: ShownPhoto] {
    await withTaskGroup(of: (AssetID, ShownPhoto).self) { group in
      for photo in entry.photos {
        group.addTask { (photo.asset, await draw(photo, in: diary)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private func draw(_ photo: Photo, in diary: DiaryService) async -> ShownPhoto {
    let order = PictureOrder(.cells(colors, ratio: 0.5), width: Self.columns, height: Self.rows)
    guard let order else { return .placeholder(.unavailable) }
    do throws(PictureProblem) {
      let picture = try await maker.picture(order, of: diary.file(of: photo), asset: photo.asset)
      guard case .cells(let cells) = picture else { return .placeholder(.unavailable) }
      return .drawn(SGRText.lines(of: cells))
    } catch {
      return .placeholder(error)
    }
  }
}
