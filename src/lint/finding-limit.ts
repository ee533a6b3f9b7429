import {weightOf} from '../machinery/output/text-weight.js'
import type {SourceFile} from '../source/source-file.js'
import type {Diagnostic} from './diagnostic.js'

/** The number of findings that `kadm lint` reports for a file; those with long messages count several times. Each needs up to 2 KB of memory and of output. */
export const maxFindings = 20_000

/**
 * Cuts a list of a file so that it shows that there are more than `maxFindings`.
 *
 * @param messageOf Returns a text that is about as long as the message of a finding
 */
export function firstFindings<T>(list: readonly T[], messageOf: (one: T) => string): readonly T[] {
  let [size, count] = [0, 0]
  for (const one of list) {
    if (size > maxFindings) return list.slice(0, count)
    size += weightOf(messageOf(one))
    count++
  }
  return list
}

const tooManyText = `the file has more than ${maxFindings.toLocaleString('en')} findings: kadm does not report the others`

/** The finding that the findings of a file are not complete. */
export const tooManyFindings = (file: SourceFile): Diagnostic => ({
  ruleId: 'source/too-large', severity: 'error', field: '', file, span: {start: 0, end: 0}, related: [], message: tooManyText, hint: 'fix these first, or split the file',
})

/** Keeps the first findings of each file, in order, and reports the files that have more, once. */
export function limitFindings(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const reported = new Set(diagnostics.filter(({message}) => message === tooManyText).map(({file}) => file))
  const sizes = new Map<SourceFile, number>()
  return diagnostics.flatMap((diagnostic) => {
    const {file, message} = diagnostic
    const before = sizes.get(file) ?? 0
    const size = before + weightOf(message)
    sizes.set(file, size)
    if (size <= maxFindings || before === 0) return [diagnostic]
    if (reported.has(file)) return []
    reported.add(file)
    return [tooManyFindings(file)]
  })
}
