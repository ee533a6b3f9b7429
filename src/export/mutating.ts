import {qosAnnotation} from '../admission/plugins/pod-qos/index.js'
import {type MetadataMap, metadataMaps} from '../kinds/metadata-policy/metadata-maps.js'
import type {PolicyRule} from '../kinds/metadata-policy/policy-rule.js'
import {FieldPath} from '../machinery/field/path.js'
import {all, cel, type Cel, type Expression, firstMatching, indented, isTooLong, joined, literal, type NamedExpression, type Variable, variable} from './cel.js'
import {entriesOf, type Entry} from './entries.js'
import {type MatchOptions, policyMatch} from './match.js'
import {rejectionMarker, ruleName, ruleVariables, schedulerAnnotation} from './names.js'
import type {MutatingSpec} from './native-types.js'
import {predicateCel} from './predicate-cel.js'
import type {NamespaceRules} from './rule-set.js'

/** Options of a MutatingAdmissionPolicy besides the rules. */
export interface MutatingOptions extends MatchOptions {
  /** True to annotate pods with their quality of service class first. */
  readonly qosAnnotator: boolean
  /** True to also set the scheduler of pods that rules name in an annotation. */
  readonly schedulerName: boolean
}

/** A native policy, with all its compiled expressions. */
export interface Compiled<S> {
  readonly spec: S
  readonly expressions: readonly Expression[]
}

/**
 * Compiles all updates of a namespace into one policy with one mutation, which reads the object as submitted; several policies would
 * see each other's changes, in no order (spec metadatapolicy 8.3). If rejecting rules match keys that other rules set, it also
 * evaluates these, and marks the object (spec metadatapolicy 8.5).
 */
export function mutatingSpec(set: NamespaceRules, options: MutatingOptions): Compiled<MutatingSpec> {
  const nameOf = ruleVariables(set.policies)
  const conditions = ruleConditions(set, nameOf)
  const {variables, mutation} = updateMutation(entriesOf(set.updates, nameOf), set, options)
  const qos = options.qosAnnotator ? [{...placeOfAll(set), expression: annotatorCel(options)}] : []
  const mutations = [...qos, ...set.updates.length > 0 ? [mutation] : []]
  const declared = [...options.qosAnnotator ? qosVariables.map((each) => ({...placeOfAll(set), ...each})) : [], ...conditions, ...variables]
  return {
    spec: {
      ...policyMatch(set.namespace, options, alternatives(set, options)),
      reinvocationPolicy: 'Never',
      ...declared.length > 0 && {variables: declared.map(({name, expression}) => ({name, expression}))},
      mutations: mutations.map(({expression}) => ({patchType: 'ApplyConfiguration', applyConfiguration: {expression}})),
    },
    expressions: [...declared, ...mutations],
  }
}

/** The place of expressions compiled from all rules: the first policy. */
function placeOfAll({namespace, policies: [policy]}: NamespaceRules): Omit<Expression, 'expression'> {
  if (policy === undefined) throw new Error('a namespace without policies has no native policies')
  return {subject: `the rules of namespace ${namespace} together`, policy, field: FieldPath.of('spec', 'rules')}
}

/** The conditions of objects that are mutated. With the annotator, these are all pods. */
function alternatives({updates, rejects, mode}: NamespaceRules, {qosAnnotator, resources}: MutatingOptions): Cel[] {
  const annotated = qosAnnotator ? [resources.isPodsOnly ? cel`true` : isPod] : []
  return [...annotated, ...[...updates, ...mode === 'marker' ? rejects : []].map(({predicate}) => predicateCel(predicate))]
}

/** The variables that are true if rules match; updates match only if no rule rejects. */
function ruleConditions(set: NamespaceRules, nameOf: (rule: PolicyRule) => Variable): NamedExpression[] {
  const conditions = (rules: readonly PolicyRule[], guard: Cel): NamedExpression[] => rules.map((rule) => {
    const {policy, field, predicate} = rule
    return {name: nameOf(rule), policy, field, expression: all([guard, predicateCel(predicate)])}
  })
  if (set.mode === 'direct') return conditions(set.updates, cel`true`)
  const reasons = set.rejects.map((rule) => ({condition: variable(nameOf(rule)), value: literal(ruleName(rule))}))
  const rejectedBy = {...placeOfAll(set), name: 'rejectedBy', expression: firstMatching(reasons, cel`""`)} as const
  return [...conditions(set.rejects, cel`true`), rejectedBy, ...conditions(set.updates, cel`${variable('rejectedBy')} == ""`)]
}

interface Update {
  readonly variables: readonly NamedExpression[]
  readonly mutation: Expression
}

