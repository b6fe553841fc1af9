/// How far an import of another diary has come.
package enum ImportStage: Hashable, Sendable {
  /// Bytes that were read of an archive.
  case unpacking(Int64)
  case reading(entries: Int)
  /// Of its photos and attachments.
  case files(Int, of: Int)
  case saving(Int, of: Int)
}
