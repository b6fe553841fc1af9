// Decodes and draws photos for the diary, in a process of its own that can do little harm: see
// ResourceLimits.swift. The photo is standard input; the answer goes to standard output.
import Glibc

ResourceLimits.apply()

guard let command = Command(Array(CommandLine.arguments.dropFirst())) else {
  StandardOutput.write(Command.usage, to: STDERR_FILENO)
  exit(ExitStatus.wrongUsage)
}

do throws(PictureProblem) {
  let file = try PhotoFile()
  guard let format = ImageFormat(file.bytes) else { throw .notAnImage }
  switch command {
  case .info:
    Answer.info(format, file.bytes)
  case .cells(let columns, let rows, let colors, let cellRatio):
    try Answer.cells(
      format, file.bytes, columns: columns, rows: rows, colors: colors, cellRatio: cellRatio)
  case .withoutLocation:
    Answer.withoutLocation(format, file.bytes)
  }
} catch {
  StandardOutput.write(error.code + "\n", to: STDERR_FILENO)
  exit(error == .notAnImage ? ExitStatus.notAnImage : ExitStatus.notDrawable)
}
