import {namespace as kind} from '../kinds/namespace/index.js'
import type {Namespace} from '../machinery/api/core-v1.js'
import {notFoundRequest} from '../machinery/meta/status.js'
import type {Attributes} from './attributes.js'
import {findNamed} from './find-named.js'
import type {Lister, Rejection} from './plugin.js'

/** The namespaces that each server creates. */
const ofServer: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease'])

/** Returns a namespace; undefined if it is not declared. */
export const declaredNamespace = (lister: Lister, name: string): Namespace | undefined => findNamed(lister.list(kind), name)

/** True if a namespace is declared, or exists on each server. */
export const isKnownNamespace = (lister: Lister, name: string): boolean => ofServer.has(name) || declaredNamespace(lister, name) !== undefined

/** Returns the 404 about a namespace that does not exist. If no namespace is declared, all of them are assumed to exist. */
export function missingNamespace(lister: Lister, {namespace}: Attributes): Rejection | undefined {
  if (isKnownNamespace(lister, namespace) || lister.list(kind).length === 0) return undefined
  const status = notFoundRequest({group: '', name: 'namespaces'}, namespace)
  return {status, reasons: [{message: status.message}]}
}
