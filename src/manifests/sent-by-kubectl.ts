import type {SourceDocument} from '../source/read-documents.js'
import type {SourceFile} from '../source/source-file.js'
import type {ManifestEntry, ManifestProblem} from './manifest.js'

/** An entry as `kubectl create -f` deals with it. */
export interface Sending {
  readonly entry: ManifestEntry
  /**
   * Why it is not sent; absent when it is. The problem of another entry keeps it back where nothing of their document is sent,
   * or where the file ends for kubectl, so that it never meets the entry's own problems.
   */
  readonly keptBackBy?: ManifestProblem
}

/** Tells what kubectl sends of the entries of files, and what keeps the others back. */
export function sentByKubectl(entries: readonly ManifestEntry[]): Sending[] {
  const endings = firstOf(entries, 'file', ({document}) => document.file)
  const refusals = firstOf(entries, 'document', ({document}) => document)
  return entries.map((entry) => {
    const keptBackBy = endedBy(entry, endings) ?? refusedBy(entry, refusals)
    return {entry, ...keptBackBy && {keptBackBy}}
  })
}

/** The first problem of that reach in each document or file. */
function firstOf<Key>(entries: readonly ManifestEntry[], reach: ManifestProblem['stops'], keyOf: (problem: ManifestProblem) => Key): Map<Key, ManifestProblem> {
  const first = new Map<Key, ManifestProblem>()
  const problems = entries.flatMap((entry) => entry.problems).filter(({stops}) => stops === reach)
  for (const problem of problems.reverse()) first.set(keyOf(problem), problem)
  return first
}

function endedBy({document, problems}: ManifestEntry, endings: ReadonlyMap<SourceFile, ManifestProblem>): ManifestProblem | undefined {
  const ending = endings.get(document.file)
  if (ending === undefined || document.start < ending.document.start) return undefined
  return problems.find((problem) => problem.stops === 'file' && problem.document === ending.document) ?? ending
}

function refusedBy({document, problems}: ManifestEntry, refusals: ReadonlyMap<SourceDocument, ManifestProblem>): ManifestProblem | undefined {
  const refusal = refusals.get(document)
  return refusal === undefined ? problems[0] : problems.find(({stops}) => stops === 'document') ?? refusal
}
