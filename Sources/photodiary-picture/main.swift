// Decodes and draws photos for the diary, in a process of its own that can do little harm: see
// ResourceLimits.swift. The photo is standard input; the answer goes to standard output.
import Glibc

guard let command = Command(Array(CommandLine.arguments.dropFirst())) else {
  StandardOutput.write(Command.usage, to: STDERR_FILENO)
  exit(ExitStatus.wrongUsage)
}

do throws(PictureProblem) {
  try command.run()
} catch {
  StandardOutput.write(error.code + "\n", to: STDERR_FILENO)
  exit(error == .notAnImage ? ExitStatus.notAnImage : ExitStatus.notDrawable)
}
