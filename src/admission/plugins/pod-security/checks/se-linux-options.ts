import type {SELinuxOptions} from '../../../../machinery/api/core-v1.js'
import type {FieldPath} from '../../../../machinery/field/path.js'
import type {Check, CheckPod, Offence} from '../check.js'
import {containersWhere, inContext, joinQuoted, pluralize, podContext, settersOf, sortedSet} from './shared.js'

/** The type of SELinux is one for containers, and its user and role are not set (policy `CheckSELinuxOptions`). */
export const seLinuxOptions: Check = {
  id: 'seLinuxOptions',
  level: 'baseline',
  versions: [
    {since: 0, check: withTypes('container_t', 'container_init_t', 'container_kvm_t')},
    {since: 31, check: withTypes('container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t')},
  ],
}

function withTypes(...types: readonly string[]): CheckPod {
  const isBadType = (type: string): boolean => type !== '' && !types.includes(type)
  const isBad = (options: SELinuxOptions | undefined): options is SELinuxOptions => options !== undefined && badFields(options).length > 0
  const badFields = ({type = '', user = '', role = ''}: SELinuxOptions): string[] =>
    [...isBadType(type) ? ['type'] : [], ...user !== '' ? ['user'] : [], ...role !== '' ? ['role'] : []]
  const offences = (options: SELinuxOptions, path: FieldPath): Offence[] => badFields(options).map((field) =>
    ({field: path.child(field), hint: field === 'type' ? `write one of ${types.join(', ')}, or remove type` : `remove ${field}`, repair: {to: undefined}}))

  return (spec) => {
    const ofPod = spec.securityContext?.seLinuxOptions
    const bad = containersWhere(spec, ({securityContext}) => isBad(securityContext?.seLinuxOptions))
    if (!isBad(ofPod) && bad.length === 0) return undefined
    const set = [
      ...isBad(ofPod) ? [{options: ofPod, path: podContext.child('seLinuxOptions')}] : [],
      ...bad.map((one) => ({options: one.container.securityContext?.seLinuxOptions ?? {}, path: inContext(one, 'seLinuxOptions')})),
    ]
    return {
      reason: 'seLinuxOptions',
      detail: `${settersOf(isBad(ofPod), bad)} set forbidden securityContext.seLinuxOptions: ${nameErrors(set.map(({options}) => options), isBadType).join('; ')}`,
      offences: set.flatMap(({options, path}) => offences(options, path)),
    }
  }
}

function nameErrors(all: readonly SELinuxOptions[], isBadType: (type: string) => boolean): string[] {
  const types = sortedSet(all.flatMap(({type = ''}) => isBadType(type) ? [type] : []))
  return [
    ...types.length > 0 ? [`${pluralize('type', 'types', types.length)} ${joinQuoted(types)}`] : [],
    ...all.some(({user = ''}) => user !== '') ? ['user may not be set'] : [],
    ...all.some(({role = ''}) => role !== '') ? ['role may not be set'] : [],
  ]
}
