/// Opens the diary's screens. Returns the program's exit status.
func openDiary(_ wiring: Wiring) async throws -> Int32 {
  ErrorLine.write("The screens of the diary are not built yet. See `photodiary --help`.")
  return 1
}
