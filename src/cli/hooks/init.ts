import type {Hook} from '@oclif/core'

import {reason} from '../../io/discover.js'
import {exitStatus} from '../exit-status.js'

/** Runs before every command, and before `--help` and `--version`. Reports errors of standard output and standard error. */
export const init: Hook.Init = () => {
  // oclif's own listener throws.
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', endOutput)
  return Promise.resolve()
}

/** Ignores a closed pipe (`kadm lint | head`). Ends kadm on any other error. */
function endOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`cannot write the result: ${reason(error)}\n`)
  process.exit(exitStatus.usage)
}
