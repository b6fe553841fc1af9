import DiaryCore
import TerminalUI

/// A part of a photo, over the whole body. Until it has been drawn, and when it can't be, the same
/// part of the small picture stands there, enlarged.
struct EnlargedPhoto {
  let photo: Photo
  let view: PhotoZoom.View
  /// The cells that the whole photo takes.
  let whole: Size
  let state: ScreenContext

  var requests: [PictureRequest] {
    guard photo.knownProblem == nil, state.showsPhotos else { return [] }
    // What stands there meanwhile is wanted first; it is there already, as a rule.
    return [coarse] + state.withSubstitute(fine)
  }

  private var fine: PictureRequest {
    PhotoView(photo, in: view.rect, state).request(size: view.rect.size, view.region)
  }

  private var coarse: PictureRequest {
    PhotoView(photo, in: view.rect, state).request(size: whole, .whole).inCells(state.colors)
  }

  func draw(in grid: inout Grid) {
    switch state.pictures[fine] {
    case .made(.cells(let picture)): grid.draw(picture, in: view.rect)
    case .made(.pixels(let picture)):
      if let cell = state.facts.graphics?.cell { grid.draw(picture, cell: cell, in: view.rect) }
    case .failed, .pending, nil: drawCoarse(in: &grid)
    }
  }

  private func drawCoarse(in grid: inout Grid) {
    switch state.pictures[coarse] {
    case .made(.cells(let picture)):
      grid.draw(picture.enlarged(view.region, to: view.rect.size), in: view.rect)
    case .failed(let problem):
      let line = view.rect.line(view.rect.rows / 2)
      grid.draw(PhotoView.placeholder(photo, problem: problem), in: line, state.theme.dim)
    case .made(.pixels), .pending, nil:
      PhotoView(photo, in: view.rect, state).draw(in: &grid)
    }
  }
}

extension CellPicture {
  /// A part of it, each cell as often as is needed to fill a size.
  func enlarged(_ region: PictureRegion, to size: Size) -> CellPicture {
    guard self.size.columns > 0, self.size.rows > 0 else { return self }
    func place(_ index: Int, of count: Int, _ start: Int, _ end: Int, in cells: Int) -> Int {
      let part = Double(start) + Double(end - start) * (Double(index) + 0.5) / Double(count)
      return min(cells - 1, Int(part / Double(PictureRegion.side) * Double(cells)))
    }
    var cells: [Cell] = []
    cells.reserveCapacity(size.columns * size.rows)
    for row in 0..<size.rows {
      let from = place(row, of: size.rows, region.top, region.bottom, in: self.size.rows)
      for column in 0..<size.columns {
        let place = place(
          column, of: size.columns, region.left, region.right, in: self.size.columns)
        cells.append(self.cells[from * self.size.columns + place])
      }
    }
    return CellPicture(size: size, cells: cells) ?? self
  }
}
