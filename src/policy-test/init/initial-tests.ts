import {metadataPolicy} from '../../kinds/metadata-policy/index.js'
import {rulesOf} from '../../kinds/metadata-policy/policy-rule.js'
import {podMakers} from '../../kinds/pod-of.js'
import {priorityClass} from '../../kinds/priority-class/index.js'
import type {SimulateOptions} from '../../simulate/simulate.js'
import type {JsonObject} from '../../source/json-value.js'
import type {SourceFile} from '../../source/source-file.js'
import {maxTests} from '../../test-file/test-file.js'
import {listOf, nameOf, objectAt, scalarText} from '../mutate/body.js'
import {itemsOf} from '../mutate/items.js'
import {policiesIn, type PolicyDocument} from '../mutate/policy-document.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import {admittedMetadata} from './admitted-metadata.js'
import {Bench, expectationOf} from './bench.js'
import type {Drafts, DraftTest, Subject} from './draft.js'
import {eventLimitTests} from './event-limit-tests.js'
import {fillsOf, ratiosOf, storageOf} from './fill.js'
import {exemptionTests, levelTests, unlabelledNamespace} from './level-tests.js'
import {boundTests, defaultTests} from './limit-range-tests.js'
import {limitedResourceTests} from './limited-resource-tests.js'
import type {Materials} from './materials.js'
import {ruleTests} from './metadata-policy-tests.js'
import {type MakePod, minimalPod, patchedPod, restrictedPod} from './pods.js'
import {demandTests, hardTests, scopeTests} from './resource-quota-tests.js'
import {termsOf} from './scopes.js'
import {type Base, maxBases, objectMaker, patchedBase, withMetadata} from './subjects.js'

/** The input for initial tests: policies and manifests. */
export interface InitialInput {
  readonly policies: readonly SourceFile[]
  /** Manifests of the user from which tests start. */
  readonly bases: readonly Base[]
}

/**
 * Returns tests for the policies in files: an admitted and a denied object for each bound, the defaults, bursts of events, and the pods of workloads.
 *
 * @param maximum the number of tests after which it stops
 * @throws TooMuchWorkError if all trials take too many requests
 */
export function initialTests({policies: files, bases}: InitialInput, options: SimulateOptions, maximum = maxTests): Drafts {
  const {namespace: defaultNamespace = 'default'} = options
  const policies = files.flatMap(policiesIn)
  const namespaceIn = (body: JsonObject): string => scalarText(objectAt(body, 'metadata')['namespace']) || defaultNamespace
  const namespaceOf = ({kind, body}: PolicyDocument): string =>
    kind === 'Namespace' ? nameOf(body) : kind === 'PodSecurityConfiguration' ? unlabelledNamespace : namespaceIn(body)
  const bench = new Bench(files, options)
  const items = policies.map((policy) => ({policy, namespace: namespaceOf(policy), items: itemsOf(policy)}))
  const isFor = (namespace: string) => (other: typeof items[number]): boolean => other.namespace === namespace || other.policy.kind === 'PodSecurityConfiguration'
  const known = new Map<string, Materials>()
  const materialsIn = (namespace: string): Materials => {
    const materials = known.get(namespace) ?? materialsFor(bench, namespace, items.filter(isFor(namespace)).flatMap((other) => other.items), bases)
    known.set(namespace, materials)
    return materials
  }
  const ofPolicies = items.flatMap(({policy, namespace, items: own}) => testsOf(policy, own, () => materialsIn(namespace), materialsIn))
  const ofWorkloads = items.every(({items: own}) => own.length === 0) ? []
    : bases.map((base): Search => () => ({tests: workloadTests(base, bench, namespaceIn(base.object)), missing: []}))
  return upTo(maximum, [...ofPolicies, ...ofWorkloads])
}

/** Looks for the tests of a bound, a policy or a workload, by sending objects. */
type Search = () => Drafts

/** Searches until there are as many tests as a test file may have. */
function upTo(maximum: number, searches: readonly Search[]): Drafts {
  const found: Drafts[] = []
  let count = 0
  for (const [i, search] of searches.entries()) {
    const one = search()
    const room = maximum - count
    count += one.tests.length + (one.events?.length ?? 0)
    found.push({...one, tests: one.tests.slice(0, room), events: one.events?.slice(0, Math.max(0, room - one.tests.length)) ?? []})
    const [more, rest] = [Math.max(0, count - maximum), searches.length - i - 1]
    if (count >= maximum && more + rest > 0) {
      const left = [...more > 0 ? [`${more} more cases`] : [], ...rest > 0 ? [`${rest} more bounds, policies or workloads`] : []]
      found.push({tests: [], missing: [`${left.join(' and ')}, as a test file has at most ${maximum} tests`]})
      break
    }
  }
  return {tests: found.flatMap((one) => one.tests), events: found.flatMap((one) => one.events ?? []), missing: found.flatMap((one) => one.missing)}
}

