import {namespace} from '../../../kinds/namespace/index.js'
import {qosClass} from '../../../kinds/pod/resources/qos.js'
import {areAllowed, isAllowedBy, mergeTolerations} from '../../../kinds/pod/scheduling/tolerations.js'
import {validateTolerations} from '../../../kinds/pod/scheduling/validate-tolerations.js'
import type {Pod, PodSpec, Toleration} from '../../../machinery/api/core-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type FlatStruct, readStructs} from '../../../machinery/go/json-structs.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import type {ConfigurationKind} from '../../configuration-kind.js'
import {declaredNamespace} from '../../known-namespaces.js'
import {
  type AdmissionPlugin, changesOf, failWith, type FieldRepair, type Mutation, type PluginContext, type PluginDefinition, type Rejection,
} from '../../plugin.js'
import {StartUpError} from '../../start-up-error.js'

/** The tolerations of namespaces without annotations (podtolerationrestriction apis `Configuration`). */
interface TolerationConfiguration {
  readonly default?: readonly Toleration[]
  readonly whitelist?: readonly Toleration[]
}

/** The kind of the configuration. The server can do without one. */
const podTolerationRestrictionConfiguration: ConfigurationKind<TolerationConfiguration> = {
  versions: [{
    apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1', kind: 'Configuration', table: 'podtolerationrestriction/v1alpha1.Configuration',
  }],
  isStrict: false,
  validate: ({default: added = [], whitelist = []}) =>
    [...validateTolerations(added, FieldPath.of('default')), ...validateTolerations(whitelist, FieldPath.of('whitelist'))],
  startUpError: (plugin, errors) =>
    new StartUpError('validate', `invalid config: [${errors.map((error) => `podtolerationrestriction.${String(error)}`).join(' ')}]`, plugin),
}

const defaultAnnotation = 'scheduler.alpha.kubernetes.io/defaultTolerations'

const whitelistAnnotation = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist'

const memoryPressure: Toleration = {key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule'}

/** A toleration in an annotation. */
const toleration: FlatStruct = {
  type: 'v1.Toleration',
  fields: {
    key: {name: 'key', type: 'string'},
    operator: {name: 'operator', type: 'v1.TolerationOperator'},
    value: {name: 'value', type: 'string'},
    effect: {name: 'effect', type: 'v1.TaintEffect'},
    tolerationSeconds: {name: 'tolerationSeconds', type: 'int64'},
  },
}

/**
 * Adds the tolerations of its namespace to a pod, and rejects pods with others than those of a whitelist
 * (plugin/pkg/admission/podtolerationrestriction; spec more-kinds 13.4).
 */
class PodTolerationRestriction implements AdmissionPlugin {
  readonly name = 'PodTolerationRestriction'
  private readonly configuration: TolerationConfiguration

  constructor(private readonly context: PluginContext) {
    this.configuration = (context.configuration as TolerationConfiguration | undefined) ?? {}
  }

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  admit(attributes: Attributes): Mutation | Rejection | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const pod = attributes.object as Pod
    const {spec = {}} = pod
    const added = this.addedTo(spec, attributes)
    if (typeof added === 'string') return failWith(added)
    const {tolerations = []} = spec
    const changed = added.length === 0 ? spec : assign<PodSpec>(spec, {tolerations: mergeTolerations([...tolerations, ...added])})
    const changes = changesOf(spec, changed, ['tolerations'], 'spec')
    return this.rejectionOf(changed, attributes) ?? (changes.length === 0 ? undefined : {object: assign<Pod>(pod, {spec: changed}), changes})
  }

  validate(attributes: Attributes): Rejection | undefined {
    return isRequestFor(attributes, 'pods') ? this.rejectionOf((attributes.object as Pod).spec ?? {}, attributes) : undefined
  }

  /** The tolerations that a pod gets, or the message about an annotation that the server cannot read. */
  private addedTo(spec: PodSpec, {operation, namespace}: Attributes): readonly Toleration[] | string {
    const ofNamespace = operation === 'CREATE' ? this.annotated(namespace, defaultAnnotation) ?? this.configuration.default ?? [] : []
    if (typeof ofNamespace === 'string' || qosClass(spec, this.context.version) === 'BestEffort') return ofNamespace
    return [...ofNamespace, memoryPressure]
  }

  private rejectionOf({tolerations = []}: PodSpec, {namespace, object}: Attributes): Rejection | undefined {
    if (tolerations.length === 0) return undefined
    const ofNamespace = this.annotated(namespace, whitelistAnnotation)
    if (typeof ofNamespace === 'string') return failWith(ofNamespace)
    const whitelist = ofNamespace ?? this.configuration.whitelist ?? []
    if (whitelist.length === 0 || areAllowed(tolerations, whitelist)) return undefined
    const scope = ofNamespace === undefined ? 'cluster' : 'namespace'
    const message = `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`
    return {...failWith(message), reasons: [{message, repairs: withoutOthers(object as Pod, whitelist)}]}
  }

  /**
   * The tolerations in an annotation of a namespace, a list as JSON, or Go's message about it (podtolerationrestriction `extractNSTolerations`). An
   * empty text is an empty list. Undefined if the namespace has none, or is not declared.
   */
  private annotated(namespace: string, annotation: string): readonly Toleration[] | string | undefined {
    const text = declaredNamespace(this.context.store, namespace)?.metadata.annotations?.[annotation]
    if (text === undefined) return undefined
    return text === '' ? [] : readStructs(text, toleration)
  }
}

/** Returns the removals of the tolerations of a pod that a whitelist does not cover. */
function withoutOthers({spec: {tolerations = []} = {}}: Pod, whitelist: readonly Toleration[]): FieldRepair[] {
  const isAllowed = isAllowedBy(whitelist)
  return tolerations.flatMap((own, i) => isAllowed(own) ? [] : [{field: FieldPath.of('spec', 'tolerations').index(i), to: undefined}])
}

/** PodTolerationRestriction with everything that belongs to it. */
export const podTolerationRestriction: PluginDefinition = {
  name: 'PodTolerationRestriction',
  summary: 'Adds the tolerations of the namespace to pods, and rejects those that its whitelist does not cover.',
  kinds: [],
  lookups: [
    {kind: namespace, by: 'namespace', fields: [defaultAnnotation, whitelistAnnotation].map((annotation) => FieldPath.of('metadata', 'annotations').key(annotation))},
    {kind: 'configuration', fields: [FieldPath.of('default'), FieldPath.of('whitelist')]},
  ],
  enabledByDefault: false,
  configuration: podTolerationRestrictionConfiguration,
  create: (context) => new PodTolerationRestriction(context),
}
