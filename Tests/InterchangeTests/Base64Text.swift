/// A text in Base64, in lines as programs write it.
func base64(_ text: String) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var result = ""
  let bytes = Array(text.utf8)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
    for digit in 0..<4 {
      result.append(digit <= group.count ? digits[bits >> (18 - 6 * digit) & 63] : "=")
    }
    if start % 57 == 54 { result += "\n" }
  }
  return result
}
