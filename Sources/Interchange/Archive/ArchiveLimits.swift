/// How much of an archive is unpacked at most. An archive may be made so that a few bytes of it
/// fill a disk.
package struct ArchiveLimits: Hashable, Sendable {
  /// Files, folders and what is left out.
  package var members = 500_000
  /// Of one file, unpacked. One that is larger is left out.
  package var memberBytes: Int64 = 8 << 30
  /// Of all of them.
  package var bytes: Int64 = 128 << 30
  /// How many times larger they may be than what of the archive was read, once they are more than
  /// `freeBytes`. Text and JSON come to ten or twenty.
  package var ratio: Int64 = 100
  package var freeBytes: Int64 = 256 << 20
  /// Folders within each other.
  package var depth = 16
  /// Of a path, in bytes.
  package var pathBytes = 1000

  package init() {}
}
