import type {Style} from './check-prose.js'

/**
 * Reads the style: the table of CONTRIBUTING.md under "Do not write", in which phrases are in backticks; and the vocabulary, a word a line.
 *
 * @throws Error without such a table
 */
export function readStyle(contributing: string, vocabulary: string): Style {
  const [, rows] = /^\| Do not write \| Write \|\n\|.*\|\n((?:\|.*\|\n)+)/m.exec(contributing) ?? []
  if (rows === undefined) throw new Error('CONTRIBUTING.md has no table "Do not write"')
  return {
    replacements: rows.trim().split('\n').flatMap((row) => {
      const [, phrases = '', instead = ''] = row.split('|').map((cell) => cell.trim())
      return [...phrases.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => ({phrase, instead}))
    }),
    vocabulary: vocabulary.split('\n').filter((word) => word !== ''),
  }
}
