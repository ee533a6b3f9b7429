import {readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Reads a page of docs/ that has generated parts; the rest of it is written by hand. */
export const readPage = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

/**
 * Replaces a generated part of a page, which is between two comments with its name.
 *
 * @throws Error if the page has no such comments
 */
export function withPart(page: string, name: string, content: string, command = 'npm run docs'): string {
  const [begin, end] = [`<!-- ${name}: written by \`${command}\` -->\n`, `<!-- end of ${name} -->\n`]
  const [before, rest] = page.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`the page has no place for the part "${name}"`)
  return `${before}${begin}\n${content}\n${end}${after}`
}
