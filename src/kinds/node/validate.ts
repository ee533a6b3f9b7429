import type {Node, NodeSpec, Taint} from '../../machinery/api/core-v1.js'
import {allErrors, duplicate, FieldError, forbidden, invalid, notSupported, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {validateText} from '../../machinery/field/text-rules.js'
import {cidrErrors, isRange} from '../../machinery/go/ip.js'
import {labelValue, qualifiedName} from '../../machinery/meta/names.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'

const taintsOrigin = 'node/taints'

const rangesOrigin = 'node/pod-cidrs'

/** The server's messages name a field in the metadata. */
const taintsPath = FieldPath.of('metadata', 'taints')

const specPath = FieldPath.of('spec')

const rangesPath = specPath.child('podCIDRs')

/** The field of a manifest in which a mistake is, for the field in the server's message. */
export const givenField = (steps: readonly (string | number)[]): readonly (readonly (string | number)[])[] =>
  steps[0] === 'metadata' && steps[1] === 'taints' ? [['spec', ...steps.slice(1)]] : steps[1] === 'podCIDRs' ? [['spec', 'podCIDR']] : []

/** The rules for the spec of a Node (core validation `ValidateNode`). */
export const validateNode = ({spec = {}}: Node, _old?: Node, version?: KubernetesVersion): FieldError[] =>
  [...validateTaints(spec.taints), ...validateRanges(spec.podCIDRs, version)]

/** The rules for changes (core validation `ValidateNodeUpdate`), which check taints again. */
export const validateNodeUpdate = ({spec = {}}: Node, {spec: old = {}}: Node): FieldError[] => allErrors(
  changedRanges(spec, old),
  old.providerID && old.providerID !== spec.providerID
    ? [forbidden(specPath.child('providerID'), 'node updates may not change providerID except from "" to valid', 'node/immutable')] : [],
  validateTaints(spec.taints),
  (spec.externalID ?? '') === (old.externalID ?? '') ? [] : [forbidden(specPath.child('externalID'), 'may not be updated', 'node/immutable')],
)

function changedRanges({podCIDRs = []}: NodeSpec, {podCIDRs: old = []}: NodeSpec): FieldError[] {
  const changes = old.length === podCIDRs.length ? old.filter((range, i) => range !== podCIDRs[i]) : old.slice(0, 1)
  return changes.map(() => forbidden(rangesPath, 'node updates may not change podCIDR except from "" to valid', 'node/immutable'))
}

function validateTaints(taints: readonly Taint[] = []): FieldError[] {
  const known = new Set<string>()
  return taints.flatMap((taint, i) => {
    const {key = '', value = '', effect = ''} = taint
    const path = taintsPath.index(i)
    const pair = JSON.stringify([key, effect])
    const isKnown = known.has(pair)
    known.add(pair)
    const errors = labelValue(value)
    return allErrors(
      validateText(key, qualifiedName, path.child('key'), taintsOrigin),
      errors.length === 0 ? [] : [invalid(path.child('value'), value, errors.join(';'), taintsOrigin)],
      validateEffect(effect, path.child('effect')),
      isKnown ? [withDetail(duplicate(path, internalTaint(taint), taintsOrigin), 'taints must be unique by key and effect pair')] : [],
    )
  })
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

function validateEffect(effect: string, path: FieldPath): FieldError[] {
  if (effect === '') return [required(path, '', taintsOrigin)]
  return effects.includes(effect) ? [] : [notSupported(path, effect, effects, taintsOrigin)]
}

const withDetail = ({type, field, badValue, origin}: FieldError, detail: string): FieldError => new FieldError(type, field, badValue, detail, origin)

/** A taint as the server prints it in messages. */
const internalTaint = ({key = '', value = '', effect = '', timeAdded}: Taint): object => ({Key: key, Value: value, Effect: effect, TimeAdded: timeAdded ?? null})

function validateRanges(ranges: readonly string[] = [], version?: KubernetesVersion): FieldError[] {
  const errors = ranges.flatMap((range, i) => validateText(range, (text) => cidrErrors(text, version), rangesPath.index(i), rangesOrigin))
  if (ranges.length < 2) return errors
  const unreadable = ranges.findIndex((range) => !isRange(range))
  const isPair = unreadable < 0 && ranges.length === 2 && new Set(ranges.map((range) => range.includes(':'))).size === 2
  const detail = `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${unreadable}]: <nil> (invalid CIDR address: ${ranges[unreadable] ?? ''})`
  return [
    ...errors,
    ...unreadable < 0 ? [] : [new FieldError('Internal', rangesPath, undefined, detail, rangesOrigin)],
    ...isPair ? [] : [invalid(rangesPath, ranges, 'may specify no more than one CIDR for each IP family', rangesOrigin)],
  ]
}
