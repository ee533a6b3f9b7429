import {namespace as kind} from '../kinds/namespace/index.js'
import type {Namespace} from '../machinery/api/core-v1.js'
import type {Lister} from './plugin.js'

/** The namespaces that each server creates. */
const ofServer: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease'])

/** Returns a namespace; undefined if it is not declared. */
export const declaredNamespace = (lister: Lister, name: string): Namespace | undefined => lister.list(kind).find(({metadata}) => metadata.name === name)

/** True if a namespace is declared, or exists on each server. */
export const isKnownNamespace = (lister: Lister, name: string): boolean => ofServer.has(name) || declaredNamespace(lister, name) !== undefined
