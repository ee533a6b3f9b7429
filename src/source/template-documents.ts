import type {SourceFile, Span} from './source-file.js'
import {type SourceProblem, templateMessage} from './source-problem.js'

/** What is looked at of a document. */
interface ReadDocument extends Span {
  readonly file: SourceFile
  readonly problems: readonly SourceProblem[]
}

/** True of a problem that says that a text is a template. */
const isTemplateProblem = ({message}: SourceProblem): boolean => message === templateMessage

/** The documents of a file, in which a template is reported once: what is broken in documents with its actions is broken for that reason. */
export function withOneTemplateProblem<D extends ReadDocument>(documents: D[]): D[] {
  const at = documents.findIndex(({problems}) => problems.length > 0 && problems.some(isTemplateProblem))
  if (at === -1) return documents
  return documents.flatMap((document, i): D[] => {
    const {problems, file} = document
    if (i < at || problems.length === 0 || !file.slice(document).includes('{{')) return [document]
    return i > at ? [] : [{...document, problems: problems.filter(isTemplateProblem).slice(0, 1)}]
  })
}