/** Returns the materials for tests in a namespace. */
function materialsFor(bench: Bench, namespace: string, items: readonly PolicyItem[], bases: readonly Base[]): Materials {
  const metadata = admittedMetadata(bench.policies(metadataPolicy, namespace).flatMap(rulesOf))
  const isRestricted = items.some(({name, value}) => name === 'enforce' && value === 'restricted')
  const own = bases.filter(({object}) => object['kind'] === 'Pod').slice(0, maxBases).map(({path, object}) => patchedPod(path, object))
  const makers = [...own, ...isRestricted ? [restrictedPod] : [], minimalPod]
  const labelled = (subject: Subject): Subject => withMetadata(subject, metadata)
  return {
    bench, namespace, labelled, fills: fillsOf(items), storage: storageOf(items), ratios: ratiosOf(items), priorities: prioritiesIn(bench, items),
    makers: makers.map((make): MakePod => (containers, spec) => {
      const subject = make(containers, spec)
      return subject && labelled(subject)
    }),
    objects: objectMaker(bases, metadata),
  }
}

/** Returns the names of priority classes: declared ones, those that quotas name, or else one that every cluster has. */
function prioritiesIn(bench: Bench, items: readonly PolicyItem[]): readonly string[] {
  const declared = bench.policies(priorityClass).flatMap(({metadata: {name}}) => name ?? [])
  const quotas = new Set(items.map(({policy}) => policy).filter(({kind}) => kind === 'ResourceQuota'))
  const named = [...quotas].flatMap(termsOf).flatMap((term) => listOf(objectAt(term)['values']).map(scalarText))
  return [...new Set(declared.length > 0 ? declared : [...named, 'system-cluster-critical'])]
}

function testsOf(policy: PolicyDocument, items: readonly PolicyItem[], materials: () => Materials, materialsIn: (namespace: string) => Materials): Search[] {
  switch (policy.kind) {
    case 'LimitRange': {
      const isDefault = ({name}: PolicyItem): boolean => name.startsWith('default')
      return [
        ...items.filter((item) => !isDefault(item)).map((item): Search => () => drafts(item, boundTests(item, materials()))),
        () => {
          const tests = defaultTests(policy, materials())
          return {tests, missing: tests.length === 0 && items.some(isDefault) ? [`${policy.name}: default requests and limits`] : []}
        },
      ]
    }
    case 'ResourceQuota': return items.flatMap((item): Search[] => item.name === 'scope' ? [() => drafts(item, scopeTests(item, materials()))]
      : [() => drafts(item, hardTests(item, materials())), () => ({tests: demandTests(item, materials()), missing: []})])
    case 'MetadataPolicy': return [() => ({tests: ruleTests(policy, materials()), missing: []})]
    case 'EventRateLimit': return [() => eventLimitTests(policy, materials().namespace)]
    // The messages of levels name their versions.
    case 'Namespace':
    case 'PodSecurityConfiguration': return items.filter(({name}) => !name.endsWith('-version'))
      .map((item): Search => () => drafts(item, item.name.startsWith('exemptions.') ? exemptionTests(item, materialsIn) : levelTests(item, materials())))
    case 'ResourceQuotaConfiguration': return [() => limitedResourceTests(policy, materials())]
  }
}

const drafts = ({policy, name, value}: PolicyItem, tests: readonly DraftTest[]): Drafts =>
  ({tests, missing: tests.length === 0 ? [`${policy.name}: ${name} ${value}`] : []})

const workloadKinds: ReadonlySet<string> = new Set(podMakers.map(({kind}) => kind).filter((kind) => kind !== 'Pod'))

/** Returns the test of a workload of the user: its warnings, the number of pods that it gets, and the message if some are denied. None for other objects. */
function workloadTests(base: Base, bench: Bench, namespace: string): DraftTest[] {
  const subject = workloadKinds.has(scalarText(base.object['kind'])) ? patchedBase(base, {}) : undefined
  const outcome = subject && bench.send({object: subject.object, namespace})
  if (subject === undefined || outcome === undefined) return []
  const title = `${scalarText(base.object['kind'])} ${nameOf(base.object)}`
  const draft = (text: string, expect: DraftTest['expect']): DraftTest => ({name: `${title} ${text}`, namespace, existing: [], object: subject.source, expect})
  if (!outcome.review.allowed) return [draft('is denied', expectationOf(outcome))]
  return outcome.workloads.slice(0, 1).map(({created, wanted, owned}) => {
    const denied = owned.find(({allowed, manifest: {body}}) => !allowed && body['kind'] === 'Pod')
    const pods = {created, wanted, ...denied !== undefined && {message: denied.status.message}}
    const {warnings} = outcome.review
    return draft(`gets ${created === wanted ? '' : `${created} of `}${wanted} ${wanted === 1 ? 'pod' : 'pods'}`, {allowed: true, ...warnings.length > 0 && {warnings: [...warnings]}, pods})
  })
}
