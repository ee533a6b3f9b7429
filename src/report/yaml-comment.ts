import {wrap} from './wrap.js'

const width = 100

/** A text as a YAML comment, wrapped between words. */
export const comment = (text: string): string => wrap(text, width).map((line) => `# ${line}`.trimEnd() + '\n').join('')
