import {diffReporters} from '../../../src/report/diff/index.js'
import {explainReporters} from '../../../src/report/explain/index.js'
import {quotaUsageReporters} from '../../../src/report/explain/quota-reporters.js'
import {podSecurityReporters} from '../../../src/report/pod-security/index.js'
import {suggestReporters} from '../../../src/report/suggest/index.js'
import type {Content, FuzzCase} from '../fuzz-case.js'
import type {Random} from '../random.js'

/** The formats of lint that a run may print. */
export const lintFormats = ['table', 'compact', 'json', 'json', 'sarif', 'junit', 'github', 'gitlab', 'markdown', 'html']

/** The formats of simulate. */
export const simulateFormats = ['table', 'json', 'json', 'yaml', 'sarif', 'junit', 'github', 'gitlab', 'markdown', 'html']

/** The formats of capacity. */
export const capacityFormats = ['table', 'json', 'json', 'csv', 'markdown', 'sarif', 'junit', 'github', 'gitlab', 'html']

/** A policy that is always in force. */
export const policies = `apiVersion: v1
kind: LimitRange
metadata: {name: limits, namespace: default}
spec: {limits: [{type: Container, default: {cpu: 500m, memory: 64Mi}, max: {cpu: "4"}}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota, namespace: default}
spec: {hard: {pods: "8", requests.cpu: "3", services: "2", requests.storage: 5Gi, count/deployments.apps: "2"}}
`

/** A run of one of the commands that read manifests, on files. */
export function textCase(contents: readonly Content[], random: Random): FuzzCase {
  const extension = random.chance(0.85) ? 'yaml' : 'json'
  const files = Object.fromEntries(contents.map((content, i) => [`f${i}.${extension}`, content]))
  const names = Object.keys(files)
  const inputs = names.length
  const colour = random.chance(0.05) ? ['--color'] : []
  const lint = (paths: readonly string[], ...flags: readonly string[]): FuzzCase =>
    ({files, inputs, argv: ['lint', ...paths, '-o', random.pick(lintFormats), ...colour, ...flags]})
  const way = random.below(100)
  if (way < 66) return lint(names)
  if (way < 76) return lint(['.'])
  if (way < 80) return lint(['.'], '--strict')
  if (way < 82) return lint(names, '--fix')
  const [first = '', ...rest] = names
  const others = rest.flatMap((name) => ['-p', name])
  if (way < 84) return {files, inputs, argv: ['simulate', first, ...others, '-o', random.pick(simulateFormats), ...colour]}
  if (way < 86) return {files, inputs, argv: ['capacity', first, ...others, '-o', random.pick(capacityFormats), ...colour]}
  if (way < 91) return {files, inputs, argv: [...questionArgv(random, first, rest.length > 0 ? rest : names, others), ...colour]}
  if (way < 93) return {files, inputs, argv: ['export', ...names, '-o', random.pick(['yaml', 'json'])]}
  if (way < 95) return {files, inputs, argv: ['drift', ...names.flatMap((name) => ['-p', name]), '-o', random.pick(['table', 'json', 'yaml', 'html'])]}
  if (way < 97) return {files, inputs, argv: [...random.pick([['describe', 'limits'], ['describe', 'quota'], ['describe', 'namespace', 'default']]), ...names.flatMap((name) => ['-p', name])]}
  return {files: {}, inputs: 1, argv: ['lint', '-', '-o', random.pick(lintFormats)], stdin: Buffer.from(contents[0] as string).toString('utf8')}
}

/** Commands that answer questions about objects: their formats, and their arguments without policies. */
const questions: readonly [reporters: object, argv: (first: string, others: readonly string[], random: Random) => readonly string[]][] = [
  [explainReporters, (first) => ['explain', first]],
  [quotaUsageReporters, () => ['explain', 'quota']],
  [podSecurityReporters, (first, _, random) => ['pod-security', first, ...random.pick([[], ['--level', 'baseline'], ['--level', 'restricted']])]],
  [suggestReporters, (first, _, random) => ['suggest', random.pick(['limits', 'quota', 'requests']), first]],
  [diffReporters, (first, others) => ['diff', '--before', first, '--after', ...others]],
]

/**
 * Returns a run of one of the commands that answer questions about objects.
 *
 * @param first the object to send, or the file before the change
 * @param others at least one file after the change
 * @param policies flags that name policies, which `kadm diff` does not have
 */
export function questionArgv(random: Random, first: string, others: readonly string[], policies: readonly string[]): string[] {
  const [reporters, argv] = random.pick(questions)
  const words = argv(first, others, random)
  return [...words, ...words[0] === 'diff' ? [] : policies, '-o', random.pick(Object.keys(reporters))]
}
