import {wrap} from './wrap.js'

/** A text as a YAML comment, wrapped between words. */
export const comment = (text: string): string => indentedComment(text, '')

/** A text as a YAML comment at an indentation. */
export const indentedComment = (text: string, indent: string): string =>
  wrap(text, 100 - indent.length).map((line) => `${indent}# ${line}`.trimEnd() + '\n').join('')
