import type {Container, HTTPGetAction, LifecycleHandler, Probe} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, type Origin, required} from '../../../machinery/field/error.js'
import type {IntOrString} from '../../../machinery/field/int-or-percent.js'
import {validateNotNegative} from '../../../machinery/field/number-rules.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {portErrors, portNameErrors} from '../../../machinery/field/port.js'
import {validateText, validateWord} from '../../../machinery/field/text-rules.js'
import {httpHeaderName} from '../../../machinery/meta/names.js'

/** The fields that regular containers and sidecars have, and no others. */
export const probeFields = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const

/**
 * The rules for the probes and hooks of a container (core validation `validateLifecycle`, `validateLivenessProbe` and others;
 * spec pod 4.10).
 *
 * @param gracePeriod in seconds
 */
export function validateProbes(container: Container, gracePeriod: number | bigint, path: FieldPath): FieldError[] {
  const {lifecycle, livenessProbe, readinessProbe, startupProbe} = container
  return allErrors(
    lifecycle?.postStart === undefined ? [] : validateHandler(lifecycle.postStart, gracePeriod, path.child('lifecycle', 'postStart'), hook),
    lifecycle?.preStop === undefined ? [] : validateHandler(lifecycle.preStop, gracePeriod, path.child('lifecycle', 'preStop'), hook),
    livenessProbe === undefined ? [] : validateLiveness(livenessProbe, gracePeriod, path.child('livenessProbe')),
    readinessProbe === undefined ? [] : validateReadiness(readinessProbe, gracePeriod, path.child('readinessProbe')),
    startupProbe === undefined ? [] : validateLiveness(startupProbe, gracePeriod, path.child('startupProbe')),
  )
}

const origin = 'pod/probe'

const hook = 'pod/lifecycle'

/** The rules for liveness and startup probes, whose `successThreshold` must be 1. */
function validateLiveness(probe: Probe, gracePeriod: number | bigint, path: FieldPath): FieldError[] {
  const {successThreshold = 1} = probe
  return allErrors(
    validateProbe(probe, gracePeriod, path),
    successThreshold === 1 ? [] : [invalid(path.child('successThreshold'), successThreshold, 'must be 1', origin)],
  )
}

function validateReadiness(probe: Probe, gracePeriod: number | bigint, path: FieldPath): FieldError[] {
  const {terminationGracePeriodSeconds: seconds} = probe
  return allErrors(
    validateProbe(probe, gracePeriod, path),
    seconds === undefined ? [] : [invalid(path.child('terminationGracePeriodSeconds'), seconds, 'must not be set for readinessProbes', origin)],
  )
}

const amounts = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'] as const

function validateProbe(probe: Probe, gracePeriod: number | bigint, path: FieldPath): FieldError[] {
  const {terminationGracePeriodSeconds: seconds = 1} = probe
  return allErrors(
    validateHandler(probe, gracePeriod, path, origin),
    amounts.flatMap((field) => validateNotNegative(probe[field], path.child(field), origin)),
    seconds > 0 ? [] : [invalid(path.child('terminationGracePeriodSeconds'), seconds, 'must be greater than 0', origin)],
  )
}

/** The action of a probe or a hook: one of these, or by mistake none or several. */
type Handler = Pick<Probe, 'exec' | 'grpc' | 'httpGet' | 'tcpSocket'> & LifecycleHandler

/** The actions, in the server's order, and the rules for each. */
const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const

function validateHandler(handler: Handler, gracePeriod: number | bigint, path: FieldPath, own: Origin): FieldError[] {
  const [first, ...others] = handlers.filter((kind) => handler[kind] !== undefined)
  if (first === undefined) return [required(path, 'must specify a handler type', own)]
  return allErrors(
    validateAction(handler, gracePeriod, path.child(first), own),
    others.map((kind) => forbidden(path.child(kind), 'may not specify more than 1 handler type', own)),
  )
}

/** The rules for the first action of a handler. */
function validateAction({exec, httpGet, tcpSocket, grpc, sleep}: Handler, gracePeriod: number | bigint, path: FieldPath, own: Origin): FieldError[] {
  if (exec !== undefined) return (exec.command ?? []).length > 0 ? [] : [required(path.child('command'), '', own)]
  if (httpGet !== undefined) return validateHttpGet(httpGet, path, own)
  if (tcpSocket !== undefined) return validatePortRef(tcpSocket.port ?? 0, path.child('port'), own)
  if (grpc !== undefined) return validatePortRef(grpc.port ?? 0, path.child('port'), own)
  const {seconds = 0} = sleep ?? {}
  if (seconds >= 0 && seconds <= gracePeriod) return []
  return [invalid(path, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`, own)]
}

const schemes = ['HTTP', 'HTTPS']

/** The rules for an HTTP request; upstream omits the index of a header. */
const validateHttpGet = ({port = 0, scheme = 'HTTP', httpHeaders = []}: HTTPGetAction, path: FieldPath, own: Origin): FieldError[] => allErrors(
  validatePortRef(port, path.child('port'), own),
  validateWord(scheme, schemes, path.child('scheme'), own),
  httpHeaders.flatMap(({name = ''}) => validateText(name, httpHeaderName, path.child('httpHeaders'), own)),
)

/** The rule for a port given by number or name (`ValidatePortNumOrName`). */
const validatePortRef = (port: IntOrString, path: FieldPath, own: Origin): FieldError[] =>
  (typeof port === 'string' ? portNameErrors(port) : portErrors(port)).map((error) => invalid(path, port, error, own))
