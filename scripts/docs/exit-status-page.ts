import {type ExitMeaning, exitMeanings} from '../../src/cli/exit-meanings.js'
import {notice} from './rule-pages.js'

/** Returns the page about the exit status, with a table of all commands. */
export const exitStatusPage = (): string => `${notice}
# Exit status

The exit status of each command, and how to read it from a report.

| Status | Meaning |
| --- | --- |
| 0 | No findings. All input was checked. |
| 1 | There are findings, or an object is denied. All input was checked. |
| 2 | kadm cannot run the command (an unknown flag, a path that does not exist), or the result is incomplete: part of the input cannot be used. |
| 3 | A defect of kadm. The message says where to report it. |

2 takes precedence over 1, as an incomplete result can miss findings. With \`--env\`, the exit status is the highest of all
environments.

## By command

| Command | 0 | 1 | 2: kadm cannot run the command, or |
| --- | --- | --- | --- |
${Object.entries(exitMeanings).map(row).join('')}
## What makes a result incomplete

| Input | lint | Other commands that read it |
| --- | --- | --- |
| A file or directory that cannot be read, a file that is too large | 2, with a finding at the file | 2 |
| An object that is declared twice | 2, with a finding at the second declaration | 2, and no result |
| A document with a syntax error, or that cannot be decoded (\`metadata: []\`, an unknown kind of a built-in group) | 1, a finding | 2 |
| A policy, or an object of \`--existing\`, that the API server rejects | 1, a finding | 2 |
| An object to send that the API server denies | 1, a finding | 1 for simulate, capacity, explain and suggest; a policy among the objects of capacity: 2 |
| Directories in which all files are skipped or excluded | 2 | 2 |
| Files without objects: empty, or only comments | 0 | 2 for simulate, capacity, explain, pod-security and suggest, as in kubectl, unless \`--allow-empty\` is given |
| A workload with too many pods that are created one after the other ([limits](limits.md#workloads)) | not checked | 2 for simulate and capacity |
| A log without requests to write events: empty, or without events | | 2 for replay and tune, unless \`--allow-empty\` is given |
| A line of a log that cannot be read, an event with a count above 100,000 | | 2 for replay and tune |

\`kadm export\` reads only MetadataPolicies and ignores all other objects, even invalid ones.

## In reports

\`-o json\` of lint, simulate, capacity, diff, drift, explain, pod-security, replay, suggest, test and tune has two fields that always agree
with the exit status:

- \`exitStatus\`: 0, 1 or 2, the exit status of the run. A run that cannot start prints no report.
- \`incomplete\`: a list of the reasons why the result is incomplete. It is empty unless \`exitStatus\` is 2.

With several environments, each has these fields, and the top-level \`exitStatus\`, next to \`environments\`, is the highest of them.
\`kadm version\`, \`plugins\`, \`rules\`, \`config print\` and \`export\` print a report only if they end with 0. SARIF has the same in
\`invocations\` (\`exitCode\`, \`toolExecutionNotifications\`). In JUnit each reason is an error, in Markdown a line below the findings, and for GitHub
an annotation. The table shows the reasons below the result. CSV, YAML, GitLab's report and the compact format
do not contain them: with these formats, check the exit status.
`

function row([id, {ok = 'In all other cases', findings = '', incomplete = ''}]: readonly [string, ExitMeaning]): string {
  return `| \`kadm ${id.replaceAll(':', ' ')}\` | ${[ok, findings, incomplete].map(sentence).join(' | ')} |\n`
}

const sentence = (text: string): string => text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
