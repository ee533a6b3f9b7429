import type {AppArmorProfile, PodSpec} from '../../../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../../machinery/api/meta-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import {quote, sortTexts} from '../../../../machinery/go/text.js'
import type {Check, Offence, Violation} from '../check.js'
import {containersWhere, inContext, joinQuoted, pluralize, podContext, settersOf, sortedSet} from './shared.js'

/** The default profile of AppArmor must not be overridden or disabled (policy `CheckAppArmorProfile`). */
export const appArmorProfile: Check = {id: 'appArmorProfile', level: 'baseline', versions: [{since: 0, check}]}

const isForbidden = (profile: AppArmorProfile | undefined): profile is AppArmorProfile =>
  profile !== undefined && profile.type !== 'RuntimeDefault' && profile.type !== 'Localhost'

function check(spec: PodSpec, {annotations}: Partial<ObjectMeta>): Violation | undefined {
  const ofPod = spec.securityContext?.appArmorProfile
  const bad = containersWhere(spec, ({securityContext}) => isForbidden(securityContext?.appArmorProfile))
  const keys = annotations === undefined ? [] : forbiddenKeys(annotations)
  if (!isForbidden(ofPod) && bad.length === 0 && keys.length === 0) return undefined
  const types = [...isForbidden(ofPod) ? [ofPod.type ?? ''] : [], ...bad.map(({container}) => container.securityContext?.appArmorProfile?.type ?? '')]
  const values = [...sortedSet(types), ...sortTexts(keys.map((key) => `${key}=${quote(annotations?.[key] ?? '')}`))]
  const setters = [settersOf(isForbidden(ofPod), bad), ...keys.length > 0 ? [pluralize('annotation', 'annotations', keys.length)] : []].filter((text) => text !== '')
  return {
    reason: pluralize('forbidden AppArmor profile', 'forbidden AppArmor profiles', values.length),
    detail: `${setters.join(' and ')} must not set AppArmor profile type to ${joinQuoted(values)}`,
    offences: [
      ...isForbidden(ofPod) ? [offence(podContext.child('appArmorProfile', 'type'))] : [],
      ...bad.map((one) => offence(inContext(one, 'appArmorProfile', 'type'))),
      ...keys.map((key): Offence => ({field: FieldPath.of('metadata', 'annotations').key(key), hint: 'remove the annotation, or write runtime/default', repair: {to: undefined}})),
    ],
  }
}

const offence = (field: FieldPath): Offence => ({field, hint: 'write RuntimeDefault, or Localhost with a profile', repair: {to: 'RuntimeDefault'}})

const keyPrefix = 'container.apparmor.security.beta.kubernetes.io/'

const forbiddenKeys = (annotations: Readonly<Record<string, string>>): string[] =>
  Object.keys(annotations).filter((key) => key.startsWith(keyPrefix) && !isAllowedValue(annotations[key] ?? '')).sort()

const isAllowedValue = (profile: string): boolean => profile === '' || profile === 'runtime/default' || profile.startsWith('localhost/')
