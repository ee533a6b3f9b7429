import {isPluginName} from '../admission/plugin-flags.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import {quote} from '../machinery/go/text.js'
import {spelling} from '../manifests/suggestion.js'
import {pluginNames} from './api-server/server-flags.js'
import {decodeDocument, type DocumentScheme} from './decode-document.js'
import type {ConfigurationDocument} from './document.js'
import type {JsonTree} from './json-tree.js'
import {type ConfigurationProblem, maxProblems, problemAt, spanOf} from './problem.js'

/** An entry of an AdmissionConfiguration (apiserver.config.k8s.io/v1 `AdmissionPluginConfiguration`). */
export interface PluginEntry {
  readonly name?: string
  readonly path?: string
  readonly configuration?: JsonTree
  /** True if the whole file is the configuration of the plugin. */
  readonly isWholeFile?: true
}

/** The entries of an AdmissionConfiguration, or the server's error about it; and all problems. */
export interface PluginEntries {
  readonly entries: readonly PluginEntry[]
  readonly error?: string
  readonly problems: readonly ConfigurationProblem[]
}

const table = 'apiserver/v1.AdmissionConfiguration'

/** The other configurations of the server, which it has read before this one. */
const otherKinds: readonly (readonly [apiVersion: string, kinds: readonly string[]])[] = [
  ['apiserver.config.k8s.io/v1', ['AuthenticationConfiguration', 'AuthorizationConfiguration', 'EncryptionConfiguration', 'TracingConfiguration']],
  ['apiserver.config.k8s.io/v1alpha1', ['AuthenticationConfiguration', 'AuthorizationConfiguration', 'TracingConfiguration']],
  ['apiserver.k8s.io/v1alpha1', ['EgressSelectorConfiguration']],
]

/** The versions and kinds of an AdmissionConfiguration (apiserver apis/apiserver `AddToScheme`; spec eventratelimit 2.1). */
const admissionConfigurationScheme: DocumentScheme = {
  versions: [
    {apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', table},
    {apiVersion: 'apiserver.k8s.io/v1alpha1', kind: 'AdmissionConfiguration', table, goNames: ['v1.', 'v1alpha1.']},
  ],
  isStrict: true,
  others: new Map(otherKinds.flatMap(([apiVersion, kinds]) => kinds.map((kind) => [`${apiVersion}/${kind}`, `*apiserver.${kind}`]))),
}

/** Reads the entries of an AdmissionConfiguration (apiserver admission `ReadAdmissionConfiguration`; spec eventratelimit 2.1). */
export function pluginEntries(document: ConfigurationDocument): PluginEntries {
  const decoded = decodeDocument(document, admissionConfigurationScheme)
  const legacyField = decoded.isUnknownKind === true ? legacyFieldOf(document) : undefined
  if (legacyField !== undefined) return {entries: legacyField === nodeSelectorField ? [nodeSelectorEntry] : [], problems: [legacyProblem(document)]}
  const {plugins: entries = []} = (decoded.object ?? {}) as {readonly plugins?: readonly PluginEntry[]}
  const firsts = firstEntries(entries)
  const advice = entries.slice(0, maxProblems).flatMap((entry, i) => [
    ...unknownPlugin(document, entry, i),
    ...repeatedPlugin(document, entry, i, firsts),
    ...unusedPath(document, entry, i),
  ])
  return {entries, problems: [...decoded.problems, ...advice], ...decoded.error !== undefined && {error: decoded.error}}
}

const nodeSelectorField = 'podNodeSelectorPluginConfig'

const nodeSelectorEntry: PluginEntry = {name: 'PodNodeSelector', isWholeFile: true}

/** The field of one of the two plugins that once had the file for themselves, and may have it still. All others then ignore it. */
function legacyFieldOf({tree}: ConfigurationDocument): string | undefined {
  const names = tree.kind === 'object' ? tree.entries.map(({name}) => name) : []
  return [nodeSelectorField, 'imagePolicy'].find((name) => names.includes(name))
}

const legacyProblem = (document: ConfigurationDocument): ConfigurationProblem => problemAt(document, {
  ruleId: 'admission-configuration/legacy-file', severity: 'warning', steps: [],
  message: 'this is the configuration of one plugin in the old form: it configures no other plugin',
  hint: 'write an AdmissionConfiguration with an entry for each plugin',
})

function unknownPlugin(document: ConfigurationDocument, {name = ''}: PluginEntry, i: number): ConfigurationProblem[] {
  if (isPluginName(admissionPlugins, name)) return []
  const message = name === '' ? 'the entry names no plugin: the server ignores it' : `there is no admission plugin ${quote(name)}: the server ignores this entry`
  const suggestion = spelling(name, pluginNames())
  return [problemAt(document, {ruleId: 'admission-configuration/unknown-plugin', severity: 'warning', message, ...suggestion, ...placeOf(i, 'name')})]
}

/** The position of the first entry of each name: the one that counts. */
function firstEntries(entries: readonly PluginEntry[]): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>()
  for (const [i, {name = ''}] of entries.entries()) if (!firsts.has(name)) firsts.set(name, i)
  return firsts
}

function repeatedPlugin(
  document: ConfigurationDocument, {name = ''}: PluginEntry, i: number, firsts: ReadonlyMap<string, number>,
): ConfigurationProblem[] {
  const first = firsts.get(name) ?? i
  if (first === i || name === '') return []
  const message = `${name} has an entry already: the server ignores this one`
  const related = [{file: document.file, span: spanOf(document, placeOf(first, 'name').steps), message: 'the entry that counts is here'}]
  return [problemAt(document, {ruleId: 'admission-configuration/duplicate-plugin', severity: 'warning', message, ...placeOf(i, 'name'), related})]
}

function unusedPath(document: ConfigurationDocument, {path = '', configuration}: PluginEntry, i: number): ConfigurationProblem[] {
  if (path === '' || configuration === undefined) return []
  const message = 'path is ignored beside configuration: the server never opens the file'
  return [problemAt(document, {ruleId: 'admission-configuration/ignored-path', severity: 'warning', message, hint: 'remove one of them', ...placeOf(i, 'path')})]
}

const placeOf = (i: number, field: string): {steps: (string | number)[], field: string} => ({steps: ['plugins', i, field], field: `plugins[${i}].${field}`})
