import * as paths from '#platform/paths.js'

import type {Diagnostic} from '../../lint/diagnostic.js'
import {oneLine} from '../../machinery/output/printable.js'

/** Unpaired surrogates and noncharacters, which XML and strict readers of JSON reject. */
const noCharacter = /[\p{Cs}\ufffe\uffff]/gu

/** A text for another program: on one line, with control characters and noncharacters escaped. */
export const escapedLine = (text: string): string =>
  oneLine(text).replace(noCharacter, (character) => `\\u${character.charCodeAt(0).toString(16)}`)

/** The message, with the suggested change if there is one. */
export const plainMessage = ({message, hint}: Pick<Diagnostic, 'message' | 'hint'>): string =>
  hint === undefined ? escapedLine(message) : `${escapedLine(message)} (hint: ${escapedLine(hint)})`

/** The object and the field of a finding, without its line. */
export function plainSubject({object, field}: Pick<Diagnostic, 'object' | 'field'>): string {
  const name = object === undefined ? '' : `${object.kind} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name}`
  return escapedLine([name, field].filter((part) => part !== '').join(' '))
}

/** The path of a file for other programs: relative to the working directory, with slashes on every system. */
export function relativePath(file: string, workingDirectory: string, system: Pick<typeof paths, 'isAbsolute' | 'normalize' | 'relative' | 'sep'> = paths): string {
  const relative = system.isAbsolute(file) ? system.relative(workingDirectory, file) : system.normalize(file)
  return relative.replaceAll(system.sep, '/')
}
