/// A photo as it is in the zip.
struct DayOnePackedPhoto {
  /// Of its bytes, as 32 small hexadecimal digits.
  let md5: String
  /// As Day One names it: `jpeg`, `png`.
  let type: String
  let size: Int64
}
