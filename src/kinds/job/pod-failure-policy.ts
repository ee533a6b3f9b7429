import type {JobSpec, PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyOnPodConditionsPattern, PodFailurePolicyRule} from '../../machinery/api/batch-v1.js'
import {repeated} from '../../machinery/collections/repeated.js'
import {allErrors, duplicate, type FieldError, invalid, notSupported, omittedValue, required, tooMany} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {quote} from '../../machinery/go/text.js'
import {qualifiedName} from '../../machinery/meta/names.js'

const origin = 'job/pod-failure-policy'

const maxRules = 20

const maxValues = 255

const maxPatterns = 20

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore']

const operators = ['In', 'NotIn']

const statuses = ['False', 'True', 'Unknown']

/** The rules for a pod failure policy (batch validation `validatePodFailurePolicy`; spec kinds 10). */
export function validatePodFailurePolicy({podFailurePolicy, template, backoffLimitPerIndex}: JobSpec, path: FieldPath): FieldError[] {
  const rules = podFailurePolicy?.rules ?? []
  const place = path.child('rules')
  const {containers = [], initContainers = []} = template?.spec ?? {}
  const names = new Set([...containers, ...initContainers].map(({name = ''}) => name))
  return allErrors(
    atMostItems(rules, maxRules, place),
    rules.flatMap((rule, i) => validateRule(rule, names, backoffLimitPerIndex !== undefined, place.index(i))),
  )
}

const atMostItems = (items: readonly unknown[], limit: number, path: FieldPath): FieldError[] =>
  items.length > limit ? [tooMany(path, items.length, limit, origin)] : []

/** The rule for a required value that must be one of several; messages list these in alphabetical order. */
function validateWord(word: string, legal: readonly string[], path: FieldPath): FieldError[] {
  if (word === '') return [required(path, `valid values: [${legal.map(quote).join(' ')}]`, origin)]
  return legal.includes(word) ? [] : [notSupported(path, word, legal, origin)]
}

function validateRule(rule: PodFailurePolicyRule, names: ReadonlySet<string>, isBackedOffPerIndex: boolean, path: FieldPath): FieldError[] {
  const {action = '', onExitCodes, onPodConditions: patterns = []} = rule
  const ways = Number(onExitCodes !== undefined) + Number(patterns.length > 0)
  const error = ways === 2 ? 'specifying both OnExitCodes and OnPodConditions is not supported'
    : ways === 0 ? 'specifying one of OnExitCodes and OnPodConditions is required' : undefined
  return allErrors(
    action === 'FailIndex' && !isBackedOffPerIndex
      ? [invalid(path.child('action'), action, 'requires the backoffLimitPerIndex to be set', origin)] : validateWord(action, actions, path.child('action')),
    onExitCodes === undefined ? [] : validateExitCodes(onExitCodes, names, path.child('onExitCodes')),
    validatePatterns(patterns, path.child('onPodConditions')),
    error === undefined ? [] : [invalid(path, omittedValue, error, origin)],
  )
}

function validateExitCodes(requirement: PodFailurePolicyOnExitCodesRequirement, names: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const {operator = '', containerName, values = []} = requirement
  const place = path.child('values')
  const areKnown = repeated(values)
  return allErrors(
    validateWord(operator, operators, path.child('operator')),
    containerName === undefined || names.has(containerName) ? []
      : [invalid(path.child('containerName'), containerName, 'must be one of the container or initContainer names in the pod template', origin)],
    values.length === 0 ? [invalid(place, requirement.values ?? null, 'at least one value is required', origin)] : [],
    atMostItems(values, maxValues, place),
    values.flatMap((value, i) => allErrors(
      operator === 'In' && value === 0 ? [invalid(place.index(i), value, 'must not be 0 for the In operator', origin)] : [],
      areKnown[i] === true ? [duplicate(place.index(i), value, origin)] : [],
    )),
    values.some((value, i) => value < (values[i - 1] ?? value)) ? [invalid(place, values, 'must be ordered', origin)] : [],
  )
}

const validatePatterns = (patterns: readonly PodFailurePolicyOnPodConditionsPattern[], path: FieldPath): FieldError[] => allErrors(
  atMostItems(patterns, maxPatterns, path),
  patterns.flatMap(({type = '', status = ''}, i) => allErrors(
    qualifiedName(type).map((error) => invalid(path.index(i).child('type'), type, error, origin)),
    validateWord(status, statuses, path.index(i).child('status')),
  )),
)
