import {readDocuments} from '../../src/source/read-documents.js'
import type {SourceDocument} from '../../src/source/source-document.js'
import {SourceFile} from '../../src/source/source-file.js'
import type {SourceLimits} from '../../src/source/source-limits.js'

/** The documents of a text. */
export const readText = (text: string, limits?: SourceLimits): SourceDocument[] => readDocuments(new SourceFile('f.yaml', text), limits)

/** Values of the readable documents of a text. */
export const valuesOf = (text: string): unknown[] => readText(text).map(({value}) => value)

/** The problems of a text, as `LINE:COLUMN-LINE:COLUMN rule message`. */
export function problemsOf(text: string, limits?: SourceLimits): string[] {
  return readText(text, limits).flatMap(({file, problems}) => problems.map(({start, end, ruleId, message}) => {
    const [from, to] = [file.position(start), file.position(end)]
    return `${from.line}:${from.column}-${to.line}:${to.column} ${ruleId} ${message}`
  }))
}
