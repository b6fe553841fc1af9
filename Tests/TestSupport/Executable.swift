/// Makes a file that a test has written one that can be run. Another process writes it once more: a
/// program that another test starts at this moment holds for an instant what this process has open
/// for writing, and the system runs no file that somebody may write to.
package func makeExecutable(_ path: String) throws {
  let script = "cp \"$0\" \"$0.copy\" && chmod 755 \"$0.copy\" && mv \"$0.copy\" \"$0\""
  let result = try ProgramResult.run("/bin/sh", ["-c", script, path])
  guard result.status == 0 else { throw ExecutableError(text: result.errorText) }
}

private struct ExecutableError: Error {
  let text: String
}
