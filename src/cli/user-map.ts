import {readFile} from '../io/read-sources.js'
import {contentOf, type Node} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import {faultAt, onlyDocument} from './only-document.js'

/**
 * Reads a table of users: a map in YAML or JSON, from the names of components to those of users.
 *
 * @returns undefined without a file
 * @throws UsageError for a file that cannot be read, and one that is no such map
 */
export function readUserMap(path: string | undefined): ReadonlyMap<string, string> | undefined {
  return path === undefined ? undefined : parseUserMap(readFile(path))
}

/** The table in a file. */
export function parseUserMap(file: SourceFile): ReadonlyMap<string, string> {
  const document = onlyDocument(file, 'a table of users')
  if (document === undefined) return new Map()
  const content = document.root && contentOf(document.root)
  if (content?.kind !== 'mapping') throw faultAt(file, document, 'a table of users is a map from components to users')
  return new Map(content.entries.map(({name, value}) => [name, userOf(file, name, value)]))
}

function userOf(file: SourceFile, component: string, value: Node): string {
  const content = contentOf(value)
  if (content.kind === 'scalar' && typeof content.value === 'string' && content.value !== '') return content.value
  throw faultAt(file, value, `the user of ${JSON.stringify(component)} has to be a text`)
}