/** The only mutation. Parts that do not fit into one expression become variables. */
function updateMutation(entries: readonly Entry[], set: NamespaceRules, options: MutatingOptions): Update {
  const scheduler = options.schedulerName ? entries.filter(({map, key}) => map === schedulerAnnotation.map && key === schedulerAnnotation.key) : []
  const moved = scheduler.map((entry): NamedExpression => ({...entry, name: 'schedulerName'}))
  const kept = entries.map((entry) => scheduler.includes(entry) ? {...entry, expression: valueOf('schedulerName')} : entry)
  const withMutation = (variables: readonly NamedExpression[], shown: readonly Entry[]): Update =>
    ({variables: [...moved, ...variables], mutation: {...placeOfAll(set), expression: objectCel(shown, set, options, scheduler.length > 0)}})
  const whole = withMutation([], kept)
  if (!isTooLong(whole.mutation.expression)) return whole
  const named = kept.map((entry, i) => ({entry, name: `${entry.map === 'labels' ? 'label' : 'annotation'}_${i}` as const}))
  return withMutation(named.map(({entry, name}) => ({...entry, name})), named.map(({entry, name}) => ({...entry, expression: valueOf(name)})))
}

/**
 * The value of a variable that may have none. When the API server checks a policy, it does not know that of a plain variable.
 * Its check of map literals fails for it (cel-go 0.26 `homogeneousAggregateLiteralValidator`).
 */
const valueOf = (name: Variable): Cel => cel`${variable(name)}.optMap(v, v)`

function objectCel(entries: readonly Entry[], {mode}: NamespaceRules, options: MutatingOptions, hasScheduler: boolean): Cel {
  const marked = mode === 'marker' ? [markerCel] : []
  const maps = metadataMaps.flatMap((map) => mapCel(map, [
    ...entries.filter((entry) => entry.map === map).map(entryCel), ...map === rejectionMarker.map ? marked : [],
  ]))
  const metadata = cel`  metadata: Object.metadata{\n${joined(maps, ',\n')}\n  }`
  return cel`Object{\n${joined([metadata, ...hasScheduler ? [schedulerCel(options)] : []], ',\n')}\n}`
}

const mapNames: Readonly<Record<MetadataMap, Cel>> = {labels: cel`labels`, annotations: cel`annotations`}

const mapCel = (map: MetadataMap, entries: readonly Cel[]): Cel[] =>
  entries.length === 0 ? [] : [cel`    ${mapNames[map]}: {\n      ${indented(joined(entries, ',\n'), 6)}\n    }`]

const entryCel = ({key, expression}: Entry): Cel => expression.includes('\n') ? cel`?${literal(key)}:\n  ${indented(expression, 2)}` : cel`?${literal(key)}: ${expression}`

const markerCel = cel`?${literal(rejectionMarker.key)}: ${variable('rejectedBy')} != "" ? optional.of(${variable('rejectedBy')}) : optional.none()`

/** Only new pods, as the scheduler of a pod cannot be changed afterwards. */
function schedulerCel({resources}: MutatingOptions): Cel {
  const isNew = all([...resources.isPodsOnly ? [] : [isPod], cel`request.operation == "CREATE"`])
  return cel`  ?spec:\n    ${isNew} ?\n    optional.of(Object.spec{?schedulerName: ${variable('schedulerName')}}) : optional.none()`
}

function annotatorCel({resources}: MutatingOptions): Cel {
  const key = literal(qosAnnotation)
  const entry = resources.isPodsOnly ? cel`${key}: ${qosClassCel}` : cel`?${key}:\n  ${isPod} ?\n  optional.of(${qosClassCel}) : optional.none()`
  return cel`Object{\n  metadata: Object.metadata{\n${joined(mapCel('annotations', [entry]), ',\n')}\n  }\n}`
}

/** The pods among the objects that a policy matches. */
const isPod = cel`object.apiVersion == "v1" && object.kind == "Pod"`

const isPositive = cel`.optMap(q, quantity(string(q)).isGreaterThan(quantity("0"))).orValue(false)`

const source = cel`has(object.spec.resources) ? [{"resources": object.spec.resources}] :
object.spec.containers + object.spec.?initContainers.orValue([])`

const asksForAny = cel`${variable('qosSource')}.exists(c, ["cpu", "memory"].exists(r,
  c.?resources.?requests[?r]${isPositive} ||
  c.?resources.?limits[?r]${isPositive}))`

const isGuaranteed = cel`${variable('qosSource')}.all(c, ["cpu", "memory"].all(r,
  c.?resources.?limits[?r]${isPositive} &&
  c.?resources.?requests[?r].optMap(q, quantity(string(q)).compareTo(quantity(string(c.resources.limits[r]))) == 0).orValue(false)))`

/** The variables that the class of a pod is computed with: its resources, or those of its containers (pkg/apis/core/v1/helper/qos `ComputePodQOS`). */
const qosVariables: readonly {readonly name: Variable, readonly expression: Cel}[] = [
  {name: 'qosSource', expression: source}, {name: 'qosAny', expression: asksForAny}, {name: 'qosGuaranteed', expression: isGuaranteed},
]

/** The quality of service class of a pod (spec metadatapolicy 8.6, checked against `status.qosClass` of a real server). */
const qosClassCel = cel`!${variable('qosAny')} ? "BestEffort" : ${variable('qosGuaranteed')} ? "Guaranteed" : "Burstable"`
