import type {SendOperation, SendOptions, Subresource} from '../simulate/operations/operation.js'
import {UsageError} from '../usage-error.js'

/** The flags that say how objects are sent. */
export interface SendingFlags {
  readonly operation?: SendOperation | undefined
  readonly subresource?: Subresource | undefined
  readonly as?: string | undefined
  readonly 'as-group'?: readonly string[] | undefined
}

/**
 * The options for sending objects.
 *
 * @throws UsageError for groups without a user, and for an operation that a subresource does not support
 */
export function sendingOf({operation, subresource, as: user, 'as-group': groups = []}: SendingFlags): SendOptions {
  if (groups.length > 0 && user === undefined) {
    throw new UsageError('requesting groups without impersonating a user: --as-group needs --as', ['kadm simulate pod.yaml --as alice --as-group developers'])
  }
  if (subresource !== undefined && operation !== undefined && operation !== 'replace') {
    throw new UsageError(`--subresource ${subresource} sends objects as --operation replace does: leave --operation ${operation} out`)
  }
  return {...operation && {operation}, ...subresource && {subresource}, ...user !== undefined && {user}, ...groups.length > 0 && {groups}}
}
