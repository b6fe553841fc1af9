/// Takes out of a photo what its metadata tells of places, people and serial numbers, and leaves
/// its pixels as they are. What isn't known to be harmless goes: positions and names hide in more
/// forms than any list has. Where it can't be told what a file holds, it fails as damaged.
enum PhotoCleaner {
  static func clean(_ format: ImageFormat, _ bytes: Bytes) throws(PictureProblem) -> CleanPhoto {
    switch format {
    case .jpeg: try JPEGCleaner.clean(bytes)
    case .png: try PNGCleaner.clean(bytes)
    case .webp: try WebPCleaner.clean(bytes)
    case .tiff: try TIFFCleaner.clean(bytes)
    case .heic, .avif: try HEIFCleaner.clean(bytes)
    case .gif: try GIFCleaner.clean(bytes)
    case .jxl: try JXLCleaner.clean(bytes)
    case .bmp: try BitmapCleaner.clean(bytes)
    // As other raw files: see TIFFCleaner.
    case .raf, .orf, .rw2, .cr3: throw .undecodableType
    }
  }
}
