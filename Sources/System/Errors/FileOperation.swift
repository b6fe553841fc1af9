/// What was being done to a file or folder when the system refused.
package enum FileOperation: Hashable, Sendable {
  case opening, reading, writing, syncing, mapping, locking, watching
  case making, makingFolderIn, renaming, removing, settingPermissionsOf
}
