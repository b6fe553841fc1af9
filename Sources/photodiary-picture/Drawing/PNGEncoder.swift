import CPNG

/// Writes PNG quickly: a picture that is made for one screen needn't be small.
enum PNGEncoder {
  static func encode(_ picture: borrowing PixelBuffer) throws(PictureProblem) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(picture.size.width * picture.size.height)
    let isDone = withUnsafeMutablePointer(to: &result) { result in
      pd_png_write(
        picture.bytes, UInt32(picture.size.width), UInt32(picture.size.height),
        { context, bytes, count in
          context?.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }, result)
    }
    if isDone == 0 { throw .tooLarge }
    return result
  }
}
