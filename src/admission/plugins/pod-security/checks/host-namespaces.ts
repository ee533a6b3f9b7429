import type {PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {specPath} from './shared.js'

/** Pods do not share the namespaces of the host (policy `CheckHostNamespaces`). */
export const hostNamespaces: Check = {id: 'hostNamespaces', level: 'baseline', versions: [{since: 0, check}]}

const fields = ['hostNetwork', 'hostPID', 'hostIPC'] as const

function check(spec: PodSpec): Violation | undefined {
  if (spec.hostNetwork !== true && spec.hostPID !== true && spec.hostIPC !== true) return undefined
  const shared = fields.filter((field) => spec[field] === true)
  return {
    reason: 'host namespaces',
    detail: shared.map((field) => `${field}=true`).join(', '),
    offences: shared.map((field) => ({field: specPath.child(field), hint: `remove ${field}`, repair: {to: undefined}})),
  }
}
