import type {SourceFile, Span} from './source-file.js'
import {type SourceProblem, templateMessage} from './source-problem.js'

/** The relevant fields of a document. */
interface ReadDocument extends Span {
  readonly file: SourceFile
  readonly problems: readonly SourceProblem[]
}

/** Returns true if the problem reports a template. */
const isTemplateProblem = ({message}: SourceProblem): boolean => message === templateMessage

/** Reports a template once for a file: removes the later broken documents with actions, and other problems of the first one. */
export function withOneTemplateProblem<D extends ReadDocument>(documents: D[]): D[] {
  const at = documents.findIndex(({problems}) => problems.length > 0 && problems.some(isTemplateProblem))
  if (at === -1) return documents
  return documents.flatMap((document, i): D[] => {
    const {problems, file} = document
    if (i < at || problems.length === 0 || !file.slice(document).includes('{{')) return [document]
    return i > at ? [] : [{...document, problems: problems.filter(isTemplateProblem).slice(0, 1)}]
  })
}
