import type {ConfigurationVersion} from '../admission/configuration-kind.js'
import {quote} from '../machinery/go/text.js'
import {nodeAt, type Steps} from '../manifests/locate.js'
import {fieldSpelling, siblingNames} from '../manifests/suggestion.js'
import {contentOf} from '../source/node.js'
import type {ConfigurationDocument} from './document.js'
import {type ConfigurationProblem, type Finding, maxProblems, problemAt} from './problem.js'
import {type RepeatedKey, repeatedKeys} from './repeated-keys.js'
import {notRegistered, type TypeMetaError, typeMetaOf} from './type-meta.js'
import {unmarshal, type UnmarshalError} from './unmarshal.js'

/** The allowed kinds of a document, and how its reader decodes it. */
export interface DocumentScheme {
  readonly versions: readonly ConfigurationVersion[]
  /** True if unknown and repeated fields are errors. */
  readonly isStrict: boolean
  /** Kinds that the reader knows but does not accept, by apiVersion and kind, with their Go types. */
  readonly others?: ReadonlyMap<string, string>
}

/** A decoded document, if possible, and its problems. */
export interface DecodedDocument {
  /** Absent if the kind of the document is unknown. */
  readonly object?: Readonly<Record<string, unknown>>
  /** The message with which the server rejects the document. */
  readonly error?: string
  /** True if the server tolerates the error in the files of two old plugins. */
  readonly isUnknownKind?: boolean
  readonly problems: readonly ConfigurationProblem[]
  /** The problems of misspelt fields, by the correct field. */
  readonly misspelt?: ReadonlyMap<string, ConfigurationProblem>
}

/** Decodes a document of configuration (apimachinery serializer/json `Serializer.Decode`; spec eventratelimit 2.1, spec eventratelimit 2.2). */
export function decodeDocument(document: ConfigurationDocument, scheme: DocumentScheme): DecodedDocument {
  const typeMeta = typeMetaOf(document)
  if ('error' in typeMeta) return rejected(document, scheme, typeMeta)
  const {apiVersion, kind} = typeMeta
  const other = scheme.others?.get(`${apiVersion}/${kind}`)
  if (other !== undefined) return rejected(document, scheme, {error: `unexpected type: ${other}`, steps: ['kind'], isUnknownKind: false})
  const candidates = scheme.versions.filter((known) => known.kind === kind)
  const version = candidates.find((known) => known.apiVersion === apiVersion)
  if (version !== undefined) return decodeAs(document, scheme, version)
  return rejected(document, scheme, {...notRegistered(typeMeta), steps: [candidates.length === 0 ? 'kind' : 'apiVersion']})
}

function rejected(document: ConfigurationDocument, scheme: DocumentScheme, {error, steps, isUnknownKind}: TypeMetaError): DecodedDocument {
  const [version] = scheme.versions
  const isText = document.tree.kind === 'string' && document.steps.length > 0
  const hint = isText ? 'write the configuration itself, without | or quotes' : version && `write apiVersion: ${version.apiVersion} and kind: ${version.kind}`
  // Leave out the document, which the server repeats in its message: the finding shows its place.
  const message = error.replace(/ in '[^]*'$/, '')
  const problem = problemAt(document, {ruleId: 'admission-configuration/kind', message, hint, field: steps.join('.'), steps})
  return {error, isUnknownKind, problems: [problem, ...underAnotherVersion(document, scheme, steps)]}
}

/** Returns the other problems of a document in which only the apiVersion is wrong. */
function underAnotherVersion(document: ConfigurationDocument, scheme: DocumentScheme, [field]: Steps): readonly ConfigurationProblem[] {
  const {tree} = document
  const kind = tree.kind === 'object' ? tree.entries.find(({name}) => name === 'kind')?.value : undefined
  const version = scheme.versions.find((known) => kind?.kind === 'string' && known.kind === kind.value)
  return field === 'apiVersion' && version !== undefined ? decodeAs(document, scheme, version).problems : []
}

