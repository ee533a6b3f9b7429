import {identify} from '../../cluster/target.js'
import {configurationOf, type ConfiguredPlugin, configuredPlugins} from '../../configuration/recognize.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {nodeAt} from '../../manifests/locate.js'
import type {Manifest} from '../../manifests/manifest.js'
import {readManifests} from '../../manifests/read-manifests.js'
import type {JsonObject} from '../../source/json-value.js'
import type {Node} from '../../source/node.js'
import type {SourceFile} from '../../source/source-file.js'

/** The kinds of objects whose parts are policy items. Those of a Namespace are the levels of Pod Security that its labels set. */
const objectKinds = ['LimitRange', 'ResourceQuota', 'MetadataPolicy', 'Namespace'] as const

export type PolicyKind = typeof objectKinds[number] | 'EventRateLimit' | 'ResourceQuotaConfiguration' | 'PodSecurityConfiguration'

/** The kinds of the configurations whose parts are policy items, by plugin. */
const configurationKinds: ReadonlyMap<string, PolicyKind> = new Map([
  ['EventRateLimit', 'EventRateLimit'], ['ResourceQuota', 'ResourceQuotaConfiguration'], ['PodSecurity', 'PodSecurityConfiguration'],
])

/** A policy as a file contains it: an object, or the configuration of an admission plugin, which may be part of an AdmissionConfiguration. */
export interface PolicyDocument {
  readonly kind: PolicyKind
  /** The name for people: `LimitRange dev/limits`. */
  readonly name: string
  readonly file: SourceFile
  /** The node of the policy in the file. */
  readonly node: Node
  readonly body: JsonObject
  /** The object that is the policy, or that contains it. */
  readonly manifest: Manifest
  /** The plugin of a configuration; undefined for an object. */
  readonly plugin?: ConfiguredPlugin
}

/** Returns the policies of a file, in their order. Leaves out objects that kubectl does not send. */
export const policiesIn = (file: SourceFile): PolicyDocument[] =>
  readManifests(file).flatMap(({manifest, problems}) => manifest === undefined || problems.length > 0 ? [] : policiesOf(manifest))

function policiesOf(manifest: Manifest): PolicyDocument[] {
  const {document: {file}, node, body} = manifest
  const plugin = configurationOf(body)
  if (plugin === 'all') return embeddedConfigurations(manifest)
  if (plugin !== undefined) return configuration(plugin, manifest, node, body)
  const info = identify(body)
  const kind = 'code' in info ? undefined : objectKinds.find((known) => known === info.definition.kind)
  return kind === undefined ? [] : [{kind, name: `${kind} ${nameOf(body)}`, file, node, body, manifest}]
}

/** Returns the configurations inside an AdmissionConfiguration. Those that it names by path are files of their own. */
function embeddedConfigurations(manifest: Manifest): PolicyDocument[] {
  const {node, body} = manifest
  const entries = Array.isArray(body['plugins']) ? body['plugins'] as unknown[] : []
  return entries.flatMap((entry, i) => {
    const {name, configuration: inner} = isObject(entry) ? entry : {}
    const plugin = configuredPlugins.find((known) => known.name === name)
    const innerNode = nodeAt(node, ['plugins', i, 'configuration'])
    return plugin === undefined || innerNode === undefined || !isObject(inner) ? [] : configuration(plugin, manifest, innerNode, inner as JsonObject)
  })
}

function configuration(plugin: ConfiguredPlugin, manifest: Manifest, node: Node, body: JsonObject): PolicyDocument[] {
  const {file} = manifest.document
  const kind = configurationKinds.get(plugin.name)
  return kind === undefined ? [] : [{kind, name: `configuration of ${plugin.name}`, file, node, body, manifest, plugin}]
}

function nameOf({metadata}: JsonObject): string {
  const {namespace, name} = isObject(metadata) ? metadata : {}
  return [textOf(namespace), textOf(name)].filter((part) => part !== '').join('/')
}
