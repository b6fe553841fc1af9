/// The version of the program. The Makefile and the packages read it from this line.
enum ProgramVersion {
  static let current = "0.1.0"
}
