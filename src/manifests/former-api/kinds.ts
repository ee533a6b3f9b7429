import {textOf} from '../../machinery/go/json-value.js'
import {servedResource} from '../../machinery/schema/rest-mapper.js'
import type {Manifest} from '../manifest.js'

/** The versions of the core API before Kubernetes 1.0. */
const formerVersions: ReadonlySet<string> = new Set(['v1beta1', 'v1beta2', 'v1beta3'])

/** True for an apiVersion from before Kubernetes 1.0, which v1 replaced. */
export const isFormerCoreVersion = (apiVersion: string): boolean => formerVersions.has(apiVersion)

/** Hints for kinds that Kubernetes has removed, by kind. */
const formerKinds: ReadonlyMap<string, string> = new Map([
  ['Minion', 'write "kind: Node" and "apiVersion: v1"'],
  ['ContainerManifest', 'write "kind: Pod" and "apiVersion: v1"'],
  ['PetSet', 'write "kind: StatefulSet" and "apiVersion: apps/v1"'],
  ['ScheduledJob', 'write "kind: CronJob" and "apiVersion: batch/v1"'],
  ['ThirdPartyResource', 'write "kind: CustomResourceDefinition" and "apiVersion: apiextensions.k8s.io/v1"'],
  ['InitializerConfiguration', 'initializers went with Kubernetes 1.16: write a MutatingWebhookConfiguration or a MutatingAdmissionPolicy'],
  ['PodSecurityPolicy', 'it went with Kubernetes 1.25: label the namespace for Pod Security admission'],
  ['PodPreset', 'it went with Kubernetes 1.20: write a MutatingWebhookConfiguration or a MutatingAdmissionPolicy'],
])

/** The replacement of a kind that Kubernetes has removed; undefined for any other. */
export const formerKindHint = (kind: string): string | undefined => formerKinds.get(kind)

/** The versions of the files that the API server reads when it starts, by their kinds. Nothing serves them. */
const versionsOfConfigurations: ReadonlyMap<string, readonly string[]> = new Map([
  ['AdmissionConfiguration', ['apiserver.config.k8s.io/v1']],
  ['Configuration', ['eventratelimit.admission.k8s.io/v1alpha1', 'podtolerationrestriction.admission.k8s.io/v1alpha1']],
  ['PodSecurityConfiguration', ['pod-security.admission.config.k8s.io/v1']],
  ['ResourceQuotaConfiguration', ['apiserver.config.k8s.io/v1']],
])

/** The newest apiVersions of a kind of configuration, one for each plugin that has it; undefined for any other kind. */
export const configurationVersions = (kind: string): readonly string[] | undefined => versionsOfConfigurations.get(kind)

/** Returns an object of a version before Kubernetes 1.0 with apiVersion v1 and unchanged fields; undefined for other objects. */
export function asCoreV1(manifest: Manifest): Manifest | undefined {
  const {body} = manifest
  const isOld = isFormerCoreVersion(textOf(body['apiVersion'])) && servedResource('v1', textOf(body['kind'])) !== undefined
  return isOld ? {...manifest, body: {...body, apiVersion: 'v1'}} : undefined
}
