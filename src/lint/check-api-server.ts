import {apiServerPod} from '../configuration/api-server/api-server-pod.js'
import {readServerFlags} from '../configuration/api-server/server-flags.js'
import {fieldOf} from '../manifests/fault.js'
import {locate} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import type {Diagnostic} from './diagnostic.js'

/** The flags in a pod of kube-apiserver with which the server does not start, and those of which it warns; none for any other object. */
export function checkApiServer(manifest: Manifest): Diagnostic[] {
  const pod = apiServerPod(manifest)
  if (pod === undefined) return []
  const {document: {file}, node} = manifest
  return readServerFlags(pod.args).faults.map(({stage, ruleId, message, hint, steps, other}): Diagnostic => ({
    ruleId, severity: stage === undefined ? 'info' : 'error', message, field: fieldOf(steps), file, span: locate(file, node, steps),
    related: other === undefined ? [] : [{file, span: locate(file, node, other), message: 'the other flag is here'}],
    ...hint !== undefined && {hint},
  }))
}
