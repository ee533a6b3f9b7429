import type {SourceDocument} from '../source/source-document.js'
import type {SourceFile} from '../source/source-file.js'
import type {ManifestEntry, ManifestProblem, SkippedPart} from './manifest.js'

/** An entry as `kubectl create -f` deals with it. */
export interface Sending {
  readonly entry: ManifestEntry
  /**
   * The reason why it is not sent; absent when it is. It can be the problem of another entry: kubectl then sends nothing of their
   * document, or stops reading the file, before it gets to the entry's own problems.
   */
  readonly blockedBy?: ManifestProblem
}

/** Determines which entries kubectl sends, and the problem that keeps back each of the others. */
export function sentByKubectl(entries: readonly ManifestEntry[]): Sending[] {
  const endings = firstOf(entries, 'file', ({document}) => document.file)
  const rejections = firstOf(entries, 'document', ({document}) => document)
  return entries.map((entry) => {
    const {document} = entry
    const blockedBy = endedBy(entry, endings.get(document.file)) ?? rejectedBy(entry, rejections.get(document))
    return {entry, ...blockedBy && {blockedBy}}
  })
}

type Whole = SourceFile | SourceDocument

/** The first problem of that reach in each file or document. */
function firstOf(
  entries: readonly ManifestEntry[], reach: SkippedPart, wholeOf: (problem: ManifestProblem) => Whole,
): ReadonlyMap<Whole, ManifestProblem> {
  const first = new Map<Whole, ManifestProblem>()
  const problems = entries.flatMap((entry) => entry.problems).filter(({stops}) => stops === reach)
  for (const problem of problems.reverse()) first.set(wholeOf(problem), problem)
  return first
}

function endedBy({document, problems}: ManifestEntry, ending: ManifestProblem | undefined): ManifestProblem | undefined {
  if (ending === undefined || document.start < ending.document.start) return undefined
  return problems.find((problem) => problem.stops === 'file' && problem.document === ending.document) ?? ending
}

const rejectedBy = ({problems}: ManifestEntry, rejection: ManifestProblem | undefined): ManifestProblem | undefined =>
  rejection === undefined ? problems[0] : problems.find(({stops}) => stops === 'document') ?? rejection
