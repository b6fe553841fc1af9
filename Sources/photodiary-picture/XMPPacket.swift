/// XMP: metadata as XML text, which can repeat what EXIF says.
enum XMPPacket {
  /// Overwrites the packet with spaces if it tells a position or a serial number. Its length
  /// stays, so nothing else in the file has to move.
  @discardableResult
  static func blankIfPrivate(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    guard isPrivate(bytes.raw(range)) else { return false }
    bytes.fill(range, with: UInt8(ascii: " "))
    return true
  }

  /// Blanks every such packet that stands openly somewhere in `range`.
  static func blankPrivatePackets(_ bytes: Bytes, in range: Range<Int>) {
    let marks = [
      ("<x:xmpmeta", "</x:xmpmeta>"), ("<?xpacket begin", "<?xpacket end"),
      ("<rdf:RDF", "</rdf:RDF>"),
    ]
    for (opening, closing) in marks {
      var rest = range
      while let start = bytes.first(Array(opening.utf8), in: rest),
        let end = bytes.first(Array(closing.utf8), in: start..<rest.upperBound)
      {
        blankIfPrivate(bytes, start..<end + closing.utf8.count)
        rest = end..<rest.upperBound
      }
    }
  }

  /// Whether the text speaks of a position or a serial number, under any namespace and in any
  /// Unicode encoding: the zero bytes of UTF-16 are passed over.
  static func isPrivate(_ text: some Sequence<UInt8>) -> Bool {
    let words = ["gps", "serialnumber", "latitude", "longitude"].map { Array($0.utf8) }
    var matched = words.map { _ in 0 }
    for byte in text where byte != 0 {
      let letter = 0x41...0x5A ~= byte ? byte | 0x20 : byte
      for index in words.indices {
        // No word begins again within itself but at its first letter: no need to look further back.
        if letter == words[index][matched[index]] {
          matched[index] += 1
          if matched[index] == words[index].count { return true }
        } else {
          matched[index] = letter == words[index][0] ? 1 : 0
        }
      }
    }
    return false
  }
}
