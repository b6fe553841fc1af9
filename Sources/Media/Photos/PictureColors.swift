/// How many colors a terminal shows; the values are the picture program's words.
package enum PictureColors: String, Hashable, Sendable, CaseIterable {
  case full
  case indexed256 = "256"
  case indexed16 = "16"
  case mono
}
