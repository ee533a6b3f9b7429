import {mergeTolerations} from '../../../kinds/pod/scheduling/tolerations.js'
import {runtimeClass as kind} from '../../../kinds/runtime-class/index.js'
import type {Pod, PodSpec} from '../../../machinery/api/core-v1.js'
import type {RuntimeClass} from '../../../machinery/api/node-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {semanticEqual} from '../../../machinery/collections/semantic-equal.js'
import {rememberSharedWith, shareWith} from '../../../machinery/collections/shared.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {compareText, quote} from '../../../machinery/go/text.js'
import {impossibleName} from '../../../machinery/meta/names.js'
import {resourceNames} from '../../../machinery/quantity/resource-list.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {findNamed} from '../../find-named.js'
import {
  type AdmissionPlugin, changesOf, failWith, type FieldRepair, type Lister, type Mutation, type PluginDefinition, type Reason, reject,
  type Rejection,
} from '../../plugin.js'

const fields = ['overhead', 'nodeSelector', 'tolerations'] as const

/** The class of a pod: none named, the class, or not found. */
type Lookup = {readonly found?: RuntimeClass, readonly error?: string, readonly warning?: string}

/** The beginning of the warning about a class if no classes are declared. */
const undeclared = 'kadm: no RuntimeClass is declared'

/** Gives pods the overhead and the scheduling of their runtime class (spec apimachinery 6.3, spec pod 1). */
class RuntimeClassPlugin implements AdmissionPlugin {
  readonly name = 'RuntimeClass'

  constructor(private readonly lister: Lister) {}

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  admit(attributes: Attributes): Mutation | Rejection | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const pod = attributes.object as Pod
    const spec = pod.spec ?? {}
    const message = spec.runtimeClassName === undefined ? undefined : impossibleName(spec.runtimeClassName)
    if (message !== undefined) return failWith(message)
    const {found, error, warning} = this.lookUp(spec.runtimeClassName)
    const conflict = error === undefined ? found && conflictOf(spec, found) : {message: error}
    if (conflict !== undefined) return reject(attributes, conflict.message, [conflict])
    const changed = found === undefined ? spec : withClass(spec, found)
    if (changed === spec && warning === undefined) return undefined
    return {object: assign<Pod>(pod, {spec: changed}), changes: changesOf(spec, changed, fields, 'spec'), warnings: warning === undefined ? [] : [warning]}
  }

  validate(attributes: Attributes): Rejection | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const {spec = {}} = attributes.object as Pod
    const {found} = this.lookUp(spec.runtimeClassName)
    const reason = overheadError(spec, found)
    return reason && reject(attributes, reason.message, [reason])
  }

  private lookUp(name: string | undefined): Lookup {
    if (name === undefined) return {}
    const classes = this.lister.list(kind)
    const found = findNamed(classes, name)
    if (found !== undefined) return {found}
    if (classes.length > 0) return {error: `pod rejected: RuntimeClass ${quote(name)} not found`}
    return {warning: `${undeclared}, so ${name} is taken to exist, without overhead`}
  }
}

/** The overhead of a pod is that of its class, which the plugin fills in. */
const withoutOverhead: FieldRepair = {field: FieldPath.of('spec', 'overhead'), to: undefined}

const wrongOverhead: Reason = {message: "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead", repairs: [withoutOverhead]}

const needlessOverhead: Reason = {message: 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead', repairs: [withoutOverhead]}

/** Returns why the overhead of a pod is not that of its class. */
function overheadError({overhead}: PodSpec, found: RuntimeClass | undefined): Reason | undefined {
  if (found?.overhead !== undefined) return semanticEqual(found.overhead.podFixed, overhead) ? undefined : wrongOverhead
  return overhead === undefined ? undefined : needlessOverhead
}

/** Returns the conflict between a pod and its class. */
function conflictOf(spec: PodSpec, {overhead, scheduling}: RuntimeClass): Reason | undefined {
  const given = spec.overhead ?? {}
  if (overhead !== undefined && resourceNames(given).length > 0 && !semanticEqual(overhead.podFixed, given)) return wrongOverhead
  const own = new Map(Object.entries(spec.nodeSelector ?? {}))
  const labels = Object.entries(scheduling?.nodeSelector ?? {}).sort(([a], [b]) => compareText(a, b))
  const clash = labels.find(([key, value]) => own.has(key) && own.get(key) !== value)
  if (clash === undefined) return undefined
  const [key, value] = clash
  return {
    message: `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own.get(key)}`,
    repairs: [{field: FieldPath.of('spec', 'nodeSelector').key(key), to: value}],
  }
}

const withClass = rememberSharedWith((spec: PodSpec, {overhead, scheduling}: RuntimeClass): PodSpec => shareWith(spec, assign<PodSpec>(spec, {
  ...overhead?.podFixed && {overhead: overhead.podFixed},
  ...scheduling?.nodeSelector && {nodeSelector: {...spec.nodeSelector, ...scheduling.nodeSelector}},
  ...scheduling && {tolerations: mergeTolerations([...spec.tolerations ?? [], ...scheduling.tolerations ?? []])},
})))

/** RuntimeClass with everything that belongs to it. */
export const runtimeClassPlugin: PluginDefinition = {
  name: 'RuntimeClass',
  summary: 'Gives pods the overhead and the scheduling of their RuntimeClass.',
  kinds: [],
  lookups: [
    {kind, by: 'spec.runtimeClassName', fields: [FieldPath.of('overhead'), FieldPath.of('scheduling')]},
    {kind, by: 'spec.runtimeClassName', fields: [], warning: undeclared},
  ],
  create: ({store}) => new RuntimeClassPlugin(store),
}
