import {maxLimits} from '../../src/admission/plugins/event-rate-limit/configuration.js'
import {maxEnvironments, maxReportCharacters} from '../../src/cli/base-command.js'
import {maxOpenExtracts} from '../../src/cli/merge-extracts.js'
import {configurationLimits} from '../../src/configuration/document.js'
import {chargesOfWorkload, fewQuotas, maxCharges} from '../../src/controllers/workload/charge-limit.js'
import {maxWork} from '../../src/cluster/work-limit.js'
import {maxPlaces} from '../../src/diff/policy-changes.js'
import {requestsOfAll, requestsOfEach} from '../../src/controllers/workload/request-budget.js'
import {maxTreeFiles} from '../../src/io/git/read-tree.js'
import {gitLimits} from '../../src/io/git/run-git.js'
import {patternLimits} from '../../src/io/glob-pattern.js'
import {maxMatchSteps} from '../../src/io/match-budget.js'
import {pipeTimeout} from '../../src/io/input-file.js'
import {programLimits} from '../../src/io/run-program.js'
import {maxWatchedFolders} from '../../src/io/watch-folders.js'
import {maxFindings} from '../../src/lint/finding-limit.js'
import {pageLimits} from '../../src/report/html/page-limits.js'
import {maxRequests} from '../../src/lint/policies/refused-pods.js'
import {regexpLimits} from '../../src/machinery/go/regexp.js'
import {maxErrors} from '../../src/machinery/meta/status.js'
import {charactersOfItem} from '../../src/machinery/output/text-weight.js'
import {allSeries, longestSeries} from '../../src/replay/order/series.js'
import {longestText} from '../../src/replay/read/documents/open-document.js'
import {maxComparisons as maxBoundComparisons} from '../../src/simulate/bound-checks.js'
import {maxOfRule} from '../../src/simulate/first-of-each.js'
import {maxHeadrooms} from '../../src/simulate/headroom.js'
import {maxQuotaObjects} from '../../src/explain/quota-usage.js'
import {maxChanged, maxSimulated, maxTrials} from '../../src/explain/remedies/trials.js'
import {defaultLimits, runLimits} from '../../src/source/source-limits.js'
import {maxRepetitions} from '../../src/test-file/step.js'
import {maxRequests as maxRequestsOfInit} from '../../src/policy-test/init/bench.js'
import {maxMutants} from '../../src/policy-test/mutate/mutation.js'
import {maxComparisons} from '../../src/policy-test/compare/checker.js'
import {maxMinutes} from '../../src/policy-test/run-tests.js'
import {maxRepeated, maxRows} from '../../src/test-file/test-case.js'
import {maxTests} from '../../src/test-file/test-file.js'
import {notice} from './rule-pages.js'

const {maxSize, maxLines, maxNodes, maxJsonNodes, maxDocuments, maxDepth} = defaultLimits

const counted = (count: number): string => count.toLocaleString('en')
const mebi = (count: number): string => `${count / 2 ** 20} Mi`

