import Foundation

/// The files of an export with their bytes, by their paths in it; `nil` when there is none.
func exportFiles(of place: Place) throws -> [String: [UInt8]]? {
  guard let names = try? FileManager.default.subpathsOfDirectory(atPath: place.export) else {
    return nil
  }
  var files: [String: [UInt8]] = [:]
  for name in names {
    let path = place.export + "/" + name
    let kind = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    if kind == .typeRegular { files[name] = try place.folder.read(path) }
  }
  return files
}
