import {rememberPairs} from '../machinery/collections/remember-pairs.js'
import {textOf} from '../machinery/go/json-value.js'
import {defaultVersion, onceForEachVersion} from '../machinery/version/kubernetes-version.js'
import type {JsonObject} from '../source/json-value.js'
import type {Node} from '../source/node.js'
import type {ObjectError} from './object-error.js'
import {identityOf, kindMissing} from './identity.js'
import {mapKind, noMatch} from './kind-lookup.js'
import {metadataErrors} from './metadata.js'

/**
 * Returns the errors for which kubectl does not send the object of a document (or the items of a list), in the order of its checks.
 * Requires that apiVersion and kind are texts (cli-runtime `mapper.infoForData`; spec apimachinery 2.3).
 */
export function documentErrors(body: JsonObject, node: Node, version = defaultVersion): ObjectError[] {
  const metadata = metadataErrors(body, node)
  return identityOf(body).kind === '' ? [kindMissing, ...metadata] : [...metadata, ...mappingErrors(body, version)]
}

/** Returns the error of a kind that does not exist. */
export const mappingErrors = (body: JsonObject, version = defaultVersion): ObjectError[] =>
  isMapped(version)(textOf(body['apiVersion']), textOf(body['kind'])) ? [] : [noMatch(identityOf(body), version)]

const isMapped = onceForEachVersion((version) => rememberPairs((apiVersion, kind) => mapKind(identityOf({apiVersion, kind}), version) !== undefined))
