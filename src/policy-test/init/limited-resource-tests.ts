import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {listOf, objectAt, scalarText} from '../mutate/body.js'
import type {PolicyDocument} from '../mutate/policy-document.js'
import {expectationOf, type Outcome} from './bench.js'
import type {Drafts, DraftTest, Subject} from './draft.js'
import type {Materials} from './materials.js'
import {subjectsFor} from './quota-subjects.js'
import {scopeFields} from './scopes.js'

/** A condition of a limited resource: a part of names of amounts, or a scope. */
interface Condition {
  readonly text: string
  /** The names in `hard` of quotas that the condition is about. */
  readonly resources: readonly string[]
  readonly scope?: JsonValue
}

/** The namespace of the tests' objects: one without quotas. */
const emptyNamespace = 'test-without-quota'

/**
 * Returns the tests of a ResourceQuota configuration. For each condition of a limited resource, an object for which it holds is denied
 * in a namespace without quotas. An object for which it does not hold is admitted there.
 */
export function limitedResourceTests(policy: PolicyDocument, materials: Materials): Drafts {
  const all = listOf(policy.body['limitedResources']).flatMap((limited, i) => conditionsOf(objectAt(limited)).map((condition) => {
    const resource = resourceText(objectAt(limited))
    return {title: `${policy.name}: limitedResources[${i}] ${resource} ${condition.text}`, tests: conditionTests(resource, condition, materials)}
  }))
  const named = all.flatMap(({title, tests}) => tests.map((test) => ({...test, name: `${title} ${test.name}`})))
  return {tests: named, missing: all.flatMap(({title, tests}) => tests.length === 0 ? [title] : [])}
}

const resourceText = ({apiGroup, resource}: JsonObject): string => [scalarText(resource), scalarText(apiGroup)].filter((part) => part !== '').join('.')

function conditionsOf(limited: JsonObject): Condition[] {
  const {matchContains, matchScopes} = limited
  return [
    ...listOf(matchContains).map((part): Condition => ({text: scalarText(part), resources: namesWith(scalarText(part), resourceText(limited))})),
    ...listOf(matchScopes).map((scope): Condition => {
      const {scopeName, operator, values} = objectAt(scope)
      const text = [scalarText(scopeName), scalarText(operator), listOf(values).map(scalarText).join(', ')].filter((part) => part !== '').join(' ')
      return {text, resources: [countOf(resourceText(limited))], scope}
    }),
  ]
}

/** The names in `hard` for the number of objects of a resource, and for the amounts of pods and claims. */
const countOf = (resource: string): string => ['pods', 'persistentvolumeclaims'].includes(resource) ? resource : `count/${resource}`

const amountsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['pods', ['requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory', 'cpu', 'memory', 'requests.ephemeral-storage', 'limits.ephemeral-storage', 'pods', 'count/pods']],
  ['persistentvolumeclaims', ['requests.storage', 'persistentvolumeclaims', 'count/persistentvolumeclaims']],
  ['services', ['services', 'services.nodeports', 'services.loadbalancers', 'count/services']],
])

/** Returns the names of amounts of which some text is a part. */
function namesWith(part: string, resource: string): readonly string[] {
  const known = (amountsOf.get(resource) ?? [countOf(resource)]).filter((name) => name.includes(part))
  if (known.length > 0) return known
  return [part.startsWith('.') ? `test${part}` : part]
}

function conditionTests(resource: string, {resources, scope}: Condition, materials: Materials): DraftTest[] {
  const {inside, outside} = scopeFields(scope, materials.priorities)
  const denied = firstOf(resources, scope === undefined ? [{}] : inside, materials, isDeniedByConfiguration)
  if (denied === undefined) return []
  // Without a scope, another object is one that does not use the amount: one that quotas only count.
  const other = scope === undefined ? firstOf([countOf(resource)], [{}], materials, isAdmitted) : firstOf(resources, outside, materials, isAdmitted)
  return [denied('denies an object in a namespace without quotas'), ...other === undefined ? [] : [other('admits another object')]]
}

const isAdmitted = ({review}: Outcome): boolean => review.allowed

/** True for a denial by the configuration of the plugin. */
const isDeniedByConfiguration = ({review: {steps}}: Outcome): boolean =>
  steps.some(({rejection}) => rejection?.reasons.some(({configuredBy = []}) => configuredBy.length > 0) === true)

/** Returns the function that names the test of the first object with a certain answer; undefined if there is none. */
function firstOf(
  resources: readonly string[], choices: readonly JsonObject[], materials: Materials, isWanted: (outcome: Outcome) => boolean,
): ((name: string) => DraftTest) | undefined {
  const {bench, namespace} = materials
  for (const subject of choices.flatMap((fields) => resources.flatMap((name) => subjectsFor(name, fields, materials)))) {
    const {object, source} = inEmptyNamespace(subject)
    const outcome = bench.send({object, namespace})
    if (outcome !== undefined && isWanted(outcome)) return (name) => ({name, namespace, existing: [], object: source, expect: expectationOf(outcome)})
  }
  return undefined
}

function inEmptyNamespace({object, source}: Subject): Subject {
  const placed = (body: JsonObject): JsonObject => ({...body, metadata: {...objectAt(body, 'metadata'), namespace: emptyNamespace}})
  return {object: placed(object), source: source['base'] === undefined ? placed(source) : {...source, patch: placed(objectAt(source, 'patch'))}}
}
