import {namespace} from '../../../kinds/namespace/index.js'
import type {Pod, PodSpec} from '../../../machinery/api/core-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {isObject, textOf} from '../../../machinery/go/json-value.js'
import {quote, trimSpace} from '../../../machinery/go/text.js'
import {labelValue, qualifiedName} from '../../../machinery/meta/names.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import type {ConfigurationKind} from '../../configuration-kind.js'
import {declaredNamespace} from '../../known-namespaces.js'
import {
  type AdmissionPlugin, changesOf, failWith, type FieldRepair, type Lister, type Mutation, type PluginContext, type PluginDefinition, rejectByName,
  type Rejection,
} from '../../plugin.js'

/** The selectors of the configuration: that of namespaces without annotation, and the whitelists of namespaces by their names. */
interface NodeSelectorConfiguration {
  readonly podNodeSelectorPluginConfig: Readonly<Record<string, string>>
}

/**
 * The kind of the configuration, which has no apiVersion. The server reads all values as texts, and lists and maps as empty ones; it
 * ignores other mistakes (podnodeselector `readConfig`).
 */
const podNodeSelectorConfiguration: ConfigurationKind<NodeSelectorConfiguration> = {
  versions: [],
  isStrict: false,
  validate: () => [],
  readUntyped: (json) => {
    const selectors = isObject(json) ? json['podNodeSelectorPluginConfig'] : undefined
    const texts = isObject(selectors) ? Object.entries(selectors).map(([name, text]) => [name, textOf(text)] as const) : []
    return {podNodeSelectorPluginConfig: Object.fromEntries(texts)}
  },
}

/** Labels by their keys. */
type LabelMap = ReadonlyMap<string, string>

/**
 * Reads a selector like `env=dev,disk=ssd` (apimachinery labels `ConvertSelectorToLabelsMap`).
 *
 * @returns the message of the server for a selector that it cannot read
 */
function readSelector(text: string): LabelMap | string {
  const labels = new Map<string, string>()
  for (const part of text === '' ? [] : text.split(',')) {
    const sides = part.split('=')
    if (sides.length !== 2) return `invalid selector: [${sides.join(' ')}]`
    const [key = '', value = ''] = sides.map(trimSpace)
    const error = labelError(key, value)
    if (error !== undefined) return error
    labels.set(key, value)
  }
  return labels
}

function labelError(key: string, value: string): string | undefined {
  const [keyErrors, valueErrors] = [qualifiedName(key), labelValue(value)]
  if (keyErrors.length > 0) return `<nil>: Invalid value: ${quote(key)}: ${keyErrors.join('; ')}`
  return valueErrors.length > 0 ? `[${key}]: Invalid value: ${quote(value)}: ${valueErrors.join('; ')}` : undefined
}

const annotation = 'scheduler.alpha.kubernetes.io/node-selector'

/** The entry of the configuration for namespaces without annotation. */
const clusterDefault = 'clusterDefaultNodeSelector'

/** Adds the node selector of its namespace to a pod (plugin/pkg/admission/podnodeselector; spec more-kinds 13.3). */
class PodNodeSelector implements AdmissionPlugin {
  readonly name = 'PodNodeSelector'
  private readonly lister: Lister
  private readonly selectors: ReadonlyMap<string, string>

  constructor({store, configuration}: PluginContext) {
    this.lister = store
    this.selectors = new Map(Object.entries((configuration as NodeSelectorConfiguration | undefined)?.podNodeSelectorPluginConfig ?? {}))
  }

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  admit(attributes: Attributes): Mutation | Rejection | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const pod = attributes.object as Pod
    const {spec = {}} = pod
    const added = this.ofNamespace(attributes.namespace)
    if (typeof added === 'string') return failWith(added)
    const changed = assign<PodSpec>(spec, {nodeSelector: {...Object.fromEntries(added), ...spec.nodeSelector}})
    const rejected = this.rejectionOf(changed, added, attributes)
    if (rejected !== undefined) return rejected
    const changes = added.size === 0 ? [] : changesOf(spec, changed, ['nodeSelector'], 'spec')
    return changes.length === 0 ? undefined : {object: assign<Pod>(pod, {spec: changed}), changes}
  }

  /** Other plugins can change the selector after the mutation: RuntimeClass does. */
  validate(attributes: Attributes): Rejection | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const added = this.ofNamespace(attributes.namespace)
    return typeof added === 'string' ? failWith(added) : this.rejectionOf((attributes.object as Pod).spec ?? {}, added, attributes)
  }

  /** The selector of a namespace, or the message about one that the server cannot read. A namespace that is not declared has no annotation. */
  private ofNamespace(name: string): LabelMap | string {
    return readSelector(declaredNamespace(this.lister, name)?.metadata.annotations?.[annotation] ?? this.selectors.get(clusterDefault) ?? '')
  }

  private rejectionOf({nodeSelector = {}}: PodSpec, added: LabelMap, attributes: Attributes): Rejection | undefined {
    const labels = Object.entries(nodeSelector)
    const other = labels.filter(([key, value]) => added.has(key) && added.get(key) !== value)
    if (other.length > 0) {
      return rejection(attributes, 'pod node label selector conflicts with its namespace node label selector', other.map(([key]) => repairOf(key, added.get(key))))
    }
    const whitelist = readSelector(this.selectors.get(attributes.namespace) ?? '')
    if (typeof whitelist === 'string') return failWith(whitelist)
    const denied = labels.filter(([key, value]) => whitelist.get(key) !== value)
    if (whitelist.size === 0 || denied.length === 0) return undefined
    return rejection(attributes, 'pod node label selector labels conflict with its namespace whitelist', denied.map(([key]) => repairOf(key, whitelist.get(key))))
  }
}

/** Returns the change of a label of the node selector to the only possible value; without one, the label is removed. */
const repairOf = (key: string, value: string | undefined): FieldRepair => ({field: FieldPath.of('spec', 'nodeSelector').key(key), to: value})

const rejection = (attributes: Attributes, message: string, repairs: readonly FieldRepair[]): Rejection =>
  ({...rejectByName(attributes, message), reasons: [{message, repairs}]})

/** PodNodeSelector with everything that belongs to it. */
export const podNodeSelector: PluginDefinition = {
  name: 'PodNodeSelector',
  summary: 'Adds the node selector of the namespace to pods.',
  kinds: [],
  lookups: [
    {kind: namespace, by: 'namespace', fields: [FieldPath.of('metadata', 'annotations').key(annotation)]},
    {kind: 'configuration', fields: [FieldPath.of('podNodeSelectorPluginConfig')]},
  ],
  enabledByDefault: false,
  configuration: podNodeSelectorConfiguration,
  create: (context) => new PodNodeSelector(context),
}
