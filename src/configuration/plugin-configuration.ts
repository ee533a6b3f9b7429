import {invalidConfiguration} from '../admission/choose-plugins.js'
import type {Advice, ConfigurationKind} from '../admission/configuration-kind.js'
import {StartUpError} from '../admission/start-up-error.js'
import {type FieldError, NamedText} from '../machinery/field/error.js'
import {quote} from '../machinery/go/text.js'
import {spelling, type Suggestion} from '../manifests/suggestion.js'
import {decodeDocument} from './decode-document.js'
import {type ConfigurationDocument, isUnreadable, type UnreadableDocument} from './document.js'
import {printTree, withTexts} from './json-tree.js'
import {type ConfigurationProblem, maxProblems, problemAt, spanOf, unreadableProblem} from './problem.js'

/** The configuration of a plugin, or the server's error about it; and all problems. */
export interface PluginConfiguration {
  readonly configuration?: object
  readonly error?: StartUpError
  /** The file that it is in and that may not be read, with the reason. */
  readonly skipReason?: string
  readonly problems: readonly ConfigurationProblem[]
}

/** The documents of decoded configurations, which have no positions of their own. */
const documents = new WeakMap<object, ConfigurationDocument>()

/** Returns the document from which a configuration is decoded; undefined for one that is not from a file. */
export const documentOf = (configuration: object): ConfigurationDocument | undefined => documents.get(configuration)

/** Decodes and validates the configuration of a plugin (a plugin's `LoadConfiguration`; spec eventratelimit 2.2, spec eventratelimit 2.3, spec eventratelimit 2.4). */
export function pluginConfiguration(plugin: string, kind: ConfigurationKind, document: ConfigurationDocument | UnreadableDocument): PluginConfiguration {
  if (isUnreadable(document)) return {error: new StartUpError('decode', document.error, plugin), problems: [unreadableProblem(document)]}
  if (kind.readUntyped !== undefined) return {configuration: kind.readUntyped(JSON.parse(printTree(withTexts(document.tree)))), problems: []}
  const {object, error, problems, misspelt = new Map<string, ConfigurationProblem>()} = decodeDocument(document, kind)
  if (object === undefined || error !== undefined) return {error: new StartUpError('decode', error ?? '', plugin), problems}
  const errors = kind.validate(object)
  const culprits = new Set(errors.flatMap(({field}) => misspelt.get(String(field)) ?? []))
  const found = [
    ...problems.filter((problem) => !culprits.has(problem)),
    ...errors.slice(0, maxProblems).map((invalid) => ({...errorProblem(document, kind, invalid), ...placeOf(misspelt.get(String(invalid.field)))})),
  ]
  if (errors.length > 0) return {error: invalidConfiguration(plugin, kind, errors), problems: found}
  documents.set(object, document)
  const advice = kind.advise?.(object) ?? []
  return {configuration: object, problems: withAdvice(document, found, advice)}
}

/** The place of a misspelt field that was probably meant for a missing one: correcting it fixes both. */
function placeOf(problem: ConfigurationProblem | undefined): Partial<ConfigurationProblem> {
  if (problem === undefined) return {}
  const {span, hint, fix} = problem
  return {span, ...hint !== undefined && {hint}, ...fix && {fix}}
}

/** Information is reported only if there is nothing to fix. */
function withAdvice(document: ConfigurationDocument, found: readonly ConfigurationProblem[], advice: readonly Advice[]): ConfigurationProblem[] {
  const isFine = found.length === 0 && advice.every(({severity}) => severity === 'info')
  const reported = isFine ? advice : advice.filter(({severity}) => severity !== 'info')
  return [...found, ...reported.map((one) => adviceProblem(document, one))]
}

function adviceProblem(document: ConfigurationDocument, {ruleId, severity, message, hint, field, related = []}: Advice): ConfigurationProblem {
  const places = related.map((other) => ({file: document.file, span: spanOf(document, other.field.steps()), message: other.message}))
  return problemAt(document, {ruleId, severity, message, hint, field: String(field), steps: field.steps(), related: places})
}

function errorProblem(document: ConfigurationDocument, kind: ConfigurationKind, error: FieldError): ConfigurationProblem {
  const {origin: ruleId, field} = error
  return problemAt(document, {ruleId, message: String(error), ...suggestionFor(error, kind), field: String(field), steps: field.steps()})
}

/** The word that was probably meant by one that a rule rejects. */
function suggestionFor({badValue, origin}: FieldError, {vocabularies = {}}: ConfigurationKind): Suggestion | undefined {
  const word = badValue instanceof NamedText ? badValue.toJSON() : badValue
  const words = vocabularies[origin]
  if (typeof word !== 'string' || words === undefined) return undefined
  const suggested = words.find((other) => lettersOf(other) === lettersOf(word))
  return suggested === undefined ? spelling(word, words) : {hint: `write ${quote(suggested)}`, fix: {from: word, to: suggested}}
}

/** The letters of a word, without signs and "and": the design document has `source+object` for `SourceAndObject`. */
const lettersOf = (word: string): string => word.toLowerCase().replace(/[^a-z]|and/g, '')
