import type {SourceFile} from '../source/source-file.js'
import type {Diagnostic} from './diagnostic.js'

/** The number of findings that `kadm lint` reports for a file. Each needs up to 2 KB of memory and of output. */
export const maxFindings = 20_000

/** Cuts a list of a file so that it shows that there are more than `maxFindings`. */
export const firstFindings = <T>(list: readonly T[]): readonly T[] => list.length > maxFindings ? list.slice(0, maxFindings + 1) : list

const tooManyText = `the file has more than ${maxFindings.toLocaleString('en')} findings: kadm does not report the others`

/** The finding that the findings of a file are not complete. */
export const tooManyFindings = (file: SourceFile): Diagnostic => ({
  ruleId: 'source/too-large', severity: 'error', field: '', file, span: {start: 0, end: 0}, related: [], message: tooManyText, hint: 'fix these first, or split the file',
})

/** Keeps the first findings of each file, in order, and reports the files that have more, once. */
export function limitFindings(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  if (diagnostics.length <= maxFindings) return [...diagnostics]
  const reported = new Set(diagnostics.filter(({message}) => message === tooManyText).map(({file}) => file))
  const counts = new Map<SourceFile, number>()
  return diagnostics.flatMap((diagnostic) => {
    const {file} = diagnostic
    const count = (counts.get(file) ?? 0) + 1
    counts.set(file, count)
    if (count <= maxFindings) return [diagnostic]
    return count === maxFindings + 1 && !reported.has(file) ? [tooManyFindings(file)] : []
  })
}
