import {formatTime} from '../../machinery/instant.js'
import {beginning} from '../canonical.js'
import type {LogRecord} from '../request.js'

/** A record as an extract has it: what is empty or usual is left out. `readCanonical` reads it. */
export function recordJson({time, verb, group, dryRun, user, namespace, name, object = {}, observed, approx, auditID, isBeginning, stored}: LogRecord): object {
  const {source = {}, involvedObject = {}, type, reason, message} = object
  return {
    time,
    verb: verb === 'create' ? undefined : verb,
    group: given(group),
    dryRun: dryRun || undefined,
    user: given(user),
    namespace: given(namespace),
    name: given(name),
    source: givenParts({component: source.component, host: source.host}),
    object: givenParts(involvedObject),
    type: given(type),
    reason: given(reason),
    message: given(message),
    observed: observed && {code: observed.code, message: given(observed.message)},
    approx: approx.length === 0 ? undefined : approx,
    auditID: given(auditID),
    stage: isBeginning ? beginning : undefined,
    stored: stored && {event: given(stored.event), requests: stored.requests, last: formatTime(stored.last)},
  }
}

const given = (text: string | undefined): string | undefined => text === '' ? undefined : text

function givenParts(parts: Readonly<Record<string, string | undefined>>): object | undefined {
  const named = Object.entries(parts).filter(([, text]) => given(text) !== undefined)
  return named.length === 0 ? undefined : Object.fromEntries(named)
}
