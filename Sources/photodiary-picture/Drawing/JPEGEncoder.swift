import CTurboJPEG

enum JPEGEncoder {
  private static let quality: Int32 = 88

  static func encode(_ picture: borrowing PixelBuffer) throws(PictureProblem) -> [UInt8] {
    guard let handle = tjInitCompress() else { throw .tooLarge }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer {
      tjFree(bytes)
      tjDestroy(handle)
    }
    let status = tjCompress2(
      handle, picture.bytes, Int32(picture.size.width), Int32(picture.stride),
      Int32(picture.size.height), Int32(TJPF_RGBX.rawValue), &bytes, &count,
      Int32(TJSAMP_420.rawValue), quality, TJFLAG_FASTDCT)
    guard status == 0, let bytes else { throw .tooLarge }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
