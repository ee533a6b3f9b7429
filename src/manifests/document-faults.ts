import {textOf} from '../machinery/go/json-value.js'
import {rememberPairs} from '../machinery/collections/remember-pairs.js'
import type {JsonObject} from '../source/json-value.js'
import type {Node} from '../source/node.js'
import type {Fault} from './fault.js'
import {identityOf, kindMissing} from './identity.js'
import {mapKind, noMatch} from './kind-lookup.js'
import {metadataFaults} from './metadata.js'

/**
 * Returns the faults for which kubectl does not send the object of a document, or the items of a list, in the order of its checks.
 * Requires that apiVersion and kind are texts (cli-runtime `mapper.infoForData`; spec apimachinery 2.3).
 */
export function documentFaults(body: JsonObject, node: Node): Fault[] {
  const metadata = metadataFaults(body, node)
  return identityOf(body).kind === '' ? [kindMissing, ...metadata] : [...metadata, ...mappingFaults(body)]
}

/** Returns the fault of a kind that does not exist. */
export const mappingFaults = (body: JsonObject): Fault[] =>
  isMapped(textOf(body['apiVersion']), textOf(body['kind'])) ? [] : [noMatch(identityOf(body))]

const isMapped = rememberPairs((apiVersion, kind) => mapKind(identityOf({apiVersion, kind})) !== undefined)
