import {readFile} from '../io/read-sources.js'
import {injectable, type Injection} from '../simulate/injection.js'
import type {JsonObject} from '../source/json-value.js'
import {contentOf} from '../source/node.js'
import {readDocuments} from '../source/read-documents.js'
import type {SourceFile, Span} from '../source/source-file.js'
import {toValue} from '../source/to-value.js'
import {UsageError} from '../usage-error.js'

/**
 * Reads what a sidecar injector adds to pods.
 *
 * @returns undefined without a file
 * @throws UsageError for a file that cannot be read, and one that holds nothing to inject
 */
export const readInjection = (path: string | undefined): Injection | undefined => path === undefined ? undefined : parseInjection(readFile(path))

/**
 * Reads the fragment of a pod template that a sidecar injector adds to pods: containers, init containers and volumes, as the
 * spec of a pod by itself, or in a pod, a PodTemplate or the template of a workload.
 *
 * @throws UsageError that names the place, for a file that holds no such fragment
 */
export function parseInjection(file: SourceFile): Injection {
  const [document, second] = readDocuments(file)
  if (document === undefined) throw new UsageError(`${file.path}: there is nothing to inject`)
  const [problem] = document.problems
  if (problem !== undefined) throw fault(file, problem, problem.message)
  if (second !== undefined) throw fault(file, second, 'there is one document in a file of what is injected')
  const content = document.root && contentOf(document.root)
  if (content?.kind !== 'mapping') throw fault(file, document, 'what is injected is a map with containers, initContainers or volumes')
  const spec = specOf(toValue(content) as JsonObject)
  const unknown = Object.keys(spec).filter((key) => !injectable.some((name) => name === key))
  if (unknown.length > 0) throw fault(file, document, `only ${injectable.join(', ')} can be injected, and not ${unknown.join(', ')}`)
  for (const name of injectable) {
    if (!isNamedList(spec[name])) throw fault(file, document, `${name} has to be a list of maps with a name`)
  }
  if (Object.keys(spec).length === 0) throw fault(file, document, `there is nothing to inject: ${injectable.join(', ')} are all missing`)
  return {spec}
}

/** The spec of a pod, wherever in a document it is. */
function specOf(value: JsonObject): JsonObject {
  const inner = (value['template'] ?? value['spec']) as JsonObject | undefined
  return typeof inner === 'object' && !Array.isArray(inner) ? specOf(inner) : value
}

const isNamedList = (value: unknown): boolean => value === undefined || (Array.isArray(value)
  && value.every((item: unknown) => typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' && item.name !== ''))

function fault(file: SourceFile, {start}: Span, message: string): UsageError {
  const {line, column} = file.position(start)
  return new UsageError(`${file.path}:${line}:${column}: ${message}`)
}
