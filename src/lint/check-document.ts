import {quote} from '../machinery/go/text.js'
import {fieldOf} from '../manifests/object-error.js'
import {firstLine, type Steps} from '../manifests/locate.js'
import type {MappingEntry, MappingNode, Node, ScalarNode} from '../source/node.js'
import type {SourceDocument} from '../source/source-document.js'
import {isOctal} from '../source/yaml-scalar.js'
import type {Diagnostic} from './diagnostic.js'
import {maxFindings} from './finding-limit.js'

/** Reports what kubectl silently ignores in a readable document: overridden keys, and content after the end. */
export function checkDocument({file, root, problems, ignored, isOrdinary}: SourceDocument): Diagnostic[] {
  if (problems.length > 0 || isOrdinary) return []
  const found: Found = {repeated: [], misread: []}
  if (root !== undefined) visit(root, [], found)
  return [
    ...found.misread.map(({node, steps, ...finding}): Diagnostic =>
      ({ruleId: 'yaml/misread-scalar', severity: 'warning', field: fieldOf(steps), file, span: node, related: [], ...finding})),
    ...found.repeated.map(({first, again, steps}): Diagnostic => ({
      ruleId: 'source/duplicate-key', severity: 'warning', field: fieldOf(steps), file, span: again.key,
      message: `${quote(again.name)} is set twice: kubectl silently takes the last one`,
      related: [{file, span: first.key, message: 'this one has no effect'}],
    })),
    ...ignored === undefined ? [] : [{
      ruleId: 'yaml/ignored-content', severity: 'warning', field: '', file, span: firstLine(file, ignored), related: [],
      message: 'kubectl ignores what follows the end of a document', hint: 'separate documents with ---',
    } as const],
  ]
}

/** A duplicate key of a map. */
interface RepeatedKey {
  readonly first: MappingEntry
  readonly again: MappingEntry
  readonly steps: Steps
}

/** A scalar with another meaning than it seems to have. */
interface Misread {
  readonly node: Node
  readonly steps: Steps
  readonly message: string
  readonly hint: string
}

interface Found {
  readonly repeated: RepeatedKey[]
  readonly misread: Misread[]
}

/**
 * Finds duplicate keys of a map, and scalars that kubectl reads in an unexpected way. Ignores keys that override merged ones: that
 * is the purpose of a merge.
 *
 * @param steps to the node; the list is used for the nodes below as well
 */
function visit(node: Node, steps: (string | number)[], found: Found): void {
  if (node.kind === 'sequence') {
    let i = 0
    for (const item of node.items) visitChild(item, i++, steps, found)
  }
  if (node.kind !== 'mapping' || found.repeated.length + found.misread.length > maxFindings) return
  checkKeys(node, steps, found)
  for (const {name, value} of node.entries) visitChild(value, name, steps, found)
}

function visitChild(node: Node, step: string | number, steps: (string | number)[], found: Found): void {
  if (node.kind === 'scalar' && !hasLeadingZero(node)) return
  steps.push(step)
  if (node.kind === 'scalar') checkNumber(node, steps, found)
  else visit(node, steps, found)
  steps.pop()
}

function checkKeys({entries}: MappingNode, steps: Steps, {repeated, misread}: Found): void {
  for (const {key, name, merge} of entries) {
    if (merge || key.kind !== 'scalar' || key.style !== 'plain' || key.text === name || misread.length > maxFindings) continue
    misread.push({node: key, steps: [...steps, name], message: `the key ${quote(key.text)} is read as ${quote(name)}`, hint: `quote it: ${quote(key.text)}`})
  }
  if (!mayRepeat(entries)) return
  const known = new Map<string, MappingEntry>()
  for (const entry of entries) {
    if (entry.merge) continue
    const first = known.get(entry.name)
    if (first !== undefined && repeated.length <= maxFindings) repeated.push({first, again: entry, steps: [...steps, entry.name]})
    known.set(entry.name, entry)
  }
}

/** Fast path: false if all keys differ. Most maps have few keys, and comparing them is faster than building a set. */
function mayRepeat(entries: readonly MappingEntry[]): boolean {
  if (entries.length > 8) return true
  for (let i = 1; i < entries.length; i++) {
    for (let j = 0; j < i; j++) if (entries[i]?.name === entries[j]?.name) return true
  }
  return false
}

const hasLeadingZero = ({style, text, value}: ScalarNode): boolean => style === 'plain' && typeof value === 'number' && isOctal(text)

/** The maps of amounts of resources. Elsewhere octal numbers are intended: they are file modes. */
const resourceLists: ReadonlySet<unknown> = new Set(['hard', 'requests', 'limits', 'min', 'max', 'default', 'defaultRequest', 'maxLimitRequestRatio'])

function checkNumber(node: ScalarNode, steps: Steps, {misread}: Found): void {
  const decimal = node.text.replace(/^([-+]?)0+(?=\d)/, '$1')
  if (!resourceLists.has(steps.at(-2)) || decimal === String(node.value)) return
  const message = `${node.text} is read as ${String(node.value)}: a number that begins with 0 is octal`
  misread.push({node, steps: [...steps], message, hint: `write ${quote(decimal)}`})
}