const limits: readonly (readonly [what: string, limit: string, message: string])[] = [
  ['characters of a file, with its aliases expanded', mebi(maxSize), '[`source/too-large`](rules/source/too-large.md)'],
  ['lines of a file', counted(maxLines), '[`source/too-large`](rules/source/too-large.md)'],
  ['maps, lists, keys and values of a YAML file, by its punctuation', counted(maxNodes), '[`source/too-large`](rules/source/too-large.md)'],
  ['the same of a JSON file', counted(maxJsonNodes), '[`source/too-large`](rules/source/too-large.md)'],
  ['documents of a file, and objects with those in lists', counted(maxDocuments), '[`source/too-many-documents`](rules/source/too-many-documents.md)'],
  [`findings of a file that \`kadm lint\` reports; each ${counted(charactersOfItem)} characters of a message count as one more`, counted(maxFindings), '[`source/too-large`](rules/source/too-large.md)'],
  ['characters of all files that are read in a run, manifests or not', mebi(runLimits.maxRead), '[`source/unreadable`](rules/source/unreadable.md) for each file that does not fit'],
  ['characters of all manifests of a run', mebi(runLimits.maxSize), '[`source/unreadable`](rules/source/unreadable.md) for each file that does not fit'],
  ['maps, lists, keys and values of all manifests of a run', counted(runLimits.maxNodes), '[`source/unreadable`](rules/source/unreadable.md) for each file that does not fit'],
  ['nesting levels of maps and lists', counted(maxDepth), '[`source/too-deep`](rules/source/too-deep.md)'],
  [`errors of an object in the message of the API server, equal ones once; each ${counted(charactersOfItem)} characters of an error count as one more`, counted(maxErrors), 'the message states the number that it omits'],
  ['errors of a rule that `kadm simulate` explains for an object', counted(maxOfRule), 'the last one states that there are more'],
  ['different pods whose headroom the table of `kadm simulate` shows for a quota', counted(maxHeadrooms), 'the table states that there are more'],
  ['findings, objects or tests that a page of `-o html` shows', counted(pageLimits.items), 'the page states that there are more; those that matter most come first'],
  ['characters of the findings, objects or tests of a page', counted(pageLimits.characters), 'the same'],
  ['objects of `kadm simulate -o html` with all details', counted(pageLimits.detailed), 'the page states that admitted ones have none'],
  ['characters of a message in a page', counted(pageLimits.text), 'the page states the number that it omits'],
  ['characters of a configuration of the API server', mebi(configurationLimits.maxSize), 'exit status 2'],
  ['limits in a configuration of EventRateLimit', counted(maxLimits), 'exit status 2; `kadm lint` checks all of them'],
  ['characters of a line of a log, or of an item of a list in it', mebi(longestText), 'counted as an unreadable line'],
  ['requests of an event with a count that `kadm replay` and `kadm tune` replay', counted(longestSeries), 'the result is incomplete: exit status 2'],
  [`the same of all events; another ${allSeries.forEach} for each event`, `${counted(allSeries.requests)}; ${counted(allSeries.withClient)} with \`--client\``, 'the result is incomplete: exit status 2'],
  ['extracts of `kadm events` that overlap in time', String(maxOpenExtracts), 'exit status 2'],
  ['characters of a glob', counted(patternLimits.length), 'exit status 2'],
  ['patterns that the braces of a glob expand to', counted(patternLimits.alternatives), 'exit status 2'],
  ['paths of one setting of a configuration file, each alternative of braces counted', counted(patternLimits.paths), 'exit status 2'],
  ['wildcards of a glob beyond one `*` in each name and one `**`', counted(patternLimits.wildcards), 'exit status 2'],
  ['the same in names with brackets or groups', counted(patternLimits.wildcardsInOddNames), 'exit status 2'],
  ['steps of matching globs with the paths of files: 10 for each pair, one for 8 characters of the path, and one for each character of similar names; 100 for each entry that a glob searches', counted(maxMatchSteps), 'exit status 2'],
  ['environments that `--env` names; each is a run of its own, to which the other limits apply', counted(maxEnvironments), 'exit status 2'],
  ['characters of the reports of several environments', counted(maxReportCharacters), 'exit status 2'],
  ['tests of a file for `kadm test`', counted(maxTests), '[`policy-test/invalid-value`](rules/policy-test/invalid-value.md)'],
  ['rows of a table test', counted(maxRows), '[`policy-test/invalid-value`](rules/policy-test/invalid-value.md)'],
  ['objects that a test sends', counted(maxRepetitions), '[`policy-test/invalid-value`](rules/policy-test/invalid-value.md)'],
  ['objects that a test sends again, as steps with expectations about quotas, pods or rollouts need all steps before them', counted(maxRepeated), '[`policy-test/invalid-value`](rules/policy-test/invalid-value.md)'],
  ['comparisons of a container with a bound of a LimitRange in charts', counted(maxBoundComparisons), 'a note states the number of LimitRanges without a chart'],
  [`requests that \`kadm test init\` sends to find tests, with those for reading many policies again for each object; less one for each ${maxWork.charactersRead} characters of the policies, or one for each ${maxWork.charactersOfRequest} if that is more`, counted(maxRequestsOfInit), 'exit status 2'],
  ['objects that `kadm explain quota` counts for the quotas beyond the first 10, for each quota and resource', counted(maxQuotaObjects), 'exit status 2: name the quotas'],
  ['folders that `kadm test --watch` watches', counted(maxWatchedFolders), 'exit status 2'],
  ['characters of a regular expression in a test file', counted(regexpLimits.characters), '[`policy-test/invalid-value`](rules/policy-test/invalid-value.md)'],
  ['instructions that Go compiles it to, about one for each character and repetition', counted(regexpLimits.instructions), '[`policy-test/invalid-value`](rules/policy-test/invalid-value.md)'],
  ['characters that a test compares with regular expressions, times the instructions of the expression', counted(maxComparisons), 'the test cannot run: exit status 2'],
  ['changes of policies that `kadm test --mutate` tries', counted(maxMutants), 'the result is incomplete: exit status 2'],
  ['minutes that the tests of `kadm test` run, and again those of `--mutate`', counted(maxMinutes), 'the result is incomplete: exit status 2'],
  ['changed objects that `kadm explain` sends to find changes that are admitted', counted(maxTrials), 'no change is offered for further denied objects'],
  ['fields of an object that `kadm explain` changes', counted(maxChanged), 'no change of the object is offered'],
  ['characters of input that `kadm explain` simulates again for its changes, all together', mebi(maxSimulated), 'no change of workloads and quotas is offered for further denied objects'],
  ['seconds to wait for a writer of a pipe', counted(pipeTimeout / 1000), 'the file cannot be read'],
  ['seconds that kustomize or helm may run', counted(programLimits.seconds), 'exit status 2'],
  ['bytes that kustomize or helm may print', mebi(programLimits.maxOutput), 'exit status 2'],
  ['seconds that git may run for `kadm diff`', counted(gitLimits.seconds), 'exit status 2'],
  ['fields of policies on which all objects with other results depend in `kadm diff`', counted(maxPlaces), 'exit status 2'],
  ['manifests and links of a revision that `kadm diff` reads', counted(maxTreeFiles), 'exit status 2'],
  ['bytes of all manifests of a revision', mebi(gitLimits.maxOutput), 'exit status 2'],
]

