import type {SourceDocument} from './read-documents.js'
import {type SourceProblem, templateMessage} from './source-problem.js'

/** True of a problem that says that a text is a template. */
const isTemplateProblem = ({message}: SourceProblem): boolean => message === templateMessage

/** The documents of a file, in which a template is reported once: what is broken in documents with its actions is broken for that reason. */
export function withOneTemplateProblem(documents: readonly SourceDocument[]): SourceDocument[] {
  const at = documents.findIndex(({problems}) => problems.some(isTemplateProblem))
  return documents.flatMap((document, i): SourceDocument[] => {
    const {problems, file} = document
    if (at === -1 || i < at || problems.length === 0 || !file.slice(document).includes('{{')) return [document]
    return i > at ? [] : [{...document, problems: problems.filter(isTemplateProblem).slice(0, 1)}]
  })
}
