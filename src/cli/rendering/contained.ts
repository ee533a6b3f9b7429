import {basename, dirname, join} from 'node:path'

import {linksBelow, statsOf} from '../../io/discover.js'
import {kustomizationIn} from '../../io/find-kustomization.js'
import {isBelow} from '../../io/open-file.js'
import {readFile} from '../../io/read-sources.js'
import {isObject} from '../../machinery/go/json-value.js'
import {readDocuments} from '../../source/read-documents.js'
import {SourceFile} from '../../source/source-file.js'
import {UsageError} from '../../usage-error.js'

/** Fields of a kustomization that list files and folders, or a text in place of a file. */
const lists: ReadonlySet<string> = new Set([
  'resources', 'bases', 'components', 'crds', 'configurations', 'generators', 'transformers', 'validators', 'patchesStrategicMerge',
])

/** Lists whose files name further files. */
const plugins: ReadonlySet<string> = new Set(['generators', 'transformers', 'validators'])

/** Fields at any depth that name files. Below `fieldPaths`, they name fields of objects instead. */
const paths: ReadonlySet<string> = new Set(['path', 'paths', 'files', 'env', 'envs'])
const fieldPaths: ReadonlySet<string> = new Set(['fields', 'fieldSpecs'])

/**
 * Checks that a kustomization named by a configuration file consists of files below that file's folder only: kustomize would read
 * any path, and fetch any URL, that an untrusted kustomization names.
 *
 * @throws UsageError if it names anything else
 */
export function checkKustomization(folder: string, root: string): void {
  for (const {file, named, isFound} of namedBy(folder, root)) {
    if (!isFound) throw outside(file, named, `build it with --kustomize ${folder}`)
  }
}

interface Named {
  readonly file: string
  readonly named: string
}

/** A file or folder that a kustomization, or one of its bases, names. */
export interface NamedFile extends Named {
  readonly path: string
  /** True if it exists below the root. */
  readonly isFound: boolean
}

/** Lists the files and folders that a kustomization names, and those that its bases name. Follows bases below a root only. */
export function* namedBy(folder: string, root: string): Generator<NamedFile> {
  // The loop also visits the folders added during the iteration.
  const folders = new Set([folder])
  for (const each of folders) {
    for (const {file, named} of namedIn(each, root)) {
      const path = join(dirname(file), named)
      const stats = isBelow(path, root) ? statsOf(path) : undefined
      yield {file, named, path, isFound: stats !== undefined}
      if (stats?.isDirectory() === true) folders.add(path)
    }
  }
}

function namedIn(folder: string, root: string): Named[] {
  const file = kustomizationIn(folder)
  // A link that leads out of the root is not read: it names itself.
  if (file !== undefined && !isBelow(file, root)) return [{file, named: basename(file)}]
  const value = file === undefined ? undefined : readDocuments(readFile(file))[0]?.value
  if (file === undefined || !isObject(value)) return []
  return Object.entries(value).flatMap(([field, inner]) =>
    lists.has(field) ? textsOf(inner).flatMap((text) => listed(file, field, text, root)) : below({[field]: inner}).map((named) => ({file, named})))
}

/** Returns the files and folders that an entry of a list names. If the entry is a plugin, adds those that its text or file names. */
function listed(file: string, field: string, text: string, root: string): Named[] {
  const path = join(dirname(file), text)
  const isText = text.includes('\n')
  const isRead = !isText && plugins.has(field) && isBelow(path, root) && statsOf(path)?.isFile() === true
  const content = isText ? new SourceFile(file, text) : isRead ? readFile(path) : undefined
  const inner = content === undefined || !plugins.has(field) ? [] : readDocuments(content).flatMap(({value}) => below(value))
  return [...isText ? [] : [text], ...inner].map((named) => ({file, named}))
}

/** Returns the values of all path fields in a value, at any depth. Removes the key from `KEY=PATH`, as in `files`. */
function below(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(below)
  if (!isObject(value)) return []
  return Object.entries(value).filter(([field]) => !fieldPaths.has(field)).flatMap(([field, inner]) =>
    [...paths.has(field) ? textsOf(inner).map((text) => text.replace(/^[^=/]*=/, '')) : [], ...below(inner)])
}

const textsOf = (value: unknown): string[] => [value].flat().filter((each) => typeof each === 'string')

/**
 * Checks that no link in a chart that a configuration file names leads out of the folder of that file.
 *
 * @param root The folder of the configuration file
 * @throws UsageError for a link that leads out
 */
export function checkChart(chart: string, root: string): void {
  const link = linksBelow(chart).find((path) => !isBelow(path, root))
  if (link !== undefined) throw outside(chart, link, `render it with --helm ${chart}`)
}

const outside = (file: string, named: string, instead: string): UsageError => new UsageError(
  `${file} names ${JSON.stringify(named)}, which is not a file or folder below the folder of .kadm.yaml: without a flag, kadm renders nothing else`, [instead])
