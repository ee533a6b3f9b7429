import type {PodSecurityContext, PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {containersWhere, inContext, podContext, settersOf} from './shared.js'

/** Pods run no processes of a Windows host (policy `CheckWindowsHostProcess`). */
export const windowsHostProcess: Check = {id: 'windowsHostProcess', level: 'baseline', versions: [{since: 0, check}]}

const isOfHost = (context: Pick<PodSecurityContext, 'windowsOptions'> | undefined): boolean => context?.windowsOptions?.hostProcess === true

function check(spec: PodSpec): Violation | undefined {
  const ofPod = isOfHost(spec.securityContext)
  const bad = containersWhere(spec, ({securityContext}) => isOfHost(securityContext))
  if (!ofPod && bad.length === 0) return undefined
  return {
    reason: 'hostProcess',
    detail: `${settersOf(ofPod, bad)} must not set securityContext.windowsOptions.hostProcess=true`,
    offences: [
      ...ofPod ? [{field: podContext.child('windowsOptions', 'hostProcess'), hint: 'remove hostProcess', repair: {to: undefined}}] : [],
      ...bad.map((one) => ({field: inContext(one, 'windowsOptions', 'hostProcess'), hint: 'remove hostProcess', repair: {to: undefined}})),
    ],
  }
}
