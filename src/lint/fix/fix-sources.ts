import type {Edit} from '../../source/edit.js'
import type {Node} from '../../source/node.js'
import {readDocuments} from '../../source/read-documents.js'
import type {SourceDocument} from '../../source/source-document.js'
import {SourceFile} from '../../source/source-file.js'
import type {Diagnostic} from '../diagnostic.js'
import {applyEdits} from './edits.js'

/** A file before and after its fixes. */
export interface FixedSource {
  readonly before: SourceFile
  readonly after: SourceFile
  /** The number of changes. */
  readonly fixes: number
}

export interface Found {
  readonly diagnostics: readonly Diagnostic[]
}

/** One pass over all files: the findings, and the edits that fix them. */
export interface Round<R> {
  readonly sources: readonly SourceFile[]
  readonly report: R
  /** For each of the sources the edits made in it, in order; none in the last round. */
  readonly made: readonly (readonly Edit[])[]
  /** The files with these edits. */
  readonly next: readonly SourceFile[]
}

/** Files with all fixes applied, and the remaining findings. */
export interface FixResult<R> {
  readonly report: R
  /** The changed files, in order. */
  readonly fixed: readonly FixedSource[]
  /** The passes; the last one has nothing left to fix, unless fixes undo each other. */
  readonly rounds: readonly [Round<R>, ...Round<R>[]]
}

/** A fix may reveal a problem that the next pass fixes; no file needs more passes than this. */
const maxRounds = 10

/**
 * Fixes unambiguous problems of files in memory and lints them again, until no fixes are left.
 *
 * @param lintAll lints files
 */
export function fixSources<R extends Found>(sources: readonly SourceFile[], lintAll: (sources: readonly SourceFile[]) => R): FixResult<R> {
  const rounds: [Round<R>, ...Round<R>[]] = [lintRound(sources, lintAll)]
  let last = rounds[0]
  while (last.made.some((edits) => edits.length > 0)) {
    last = lintRound(last.next, lintAll, rounds.length < maxRounds)
    rounds.push(last)
  }
  const fixes = sources.map((_, i) => rounds.reduce((sum, {made}) => sum + (made[i]?.length ?? 0), 0))
  return {
    report: last.report, rounds,
    fixed: sources.flatMap((before, i) => fixes[i] === 0 ? [] : [{before, after: last.sources[i] ?? before, fixes: fixes[i] ?? 0}]),
  }
}

function lintRound<R extends Found>(sources: readonly SourceFile[], lintAll: (sources: readonly SourceFile[]) => R, isFixing = true): Round<R> {
  const report = lintAll(sources)
  const edits = isFixing ? editsByFile(report.diagnostics) : new Map<SourceFile, Edit[]>()
  const edited = sources.map((file) => edit(file, edits.get(file) ?? []))
  return {sources, report, made: edited.map(({made}) => made), next: edited.map(({file}) => file)}
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

function edit(file: SourceFile, edits: readonly Edit[]): {readonly file: SourceFile, readonly made: readonly Edit[]} {
  if (edits.length === 0) return {file, made: []}
  const {text, made} = applyEdits(file.text, certainOf(edits, file))
  return {file: made.length === 0 ? file : new SourceFile(file.path, text), made}
}

/** In a document with aliases a place may count several times, so no fix in it is certain. */
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
