import type {PodSpec} from '../../../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../../machinery/api/meta-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import {quote} from '../../../../machinery/go/text.js'
import type {Check, Violation} from '../check.js'
import {containersWithForbidden, forbiddenProfiles, isForbiddenProfile} from './seccomp.js'
import {containersWhere, pluralize, sortedSet} from './shared.js'

/** Profiles of seccomp are that of the runtime, or local ones (policy `CheckSeccompBaseline`). */
export const seccompProfileBaseline: Check = {
  id: 'seccompProfile_baseline',
  level: 'baseline',
  versions: [{since: 0, check: checkAnnotations}, {since: 19, check: checkFields}],
}

const podKey = 'seccomp.security.alpha.kubernetes.io/pod'
const containerPrefix = 'container.seccomp.security.alpha.kubernetes.io/'

const isAllowedValue = (value: string): boolean => value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/')

function checkAnnotations(spec: PodSpec, {annotations = {}}: Partial<ObjectMeta>): Violation | undefined {
  const keys = [podKey, ...containersWhere(spec, () => true).map(({container: {name = ''}}) => `${containerPrefix}${name}`)]
  const forbidden = keys.filter((key) => Object.hasOwn(annotations, key) && !isAllowedValue(annotations[key] ?? ''))
  if (forbidden.length === 0) return undefined
  const values = sortedSet(forbidden.map((key) => `${key}=${quote(annotations[key] ?? '')}`))
  return {
    reason: 'seccompProfile',
    detail: `forbidden ${pluralize('annotation', 'annotations', values.length)} ${values.join(', ')}`,
    offences: forbidden.map((key) => ({field: FieldPath.of('metadata', 'annotations').key(key), hint: 'write runtime/default, or remove the annotation', repair: {to: undefined}})),
  }
}

function checkFields(spec: PodSpec): Violation | undefined {
  const bad = containersWithForbidden(spec)
  return bad.length === 0 && !isForbiddenProfile(spec.securityContext?.seccompProfile) ? undefined : forbiddenProfiles(spec, bad)
}