/** Returns the page with all limits of kadm, from the constants in the code. */
export const limitsPage = (): string => `${notice}
# Limits

Input files may be untrusted. To protect memory and run time, kadm rejects and reports input beyond these limits, and reads the
other files.

| What | At most | Beyond |
|---|---|---|
${limits.map((row) => `| ${row.join(' | ')} |`).join('\n')}

Before kadm reads a file, it estimates the number of maps, lists, keys and values from the punctuation: 1 for each comma, and 2 for each
colon, opening bracket, and dash before a space. Within these limits, \`kadm lint\` of one file needs less than 1.2 GB of memory. A list of
ordinary pods of 25 MB needs about 650 MB as YAML, and 500 MB as JSON.

The documents of several files may be in memory at the same time. A file with which the input files of a run exceed the limits of a run
is not read, and the exit status is 2. Smaller files after it are read if they fit. Within these limits, a run needs less than 4 GB of
memory. Node.js may allow less on machines with less than 16 GB: check fewer files at a time there, or set
\`NODE_OPTIONS=--max-old-space-size=4096\`.

kadm does not read sockets and devices. In directories and globs, it does not follow links out of the repository. The file of
\`--admission-config\` can name only files below its folder, unless \`--allow-path-outside\` is given.

## Workloads

kadm simulates what controllers create for workloads. Identical pods take one request together, as do pods and claims that differ only in
their ordinal, and identical rounds of a rollout are computed. Any number of replicas is exact and takes no longer. Pods that may differ
take one request each. These are pods of a StatefulSet or an Indexed Job under a MetadataPolicy, pods of a StatefulSet with finalizers, and pods
that \`--pods\` lists. The same holds for rounds of a rollout that wait longer each time. Each simulation of a workload may take ${counted(requestsOfEach)} requests, and those that need more share the rest:

| Command | Shared by all simulations | Beyond |
|---|---|---|
| \`kadm simulate\`, \`kadm capacity\` | ${counted(requestsOfAll)} in one run | the result is incomplete and names the workload: exit status 2 |
| \`kadm lint\` | ${counted(maxRequests)} in each namespace | [\`workload/refused-pods\`](rules/workload/refused-pods.md) does not report the workload |

## All requests of a simulation

All requests of a run count together, those of rollouts and autoscalers, both sides of \`kadm diff\`, and the changes that \`kadm explain\` and \`kadm suggest\` try. There may be ${counted(maxWork.requests)},
less one for each ${maxWork.charactersRead} characters of input, or one for each ${maxWork.charactersOfRequest} characters if that is more. For \`kadm diff\`, that is the larger side. The end of a pod counts as a request. Large objects, long messages and many or large changes by admission
plugins count several times. With \`kadm explain\`, three explained policies, comparisons or sums count as another one. So do 75 labels of a rule of a MetadataPolicy that rejects the object. A run that needs more ends with
exit status 2 and a message that says how far it came. It shows nothing. A thousand workloads with rollouts stay below the limit. So does any number of manifests with 850 characters each.
With the limit, input of 1 MB ends within about 5 seconds on a machine with two cores. Larger input may take longer.
If the changes that \`kadm explain\` tries reach the limit, it shows what it found, offers no further changes, and states that. \`kadm lint\` has the same limit for the workloads that it simulates in
all namespaces together. Each test of \`kadm test\` has its own limit, as has each change of policies with \`--mutate\`: 60 kB of tests may take
minutes. Such a run shows its progress on a terminal, and ends after 10 minutes. Each environment of \`--env\` has its own limit, too: a hundred take a hundred times as long. Simulate fewer objects at a time, or without \`--rollout\`.

## Objects and quotas

Each object is charged to each ResourceQuota of its namespace. kadm counts the charges to quotas beyond the first ${fewQuotas} of a
namespace. Quotas with the same resources, scopes and usage are charged together. A workload
counts ${chargesOfWorkload.created} times, as its controllers create objects. \`kadm simulate\` and \`kadm capacity\` also run Jobs and CronJobs to their end, which counts another ${chargesOfWorkload.runs.Job} times.
With \`--rollout\`, a Deployment counts another ${chargesOfWorkload.rollout.Deployment} times for each quota, and a StatefulSet or DaemonSet ${chargesOfWorkload.rollout.StatefulSet} times.
These are not charged together, because the needs of a rollout are computed for each quota. The numbers are in proportion to the time that kadm needs.

| Command | Charges | Beyond |
|---|---|---|
| \`kadm simulate\`, \`kadm capacity\` | ${counted(maxCharges)} in one run | exit status 2 |
| \`kadm lint\` | ${counted(maxCharges)} in one namespace | [\`workload/refused-pods\`](rules/workload/refused-pods.md) reports nothing there |
`
