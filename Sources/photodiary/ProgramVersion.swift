/// The version of the program, which only this line says: the Makefile and the packages read it here.
enum ProgramVersion {
  static let current = "0.1.0"
}
