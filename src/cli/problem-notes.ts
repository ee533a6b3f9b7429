import type {Diagnostic, Place} from '../lint/diagnostic.js'
import {type Ending, incompleteNotes} from '../lint/ending.js'
import {oneLine} from '../machinery/output/printable.js'
import {areAllInFiles, type Output} from './outputs.js'

/** A problem at a place in a file. */
type Problem = Place & {readonly message: string, readonly hint?: string | undefined}

/** Returns a line for a problem: its place, its message and its hint. */
export const noteAt = ({file, span, message, hint}: Problem): string =>
  `${oneLine(file.path)}:${file.position(span.start).line}: ${oneLine(message)}${hint === undefined ? '' : `: ${oneLine(hint)}`}`

/** Returns a line for each problem and for each related place. */
export const problemNotes = (diagnostics: readonly Diagnostic[]): string[] => diagnostics.flatMap((found) => [noteAt(found), ...found.related.map(noteAt)])

/**
 * Returns notes on what is missing in an incomplete result. For commands that state it only in their reports: there are none if a report
 * is printed.
 *
 * @param problems the problems that make the result incomplete
 */
export const unprintedReasons = (outputs: readonly Output<string>[], ending: Ending, problems: readonly Problem[] = []): string[] =>
  areAllInFiles(outputs) && ending.incomplete.length > 0 ? [...problems.map(noteAt), ...incompleteNotes(ending)] : []