function decodeAs(document: ConfigurationDocument, {isStrict}: DocumentScheme, {table, goNames}: ConfigurationVersion): DecodedDocument {
  const {object, errors: all} = unmarshal(document.tree, table)
  const errors = goNames === undefined ? all : all.map((each) => ({...each, message: each.message.replace(goNames[0], goNames[1])}))
  const repeated = document.form === 'yaml' && document.root !== undefined ? repeatedKeys(document.file, document.root) : []
  const error = errorOf(errors, isStrict ? repeated : [], isStrict)
  const found = errors.slice(0, maxProblems).map((each) => {
    const {suggested, ...finding} = findingOf(document, each, isStrict)
    return {suggested, problem: problemAt(document, finding)}
  })
  const problems = [
    ...repeated.slice(0, maxProblems).map((key) => problemAt(document, repeatedFinding(key, isStrict))),
    ...found.map(({problem}) => problem),
  ]
  const misspelt = new Map(found.flatMap(({suggested, problem}) => suggested === undefined ? [] : [[suggested, problem]]))
  return {object, problems, misspelt, ...error !== undefined && {error}}
}

/** Returns the message of the server: the first wrong type, otherwise all errors of strict decoding. */
function errorOf(errors: readonly UnmarshalError[], repeated: readonly RepeatedKey[], isStrict: boolean): string | undefined {
  const wrong = errors.find(({type}) => type === 'wrong-type')
  if (wrong !== undefined) return wrong.message
  if (!isStrict || errors.length + repeated.length === 0) return undefined
  const lines = repeated.length === 0 ? [] : [`yaml: unmarshal errors:${repeated.map(({message}) => `\n  ${message}`).join('')}`]
  return `strict decoding error: ${[...lines, ...[...new Set(errors.map(({message}) => message))].slice(0, 100)].join(', ')}`
}

function repeatedFinding({name, key, message}: RepeatedKey, isStrict: boolean): Finding {
  return isStrict
    ? {ruleId: 'admission-configuration/duplicate-field', message: message.replace(/^line \d+: /, ''), field: name, steps: [], span: key}
    : overridden(name, key)
}

const overridden = (field: string, key: RepeatedKey['key'] | undefined): Finding => ({
  ruleId: 'admission-configuration/overridden-field', severity: 'warning', field, steps: [], span: key,
  message: `${quote(field)} is set twice: the server silently takes the last one`,
})

/** Returns the finding of a problem, with the correct field for a misspelt one. */
function findingOf(document: ConfigurationDocument, problem: UnmarshalError, isStrict: boolean): Finding & {readonly suggested?: string} {
  const {type, path, message, key, known = [], struct = ''} = problem
  const field = String(path)
  const steps = path.steps()
  if (type === 'wrong-type') return {ruleId: 'admission-configuration/wrong-type', message, hint: integerHint(document, problem), field, steps}
  if (type === 'duplicate-field') return isStrict ? {ruleId: 'admission-configuration/duplicate-field', message, field, steps, span: key} : overridden(field, key)
  const names = document.root === undefined ? [] : siblingNames(document.root, [...document.steps, ...steps])
  const suggestion = fieldSpelling({name: String(path.step), known, struct}, names)
  const name = suggestion?.fix?.to
  const rest = {...suggestion, field, steps, part: 'key', ...name !== undefined && {suggested: `${field.slice(0, field.lastIndexOf('.') + 1)}${name}`}} as const
  return isStrict
    ? {ruleId: 'admission-configuration/unknown-field', message, ...rest}
    : {ruleId: 'admission-configuration/ignored-field', severity: 'warning', message: `${message}: the server ignores it`, ...rest}
}

/** Suggests an integer for a quoted number, or for a number with a decimal point. */
function integerHint({root, steps}: ConfigurationDocument, {path, expected}: UnmarshalError): string | undefined {
  const node = root && nodeAt(root, [...steps, ...path.steps()])
  const content = node && contentOf(node)
  const integer = content?.kind === 'scalar' && expected === 'int32' ? /^([0-9]{1,9})(?:\.0*)?$/.exec(content.text)?.[1] : undefined
  return integer === undefined ? undefined : `write ${integer}`
}
