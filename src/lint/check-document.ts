import {quote} from '../machinery/go-text.js'
import {fieldOf} from '../manifests/fault.js'
import {firstLine, type Steps} from '../manifests/locate.js'
import type {MappingEntry, MappingNode, Node} from '../source/node.js'
import type {SourceDocument} from '../source/read-documents.js'
import type {Diagnostic} from './diagnostic.js'

/** What kubectl passes over in silence in a document that it can read: keys that others override, and what stands behind the end. */
export function checkDocument({file, root, problems, ignored}: SourceDocument): Diagnostic[] {
  if (problems.length > 0) return []
  const repeated: RepeatedKey[] = []
  if (root !== undefined) findRepeated(root, [], repeated)
  return [
    ...repeated.map(({first, again, steps}): Diagnostic => ({
      ruleId: 'source/duplicate-key', severity: 'warning', field: fieldOf(steps), file, span: again.key,
      message: `${quote(again.name)} is set twice: kubectl takes the last one and says nothing`,
      related: [{file, span: first.key, message: 'this one has no effect'}],
    })),
    ...ignored === undefined ? [] : [{
      ruleId: 'yaml/ignored-content', severity: 'warning', field: '', file, span: firstLine(file, ignored), related: [],
      message: 'kubectl ignores what follows the end of a document', hint: 'separate documents with ---',
    } as const],
  ]
}

/** A key that its map has already. */
interface RepeatedKey {
  readonly first: MappingEntry
  readonly again: MappingEntry
  readonly steps: Steps
}

/**
 * Finds the keys that are written twice in one map. To override one that is merged is what merging is for.
 *
 * @param steps to the node; the list is used for the nodes below as well
 */
function findRepeated(node: Node, steps: (string | number)[], found: RepeatedKey[]): void {
  const goOn = (step: string | number, child: Node): void => {
    if (child.kind === 'scalar') return
    steps.push(step)
    findRepeated(child, steps, found)
    steps.pop()
  }
  if (node.kind === 'sequence') node.items.forEach((item, i) => goOn(i, item))
  if (node.kind !== 'mapping') return
  findRepeatedIn(node, steps, found)
  for (const {name, value} of node.entries) goOn(name, value)
}

function findRepeatedIn({entries}: MappingNode, steps: Steps, found: RepeatedKey[]): void {
  const known = new Map<string, MappingEntry>()
  for (const entry of entries) {
    if (entry.merge) continue
    const first = known.get(entry.name)
    if (first !== undefined) found.push({first, again: entry, steps: [...steps, entry.name]})
    known.set(entry.name, entry)
  }
}
