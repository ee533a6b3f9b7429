import {readFile} from '../io/read-sources.js'
import {isObject} from '../machinery/json-value.js'
import {oneLine} from '../machinery/printable.js'
import {nodeAt} from '../manifests/locate.js'
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
  return {spec: checked(specOf(toValue(content) as JsonObject), (message, steps) => fault(file, nodeAt(content, steps) ?? content, message))}
}

/** The spec of a pod, and where it is. */
interface Found {
  readonly spec: JsonObject
  readonly steps: readonly string[]
}

/** Where a spec may be, beginning with what tells most. */
const around = ['jobTemplate', 'template', 'spec'] as const

/** The spec of a pod, wherever in a document it is. */
function specOf(value: JsonObject, steps: readonly string[] = []): Found {
  const step = around.find((name) => Object.hasOwn(value, name))
  if (step === undefined) return {spec: value, steps}
  const inner = value[step]
  return isObject(inner) ? specOf(inner, [...steps, step]) : {spec: value, steps}
}

function checked({spec, steps}: Found, faultAt: (message: string, steps: readonly string[]) => UsageError): Injection['spec'] {
  const [unknown] = Object.keys(spec).filter((key) => !injectable.some((name) => name === key))
  if (unknown !== undefined) throw faultAt(`${oneLine(unknown)} cannot be injected, only ${injectable.join(', ')}`, [...steps, unknown])
  const wrong = injectable.find((name) => !isNamedList(spec[name]))
  if (wrong !== undefined) throw faultAt(`${wrong} has to be a list of maps with a name`, [...steps, wrong])
  if (Object.keys(spec).length === 0) throw faultAt(`there is nothing to inject: ${injectable.join(', ')} are all missing`, steps)
  return spec
}

const isNamedList = (value: unknown): boolean => value === undefined || (Array.isArray(value)
  && value.every((item: unknown) => typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' && item.name !== ''))

function fault(file: SourceFile, {start}: Span, message: string): UsageError {
  const {line, column} = file.position(start)
  return new UsageError(`${file.path}:${line}:${column}: ${message}`)
}
