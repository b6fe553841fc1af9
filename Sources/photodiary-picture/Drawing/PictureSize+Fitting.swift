extension PictureSize {
  /// The largest of these proportions that fits `width` × `height`, larger than the picture too.
  func fitted(width: Int, height: Int) -> PictureSize {
    let scale = min(Double(width) / Double(self.width), Double(height) / Double(self.height))
    func side(_ length: Int, _ limit: Int) -> Int {
      min(limit, max(1, Int((Double(length) * scale).rounded())))
    }
    return PictureSize(width: side(self.width, width), height: side(self.height, height))
  }
}
