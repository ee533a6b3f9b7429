import type {Hook} from '@oclif/core'

import {reason} from '../../io/discover.js'
import {exitStatus} from '../exit-status.js'

/** Runs before every command, and before `--help` and `--version`: makes sure that output that cannot be written ends kadm with a sentence. */
export const init: Hook.Init = () => {
  // oclif has a listener of its own, which throws.
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', endOutput)
  return Promise.resolve()
}

/** Whoever reads the output may have had enough of it (`kadm lint | head`). What else keeps it from being written ends kadm. */
function endOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`cannot write the result: ${reason(error)}\n`)
  process.exit(exitStatus.usage)
}
