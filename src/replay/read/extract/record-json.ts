import {formatTime} from '../../../machinery/go/instant.js'
import {beginning} from '../canonical.js'
import type {LoggedEvent, LogRecord} from '../request.js'

import {printable} from '../../../machinery/output/printable.js'

/** Returns the line of a record in an extract, without the line break. */
export const recordLine = (record: LogRecord): string => printable(JSON.stringify(recordJson(record)))

/** Returns the JSON of a record in an extract, without empty and default values. `readCanonical` reads it. */
function recordJson({time, verb, group, dryRun, user, namespace, name, object = {}, observed, approx, auditID, isBeginning, stored}: LogRecord): object {
  const {source: {component, host} = {}, involvedObject, type, reason, message} = object
  return {
    time,
    verb: verb === 'create' ? undefined : verb,
    group: given(group),
    dryRun: dryRun || undefined,
    user: given(user),
    namespace: given(namespace),
    name: given(name),
    source: given(component) === undefined && given(host) === undefined ? undefined : {component: given(component), host: given(host)},
    object: involvedObject && objectJson(involvedObject),
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

function objectJson({kind, namespace, name, uid, apiVersion, fieldPath}: NonNullable<LoggedEvent['involvedObject']>): object | undefined {
  if (!kind && !namespace && !name && !uid && !apiVersion && !fieldPath) return undefined
  return {
    kind: given(kind), namespace: given(namespace), name: given(name), uid: given(uid), apiVersion: given(apiVersion), fieldPath: given(fieldPath),
  }
}
