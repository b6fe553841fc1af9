import TerminalUI

extension PixelGraphics {
  /// What shows pictures by this method. `screen` gives the size of the screen at any time.
  @MainActor
  func placer(
    on name: TerminalName?, screen: @escaping @MainActor () -> Size
  ) -> any PicturePlacer {
    switch method {
    case .kitty where isThroughTmux: PlaceholderPlacer()
    case .kitty: KittyPlacer()
    case .sixel:
      DrawnPlacer([.sixel], limit: limit, isErasedByRows: isThroughTmux) {
        SixelImage.transmission($0, cell: cell, screen: screen())
      }
    case .iterm:
      DrawnPlacer([.jpeg, .png]) {
        InlineImage.transmission(
          $0, inParts: name?.takesImagesInParts ?? false, screen: screen())
      }
    }
  }
}
