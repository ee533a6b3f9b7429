// Records what a running server answers (`node --import tsx tools/oracle/record.ts < cases.jsonl > recordings.jsonl`): see README.md.
import {readFileSync} from 'node:fs'

import {recordCases} from './case-recorder.js'
import type {Case} from './case.js'
import {serverOf, workers} from './environment.js'
import {sortedJson} from './sorted-json.js'

const server = serverOf(process.env)
if (server === undefined) {
  process.stderr.write('record: KADM_ORACLE and KADM_ORACLE_TOKEN name no server: tools/oracle/up.sh starts one and prints both\n')
  process.exitCode = 2
} else {
  const cases = readFileSync(0, 'utf8').split('\n').filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Case)
  const recordings = new Map<Case, string>()
  await recordCases(server, cases, workers, (result, given) => {
    if (result instanceof Error) {
      process.stderr.write(`record: ${given.id}: ${result.message}\n`)
      process.exitCode = 1
    } else recordings.set(given, sortedJson(result))
  })
  for (const given of cases) if (recordings.has(given)) process.stdout.write(`${recordings.get(given) ?? ''}\n`)
  server.close()
}
