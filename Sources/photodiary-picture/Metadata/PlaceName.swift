/// The name of the place that a photo itself carries: somebody wrote it there.
enum PlaceName {
  /// "Location, City", or the one that is known.
  static func find(_ format: ImageFormat, _ bytes: Bytes) -> String? {
    // In some formats they may all be the same bytes.
    let packets = XMPPacket.find(format, bytes).prefix(16)
    func value(_ name: String) -> String? {
      packets.lazy.compactMap { XMPPacket.value(of: name, bytes, $0) }
        .compactMap(PrintableText.make).first
    }
    let city =
      value("photoshop:City") ?? IPTCRecords.find(format, bytes).flatMap { $0.city }
    let names = [value("Iptc4xmpCore:Location"), city].compactMap(\.self)
    return names.isEmpty ? nil : PrintableText.make(names.joined(separator: ", ").utf8)
  }
}
