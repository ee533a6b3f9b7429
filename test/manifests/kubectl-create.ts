import type {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import {lookUpKind} from '../../src/cluster/scheme.js'
import {compareText, goJson, quote} from '../../src/machinery/go/text.js'
import type {Status, StatusCause} from '../../src/machinery/meta/status.js'
import type {Manifest, ManifestProblem} from '../../src/manifests/manifest.js'
import {forCreate, inNamespace} from '../../src/manifests/namespace.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {type Sending, sentByKubectl} from '../../src/manifests/sent-by-kubectl.js'
import type {SourceFile} from '../../src/source/source-file.js'

/** Output of `kubectl -n dev create --dry-run=server -o name -f FILE`, with kadm as its reader and its server. */
export interface KubectlRun {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  /** Problems of the source layer, which have kadm's own messages; `unreadable` replaces them in stderr. */
  readonly unreadable: readonly ManifestProblem[]
}

export const unreadable = '<unreadable>'

/** An error in kubectl: a text, the response of a server, or an aggregate. */
type KubectlError = string | Status | readonly KubectlError[]

export function kubectlCreate(file: SourceFile, cluster: Cluster): KubectlRun {
  const sendings = sentByKubectl(readManifests(file))
  const manifests = sendings.flatMap(({entry: {manifest}, blockedBy}) => blockedBy === undefined ? manifest ?? [] : [])
  const sent = manifests.map((manifest) => send(manifest, cluster))
  const reviews = sent.flatMap((outcome) => 'review' in outcome ? [outcome.review] : [])
  const errors = [...sent.flatMap((outcome) => errorsOf(outcome, file)), ...readerError(sendings, file)]
  const isEmpty = errors.length === 0 && reviews.length === 0
  const text = print(isEmpty ? ['no objects passed to create'] : errors)
  const warnings = [...new Set(reviews.flatMap((review) => review.warnings))].map((warning) => `Warning: ${warning}\n`)
  return {
    exit: text === '' ? 0 : 1,
    stdout: reviews.map(nameOf).join(''),
    stderr: warnings.join('') + text + (text === '' || text.endsWith('\n') ? '' : '\n'),
    unreadable: metProblems(sendings).filter(isUnreadable),
  }
}

type Outcome = {readonly review: Review} | {readonly problem: ManifestProblem}

function send(manifest: Manifest, cluster: Cluster): Outcome {
  const placed = inNamespace(manifest, {namespace: 'dev', isGiven: true})
  if ('ruleId' in placed) return {problem: placed}
  return {review: cluster.handle({operation: 'CREATE', namespace: 'dev', object: forCreate(placed).body, dryRun: true})}
}

function errorsOf(outcome: Outcome, {path}: SourceFile): KubectlError[] {
  if ('problem' in outcome) return [outcome.problem.message]
  const {status, allowed} = outcome.review
  return allowed ? [] : [{...status, message: `error when creating "${path}": ${status.message}`}]
}

function nameOf({object}: Review): string {
  if (object === undefined) return ''
  const {apiVersion, kind, metadata} = object as {apiVersion: string, kind: string, metadata: {name: string}}
  const {group = '', name = ''} = lookUpKind(apiVersion, kind)?.kindName ?? {}
  return `${[name.toLowerCase(), ...group === '' ? [] : [group]].join('.')}/${metadata.name}\n`
}

/** Problems that kubectl reports, without those after the problem that ends a file. */
const metProblems = (sendings: readonly Sending[]): ManifestProblem[] => sendings.flatMap(({entry: {problems}, blockedBy}) =>
  blockedBy !== undefined && problems.includes(blockedBy) ? problems.filter(({stops}) => stops === blockedBy.stops) : [])

const isUnreadable = ({ruleId}: ManifestProblem): boolean => !ruleId.startsWith('manifest/')

/** All errors of kubectl's reader come last, as one aggregate: one for each document, and one for each item of a list. */
function readerError(sendings: readonly Sending[], file: SourceFile): KubectlError[] {
  const problems = metProblems(sendings)
  const documents = [...new Set(problems.map(({document}) => document))]
  const errors = documents.map((document) => documentError(problems.filter((problem) => problem.document === document), file))
  return errors.length === 0 ? [] : [errors]
}

function documentError(problems: readonly ManifestProblem[], {path}: SourceFile): KubectlError {
  const [first] = problems
  if (first === undefined || isUnreadable(first)) return unreadable
  if (first.stops === 'file') {
    return `error validating "${path}": error validating data: ${joined(problems.map(({message}) => message))}; `
      + 'if you choose to ignore these errors, turn validation off with --validate=false'
  }
  const body = first.document.value as DocumentBody
  return first.stops === 'object' && 'items' in body ? problems.map(itemError) : documentText(first, body, path)
}

function itemError({ruleId, message}: ManifestProblem): string {
  if (ruleId === 'manifest/unknown-kind') return `unable to recognize ${message}`
  const missing = message.includes('Kind') ? 'kind field ' : 'apiVersion field'
  return `unable to get type info from the object "*unstructured.Unstructured": ${message} in 'object has no ${missing}'`
}

interface DocumentBody {
  readonly items?: unknown
  readonly metadata?: {readonly name?: string, readonly namespace?: string}
}

function documentText({ruleId, message}: ManifestProblem, body: DocumentBody, path: string): string {
  const {name = '', namespace = ''} = 'items' in body ? {} : body.metadata ?? {}
  if (ruleId === 'manifest/unknown-kind') {
    const subject = `name: ${quote(name)} namespace: ${quote(namespace)} from "${path}"`
    return `resource mapping not found for ${subject}: ${message}\nensure CRDs are installed first`
  }
  if (ruleId === 'manifest/nested-list') return message
  return `unable to decode "${path}": ${message}${ruleId === 'manifest/kind' ? ` in '${goJson(sorted(body))}'` : ''}`
}

/** kubectl turns YAML into JSON with sorted keys. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b)).map(([key, item]) => [key, sorted(item)]))
}

/** kubectl `cmdutil.checkErr`. */
function print(errors: readonly KubectlError[]): string {
  const error = unwrapped(errors.length === 1 ? errors[0] ?? [] : errors)
  if (isAggregate(error)) return error.map((each) => `${textOf(each)}\n`).join('')
  if (typeof error !== 'string' && error.reason === 'Invalid') return invalidText(error)
  return typeof error === 'string' && !error.startsWith('error: ') ? `error: ${error}` : textOf(error)
}

const unwrapped = (error: KubectlError): KubectlError => isAggregate(error) && error.length === 1 ? error[0] ?? [] : error

const isAggregate = (error: KubectlError): error is readonly KubectlError[] => Array.isArray(error)

function textOf(error: KubectlError): string {
  if (isAggregate(error)) return joined(flat(error).map(textOf))
  if (typeof error === 'string') return error
  return `Error from server${error.reason === '' ? '' : ` (${error.reason})`}: ${error.message}`
}

const flat = (error: KubectlError): KubectlError[] => isAggregate(error) ? error.flatMap(flat) : [error]

function joined(texts: readonly string[]): string {
  const distinct = [...new Set(texts)]
  return distinct.length === 1 ? distinct.join('') : `[${distinct.join(', ')}]`
}

function invalidText({details: {kind = '', name = '', causes = []} = {}}: Status): string {
  const lines = [...new Set(causes.map(({field, message}: StatusCause) => `${field}: ${message}`))]
  const head = `The ${kind} ${quote(name)} is invalid: `
  return lines.length === 1 ? `${head}${lines.join('')}\n` : `${head}\n${lines.map((line) => `* ${line}\n`).join('')}`
}
