import path, {type PlatformPath} from 'node:path'

import type {Diagnostic} from '../../lint/diagnostic.js'
import {oneLine} from '../../machinery/printable.js'

/** Halves of surrogate pairs, and the two codes that are no characters: neither XML nor strict readers of JSON take them. */
const noCharacter = /[\p{Cs}\ufffe\uffff]/gu

/** A text for another program: on one line, with escapes in place of all that steers, or that is no character. */
export const plain = (text: string): string =>
  oneLine(text).replace(noCharacter, (character) => `\\u${character.charCodeAt(0).toString(16)}`)

/** What is wrong, with what to write instead where that is certain. */
export const plainMessage = ({message, hint}: Pick<Diagnostic, 'message' | 'hint'>): string =>
  hint === undefined ? plain(message) : `${plain(message)} (hint: ${plain(hint)})`

/** What a finding is about, whatever its line: the object and the field, as far as it is about one. */
export function plainSubject({object, field}: Pick<Diagnostic, 'object' | 'field'>): string {
  const name = object === undefined ? '' : `${object.kind} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name}`
  return plain([name, field].filter((part) => part !== '').join(' '))
}

/** The path of a file as other programs know it: relative to the working directory, with slashes on every system. */
export function relativePath(file: string, workingDirectory: string, system: PlatformPath = path): string {
  const relative = system.isAbsolute(file) ? system.relative(workingDirectory, file) : system.normalize(file)
  return relative.replaceAll(system.sep, '/')
}
