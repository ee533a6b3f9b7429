import type {Node} from '../../source/node.js'
import type {Edit} from '../../source/edit.js'
import {readDocuments, type SourceDocument} from '../../source/read-documents.js'
import {SourceFile} from '../../source/source-file.js'
import type {Diagnostic} from '../diagnostic.js'
import {applyEdits} from './apply-edits.js'

/** A file before and after its fixes. */
export interface FixedSource {
  readonly before: SourceFile
  readonly after: SourceFile
  /** How many places have changed. */
  readonly fixes: number
}

interface Found {
  readonly diagnostics: readonly Diagnostic[]
}

/** Files with everything fixed in them that can be, and what is found in them then. */
export interface FixResult<R> {
  readonly report: R
  /** Those that have changed, in order. */
  readonly fixed: readonly FixedSource[]
}

/** What one fix brings to light another round can fix; nothing takes more rounds than that. */
const mostRounds = 10

/**
 * Fixes what is certain in files, and looks at them again, until nothing is left to be fixed.
 *
 * @param lintAll looks at files
 */
export function fixSources<R extends Found>(sources: readonly SourceFile[], lintAll: (sources: readonly SourceFile[]) => R): FixResult<R> {
  let current = sources.map((before): FixedSource => ({before, after: before, fixes: 0}))
  let report = lintAll(sources)
  for (let round = 0; round < mostRounds; round++) {
    const edits = editsByFile(report.diagnostics)
    const next = current.map((source) => fixOne(source, edits.get(source.after) ?? []))
    if (next.every((source, i) => source === current[i])) break
    current = next
    report = lintAll(current.map(({after}) => after))
  }
  return {report, fixed: current.filter(({fixes}) => fixes > 0)}
}

function editsByFile(diagnostics: readonly Diagnostic[]): ReadonlyMap<SourceFile, Edit[]> {
  const edits = new Map<SourceFile, Edit[]>()
  for (const {file, fix} of diagnostics) {
    if (fix === undefined) continue
    const known = edits.get(file)
    if (known === undefined) edits.set(file, [fix])
    else known.push(fix)
  }
  return edits
}

function fixOne(source: FixedSource, edits: readonly Edit[]): FixedSource {
  if (edits.length === 0) return source
  const {before, after, fixes} = source
  const {text, made} = applyEdits(after.text, certainOf(edits, after))
  return made === 0 ? source : {before, after: new SourceFile(after.path, text), fixes: fixes + made}
}

/** In a document with aliases a place may count several times, so that nothing in it is certain. */
function certainOf(edits: readonly Edit[], file: SourceFile): readonly Edit[] {
  if (!file.text.includes('*')) return edits
  const uncertain = readDocuments(file).filter(({root}) => root !== undefined && hasAlias(root))
  return edits.filter(({start}) => !uncertain.some((document) => isIn(start, document)))
}

const isIn = (offset: number, {start, end}: SourceDocument): boolean => offset >= start && offset < end

function hasAlias(node: Node): boolean {
  switch (node.kind) {
    case 'alias': return true
    case 'sequence': return node.items.some(hasAlias)
    case 'mapping': return node.entries.some(({key, value}) => hasAlias(key) || hasAlias(value))
    case 'scalar': return false
  }
}
