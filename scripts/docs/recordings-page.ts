import {readdirSync} from 'node:fs'

import {allExceptions, type Exceptions} from '../../test/helpers/exceptions.js'
import {readVectors} from '../../test/helpers/vectors.js'
import {notice} from './rule-pages.js'

const recordings = (): string[] => readdirSync('test/conformance/vectors').filter((name) => name.endsWith('.jsonl')).map((name) => name.replace('.jsonl', '')).sort()

const counted = (count: number): string => count.toLocaleString('en')

const escaped = (text: string): string => text.replaceAll('|', '\\|')

function exceptionRow({test, recordings: file, reason, without, cases}: Exceptions): string {
  const ids = Object.entries(cases).map(([id, answer]) => `\`${id}\`${answer === null ? '' : `: \`${escaped(answer)}\``}`).join('<br>')
  return `| \`${test}\` | \`${file}\` | ${without === undefined ? 'all' : without.join(', ')} | ${reason} | ${ids} |\n`
}

/** Returns the page about the recorded answers: how many there are, and which of them kadm does not repeat, with the reasons. */
export const recordingsPage = (): string => {
  const counts = recordings().map((name) => [name, readVectors(name).length] as const)
  return `${notice}
# Recorded answers

The tests in \`test/conformance/\` replay ${counted(counts.reduce((sum, [, count]) => sum + count, 0))} recorded cases: requests to Kubernetes 1.36.3 and 1.37.2, files given to kubectl, and calls of Kubernetes' own functions, each with
the answer. The answer of kadm must be the same, byte for byte. \`npm run test:all\` replays all cases, and \`npm test\` a tenth, which is the same in
every run: it depends on the ids of the cases. \`npm run test:dist\` replays those that the library can repeat with the built package.

| Recordings | Cases |
|---|---|
${counts.map(([name, count]) => `| \`${name}\` | ${counted(count)} |\n`).join('')}
## Exceptions

No case is skipped. In the cases below, kadm cannot or should not answer what was recorded. "Differs" names the parts of the answer that are not
compared with the recording; all other parts are. Where the table has another answer for a case, kadm must give that one. A test fails when a case of this
list no longer differs.

| Test | Recordings | Differs | Why | Cases, and what kadm answers instead |
|---|---|---|---|---|
${allExceptions.map(exceptionRow).join('')}`
}
