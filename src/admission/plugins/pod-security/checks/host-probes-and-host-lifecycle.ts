import type {Container, PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {below, containersWhere, joinQuoted, pluralize, sortedSet} from './shared.js'

/** Probes and lifecycle handlers name no host (policy `CheckHostProbesAndHostLifecycle`). */
export const hostProbesAndHostLifecycle: Check = {id: 'hostProbesAndHostLifecycle', level: 'baseline', versions: [{since: 34, check}]}

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const
const handlers = ['postStart', 'preStop'] as const
const actions = ['httpGet', 'tcpSocket'] as const

/** A host, and the fields that lead to it. */
interface NamedHost {
  readonly host: string
  readonly fields: readonly string[]
}

function hostsOf(container: Container): NamedHost[] {
  const {lifecycle} = container
  return [
    ...probes.map((field) => ({fields: [field], value: container[field]})),
    ...handlers.map((field) => ({fields: ['lifecycle', field], value: lifecycle?.[field]})),
  ].flatMap(({fields, value}) => actions.flatMap((action) => {
    const {host = ''} = value?.[action] ?? {}
    return host === '' ? [] : [{host, fields: [...fields, action, 'host']}]
  }))
}

/** Fast path: most containers have no lifecycle handlers, and probes of few have actions that can name a host. */
const namesHost = (container: Container): boolean => {
  const {livenessProbe, readinessProbe, startupProbe, lifecycle} = container
  return (livenessProbe ?? readinessProbe ?? startupProbe ?? lifecycle) !== undefined && hostsOf(container).length > 0
}

function check(spec: PodSpec): Violation | undefined {
  const bad = containersWhere(spec, namesHost)
  if (bad.length === 0) return undefined
  const names = sortedSet(bad.map(({container: {name = ''}}) => name))
  const hosts = sortedSet(bad.flatMap(({container}) => hostsOf(container).map(({host}) => host)))
  const containers = `${pluralize('container', 'containers', names.length)} ${joinQuoted(names)}`
  return {
    reason: 'probe or lifecycle host',
    detail: `${containers} ${pluralize('uses', 'use', names.length)} ${pluralize('probe or lifecycle host', 'probe or lifecycle hosts', hosts.length)} ${joinQuoted(hosts)}`,
    offences: bad.flatMap(({container, path}) => hostsOf(container).map(({fields}) => ({field: below(path, fields), hint: 'remove host', repair: {to: undefined}}))),
  }
}
