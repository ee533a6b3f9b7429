import {reason} from '../../io/discover.js'
import {exitStatus} from '../exit-status.js'

/** Reports errors of standard output and standard error from now on, in place of oclif's own listener, which throws. */
export function reportOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', endOutput)
}

/** Ignores a closed pipe (`kadm lint | head`). Ends kadm on any other error. */
function endOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`cannot write the result: ${reason(error)}\n`)
  process.exit(exitStatus.usage)
}
