import {decodeObject, decodeStatus} from '../cluster/codec.js'
import {passCreate} from '../cluster/pipeline.js'
import {showStandIn, suffixStandIn} from '../cluster/placeholder.js'
import type {KindInfo} from '../cluster/scheme.js'
import {identify, place} from '../cluster/target.js'
import type {KubeObject} from '../kinds/kind.js'
import type {DecodeProblem} from '../machinery/decode.js'
import type {FieldError} from '../machinery/field-error.js'
import type {Manifest} from '../manifests/manifest.js'
import {contentOf} from '../source/node.js'
import type {Diagnostic, ObjectRef} from './diagnostic.js'
import {decodeHint} from './hints.js'
import {locate, nodeAt} from './locate.js'
import {placeOf} from './place.js'

/**
 * Everything for which the API server would refuse an object, whatever else is in the cluster.
 *
 * @param namespace for objects that name none
 */
export function checkManifest(manifest: Manifest, namespace: string): Diagnostic[] {
  const info = identify(manifest.body)
  if ('code' in info) return [diagnosticAt(manifest, ['apiVersion'], {ruleId: 'manifest/api-version', message: info.message})]
  const {object, problems} = decodeObject(info, manifest.body)
  const subject = {...manifest, object: refOf(info, object, namespace)}
  if (problems.some(({fault}) => fault !== 'unknown-field')) return problems.map((problem) => decodeDiagnostic(subject, problem))
  const unknownKind = decodeStatus(info, manifest.body['kind'], [])
  if (unknownKind !== undefined) return [diagnosticAt(subject, ['kind'], {ruleId: 'manifest/kind', message: unknownKind.message, hint: `write "${info.kind}"`})]
  const errors = checkObject(info, object, subject.object.namespace ?? '').filter((error) => !isFollowUp(error, problems))
  return [...problems.map((problem) => decodeDiagnostic(subject, problem)), ...errors.map((error) => fieldDiagnostic(subject, info, error))]
}

/** The rules that an object breaks by itself. */
function checkObject(info: KindInfo, object: KubeObject, namespace: string): readonly FieldError[] {
  const target = place(info, {object, problems: []}, namespace, {operation: 'CREATE', object: {}})
  const outcome = passCreate([], target, suffixStandIn)
  return 'status' in outcome ? showStandIn(outcome, outcome.status.details?.name).errors ?? [] : []
}

/** True of a field that is missed beside an unknown one, which is probably its misspelt name. */
function isFollowUp({type, field}: FieldError, problems: readonly DecodeProblem[]): boolean {
  const parent = field.steps().slice(0, -1).join('/')
  return type === 'Required' && problems.some(({path}) => path.steps().slice(0, -1).join('/') === parent)
}

interface Subject extends Manifest {
  readonly object: ObjectRef
}

function refOf({apiVersion, kind, namespaced}: KindInfo, {metadata: {name, generateName, namespace: given}}: KubeObject, namespace: string): ObjectRef {
  const own = given === undefined || given === '' ? namespace : given
  return {apiVersion, kind, ...namespaced && {namespace: own}, name: name ?? generateName ?? ''}
}

/** The rule behind each way in which a body can fail to fit its kind. */
const decodeRules = {'unknown-field': 'decode/unknown-field', 'wrong-type': 'decode/wrong-type', 'bad-value': 'decode/bad-value'} as const

function decodeDiagnostic(subject: Subject, problem: DecodeProblem): Diagnostic {
  const {path, fault, message} = problem
  const steps = path.steps()
  const content = contentOf(nodeAt(subject.node, steps))
  const [value, raw] = content.kind === 'scalar' ? [content.value, subject.document.file.text.slice(content.start, content.end)] : [undefined, '']
  const hint = decodeHint(problem, value, raw)
  return {
    ...diagnosticAt(subject, steps, {ruleId: decodeRules[fault], message, ...hint !== undefined && {hint}}, fault === 'unknown-field' ? 'key' : 'value'),
    field: String(path),
  }
}

const fieldDiagnostic = (subject: Subject, {definition}: KindInfo, error: FieldError): Diagnostic => ({
  ruleId: error.origin, severity: 'error', message: String(error), field: String(error.field), object: subject.object, related: [],
  ...placeOf(subject, error.field, definition),
})

function diagnosticAt(
  {document: {file}, node, object}: Manifest & Partial<Subject>, steps: readonly (string | number)[],
  {ruleId, message, hint}: Pick<Diagnostic, 'ruleId' | 'message' | 'hint'>, prefer: 'key' | 'value' = 'value',
): Diagnostic {
  return {
    ruleId, severity: 'error', message, field: steps.join('.'), file, span: locate(file, node, steps, prefer), related: [],
    ...hint !== undefined && {hint}, ...object && {object},
  }
}
