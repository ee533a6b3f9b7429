import {configurationLimits} from '../../src/configuration/document.js'
import {requestsOfAll, requestsOfEach} from '../../src/controllers/workload/play-budget.js'
import {patternLimits} from '../../src/io/glob-pattern.js'
import {pipePatience} from '../../src/io/input-file.js'
import {programLimits} from '../../src/io/run-program.js'
import {mostOpenExtracts} from '../../src/cli/merge-extracts.js'
import {mostRequests} from '../../src/lint/policies/refused-pods.js'
import {longestText} from '../../src/replay/open-document.js'
import {defaultLimits} from '../../src/source/source-limits.js'
import {notice} from './rule-pages.js'

const {maxSize, maxMarks, maxDocuments, maxDepth} = defaultLimits

const counted = (count: number): string => count.toLocaleString('en')
const mebi = (count: number): string => `${count / 2 ** 20} Mi`

const limits: readonly (readonly [what: string, limit: string, message: string])[] = [
  ['characters of a file, its aliases written out', mebi(maxSize), '[`source/too-large`](rules/source/too-large.md)'],
  ['lines, commas, colons, dashes and opening brackets of a file, which separate keys and values', counted(maxMarks), '[`source/too-large`](rules/source/too-large.md)'],
  ['documents of a file', counted(maxDocuments), '[`source/too-many-documents`](rules/source/too-many-documents.md)'],
  ['levels of maps and lists', counted(maxDepth), '[`source/too-deep`](rules/source/too-deep.md)'],
  ['characters of a configuration of the API server', mebi(configurationLimits.maxSize), 'exit status 2'],
  ['characters of a line of a log, or of an item of a list in it', mebi(longestText), 'counted as an unreadable line'],
  ['extracts of `kadm events` that overlap in time', String(mostOpenExtracts), 'exit status 2'],
  ['characters of a pattern for files', counted(patternLimits.length), 'exit status 2'],
  ['patterns that the braces of one stand for', counted(patternLimits.alternatives), 'exit status 2'],
  ['wildcards of a pattern beyond one `*` in each name and one `**`', counted(patternLimits.wildcards), 'exit status 2'],
  ['seconds that a pipe may have nobody who writes to it', counted(pipePatience / 1000), 'the file cannot be read'],
  ['seconds that kustomize or helm may run', counted(programLimits.seconds), 'exit status 2'],
  ['bytes that kustomize or helm may print', mebi(programLimits.maxOutput), 'exit status 2'],
]

/** The page with every limit of what kadm reads, from the constants that it goes by. */
export const limitsPage = (): string => `${notice}
# Limits

Files may come from anybody. So that none of them exhausts memory or takes forever, kadm refuses what is beyond these limits, says so,
and reads the other files.

| What | At most | Beyond |
|---|---|---|
${limits.map((row) => `| ${row.join(' | ')} |`).join('\n')}

kadm reads no sockets and no devices, and of links in directories and behind globs none that lead out of the repository. The files that
the file of \`--admission-config\` names are read below its folder; with \`--allow-path-outside\`, everywhere.

## Workloads

kadm simulates what controllers create for workloads. Pods that are all alike take one request together, so any number of replicas of a
Deployment is exact. The pods and claims of a StatefulSet and the pods of an Indexed Job are created one after the other, with one request each.
Each simulation of a workload may take ${counted(requestsOfEach)} requests, and those that need more share the rest:

| Command | All simulations together, beyond those | Beyond |
|---|---|---|
| \`kadm simulate\`, \`kadm capacity\` | ${counted(requestsOfAll)} in one run | the result is incomplete and names the workload: exit status 2 |
| \`kadm lint\` | ${counted(mostRequests)} in each namespace | [\`workload/refused-pods\`](rules/workload/refused-pods.md) does not report the workload |
`
