import {readFile} from '../io/read-sources.js'
import {isObject} from '../machinery/go/json-value.js'
import {oneLine} from '../machinery/output/printable.js'
import {nodeAt} from '../manifests/locate.js'
import {injectable, type Injection} from '../simulate/injection.js'
import type {JsonObject} from '../source/json-value.js'
import {contentOf} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import {toValue} from '../source/to-value.js'
import {UsageError} from '../usage-error.js'
import {onlyDocument, usageErrorAt} from './only-document.js'

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
  const document = onlyDocument(file, 'an injection file')
  if (document === undefined) throw new UsageError(`${file.path}: there is nothing to inject`)
  const content = document.root && contentOf(document.root)
  if (content?.kind !== 'mapping') throw usageErrorAt(file, document, 'the injection file must be a map with containers, initContainers or volumes')
  return {spec: checked(specOf(toValue(content) as JsonObject), (message, steps) => usageErrorAt(file, nodeAt(content, steps) ?? content, message))}
}

/** The spec of a pod, and where it is. */
interface Found {
  readonly spec: JsonObject
  readonly steps: readonly string[]
}

/** The fields that may contain a pod spec, in order of precedence. */
const around = ['jobTemplate', 'template', 'spec'] as const

/** Finds the spec of a pod in a document: the document itself, or inside the fields of a pod, a PodTemplate or a workload. */
function specOf(value: JsonObject, steps: readonly string[] = []): Found {
  const step = around.find((name) => Object.hasOwn(value, name))
  if (step === undefined) return {spec: value, steps}
  const inner = value[step]
  return isObject(inner) ? specOf(inner, [...steps, step]) : {spec: value, steps}
}

function checked({spec, steps}: Found, wrongAt: (message: string, steps: readonly string[]) => UsageError): Injection['spec'] {
  const [unknown] = Object.keys(spec).filter((key) => !injectable.some((name) => name === key))
  if (unknown !== undefined) throw wrongAt(`${oneLine(unknown)} cannot be injected, only ${injectable.join(', ')}`, [...steps, unknown])
  const wrong = injectable.find((name) => !isNamedList(spec[name]))
  if (wrong !== undefined) throw wrongAt(`${wrong} must be a list of maps with a name`, [...steps, wrong])
  if (Object.keys(spec).length === 0) throw wrongAt(`there is nothing to inject: ${injectable.join(', ')} are all missing`, steps)
  return spec
}

const isNamedList = (value: unknown): boolean => value === undefined || (Array.isArray(value)
  && value.every((item: unknown) => typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' && item.name !== ''))
