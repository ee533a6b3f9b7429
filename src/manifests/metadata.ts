import {metadataProblems} from '../machinery/decode/decode.js'
import type {DecodeProblem} from '../machinery/decode/problem.js'
import {goKind, isObject} from '../machinery/go/json-value.js'
import type {JsonObject, JsonValue} from '../source/json-value.js'
import {contentOf, type Node} from '../source/node.js'
import type {ObjectError} from './object-error.js'
import {nodeAt} from './locate.js'
import {quoted, type Suggestion} from './suggestion.js'

/**
 * The values in an object's metadata of a wrong type. kubectl decodes the metadata of every document itself, a list's included, as
 * that of an object; it reports the first value that cannot be parsed, or else the first of a wrong type (cli-runtime
 * `metadataValidatingDecoder`; spec apimachinery 2.3).
 *
 * @param node of the object
 */
export function metadataErrors({metadata}: JsonObject, node: Node): ObjectError[] {
  if (metadata === undefined || metadata === null) return []
  if (!isObject(metadata)) return [notAnObject(metadata)]
  if (isPlain(metadata)) return []
  const problems = metadataProblems(metadata)
  if (problems.length === 0) return []
  const fatal = problems.filter(({type}) => type === 'bad-value')
  const others = problems.filter(({type}) => type === 'wrong-type')
  return [...fatal, ...others].map((problem) => toFlagError(problem, node))
}

const texts: readonly string[] = ['name', 'namespace', 'generateName']
const maps: readonly string[] = ['labels', 'annotations']

/** Fast path: true for metadata with only texts where texts belong, which needs no second decoding. */
function isPlain(metadata: JsonObject): boolean {
  for (const field in metadata) {
    const value = metadata[field]
    if (!(maps.includes(field) ? isTexts(value) : typeof value === 'string' && texts.includes(field))) return false
  }
  return true
}

function isTexts(map: JsonValue | undefined): boolean {
  if (!isObject(map)) return false
  for (const key in map) if (typeof map[key] !== 'string') return false
  return true
}

const notAnObject = (metadata: JsonValue): ObjectError => ({
  ruleId: 'manifest/metadata', steps: ['metadata'],
  message: `json: cannot unmarshal ${goKind(metadata)} into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta`,
})

function toFlagError({path, message, expected}: DecodeProblem, node: Node): ObjectError {
  const steps = path.steps()
  return {ruleId: 'manifest/metadata', message, steps, ...expected === 'string' && quoting(nodeAt(node, steps))}
}

/** Labels such as `on` and `1.0` are meant as texts, which only quotes make them. */
function quoting(node: Node | undefined): Suggestion | undefined {
  const content = node && contentOf(node)
  return content?.kind === 'scalar' && content.value !== null ? quoted(content, content.text) : undefined
}
