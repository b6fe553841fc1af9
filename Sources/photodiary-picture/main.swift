// Decodes and draws photos for the diary in a sandboxed process: see Sandbox.swift. The photo is
// read from standard input; the answer is written to standard output.
import System

Confinement.enterIfAsked(ThisProgram.arguments)
StandardOutput.keep()

guard let command = Command(Array(ThisProgram.arguments.dropFirst())) else {
  StandardOutput.write(Command.usage, to: .word)
  ThisProgram.exit(ExitStatus.wrongUsage)
}

do throws(PictureProblem) {
  try command.run()
} catch {
  StandardOutput.write(error.rawValue + "\n", to: .word)
  ThisProgram.exit(error.isOfNoPhoto ? ExitStatus.notAnImage : ExitStatus.notDrawable)
}
