import Glibc

/// The files under a folder, by their paths in it, sorted; folders end in a slash.
func tree(_ folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var paths: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard name != ".", name != ".." else { continue }
    var status = stat()
    guard lstat(folder + "/" + name, &status) == 0 else { continue }
    if status.st_mode & S_IFMT == S_IFDIR {
      paths.append(name + "/")
      paths += tree(folder + "/" + name).map { name + "/" + $0 }
    } else {
      paths.append(name)
    }
  }
  return paths.sorted()
}

/// The files of a tree, without folders and without the export's list of its files.
func files(_ folder: String) -> [String] {
  tree(folder).filter { !$0.hasSuffix("/") && $0 != ".photodiary-export.json" }
}
