import {textOf} from '../../machinery/go/json-value.js'
import {knownVersion} from '../../machinery/version/kubernetes-version.js'
import type {Manifest} from '../../manifests/manifest.js'
import {namespaceOf} from '../../simulate/object-fields.js'
import {entriesInText} from '../../simulate/read-entries.js'
import type {SourceFile} from '../../source/source-file.js'
import {ObjectFiles} from '../object-files.js'
import {policyFilesOf, type RunInput} from '../policy-files.js'
import {nameOf} from './body.js'

/** Policies that affect only requests in their own namespace, and the documents with the usage of quotas. */
export const localKinds: ReadonlySet<unknown> = new Set(['LimitRange', 'ResourceQuota', 'ResourceQuotaUsage'])

/** Returns true for an object on which the answers of a test can depend. */
export type IsReached = (manifest: Manifest) => boolean

/**
 * Returns a function that returns true if the result of a run can depend on an object. It cannot depend on a LimitRange or
 * ResourceQuota of a namespace in which the run sends nothing and nothing else exists. A run that expects the usage of quotas finds them
 * by name in all namespaces, and depends on all.
 */
export function reachOf({suite, test, input}: RunInput): IsReached {
  if (test.steps.some(({expectations}) => expectations.some(({quotas}) => quotas !== undefined))) return () => true
  const {kubernetesVersion} = {...suite.server, ...test.server}
  const version = knownVersion(kubernetesVersion)
  const objectsIn = (files: readonly SourceFile[]): Manifest[] => files.flatMap((file) => entriesInText(file, version).flatMap(({manifest}) => manifest ?? []))
  const sent = objectsIn(new ObjectFiles(input).ofAll(test.steps.flatMap(({objects}) => objects)))
  const others = objectsIn(policyFilesOf(suite, test, input)).filter(({body}) => !localKinds.has(body['kind']))
  const own = test.namespace ?? suite.namespace
  const inNamespace = ({body}: Manifest): string => namespaceOf(body) ?? own
  const used = new Set([
    ...[...sent, ...others].map(inNamespace),
    // The deletion of a namespace deletes what is in it.
    ...sent.flatMap(({body}) => textOf(body['kind']) === 'Namespace' ? [nameOf(body)] : []),
  ])
  return (manifest) => !localKinds.has(manifest.body['kind']) || used.has(inNamespace(manifest))
}
