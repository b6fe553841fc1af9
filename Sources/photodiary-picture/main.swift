// Decodes and draws photos for the diary in a sandboxed process: see Sandbox.swift. The photo is
// read from standard input; the answer is written to standard output.
import System

Confinement.enterIfRequested(ThisProgram.arguments)
StandardOutput.reserve()

guard let command = PhotoCommand(Array(ThisProgram.arguments.dropFirst())) else {
  StandardOutput.write(PhotoCommand.usage, to: .reason)
  ThisProgram.exit(ExitReason.wrongUsage)
}

do throws(ImageError) {
  try command.run()
} catch {
  StandardOutput.write(error.rawValue + "\n", to: .reason)
  ThisProgram.exit(error.isNotPhoto ? ExitReason.notAnImage : ExitReason.notDrawable)
}
