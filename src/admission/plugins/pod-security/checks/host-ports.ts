import type {ContainerPort, PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {containersWhere, namesOf, pluralize, sortedSet} from './shared.js'

/** Containers use no ports of the host (policy `CheckHostPorts`). */
export const hostPorts: Check = {id: 'hostPorts', level: 'baseline', versions: [{since: 0, check}]}

const usesHost = ({hostPort = 0}: ContainerPort): boolean => hostPort !== 0

function check(spec: PodSpec): Violation | undefined {
  const bad = containersWhere(spec, ({ports}) => ports?.some(usesHost) === true)
  if (bad.length === 0) return undefined
  const ports = sortedSet(bad.flatMap(({container}) => (container.ports ?? []).filter(usesHost).map(({hostPort}) => String(hostPort))))
  return {
    reason: 'hostPort',
    detail: `${namesOf(bad)} ${pluralize('uses', 'use', bad.length)} ${pluralize('hostPort', 'hostPorts', ports.length)} ${ports.join(', ')}`,
    offences: bad.flatMap(({container, path}) => (container.ports ?? []).flatMap((port, i) =>
      usesHost(port) ? [{field: path.child('ports').index(i).child('hostPort'), hint: 'remove hostPort', repair: {to: undefined}}] : [])),
  }
}
