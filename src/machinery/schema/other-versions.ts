import {type KubernetesVersion, kubernetesVersions} from '../version/kubernetes-version.js'
import {apiFields, apiResources} from './api-tables.js'

/** The versions of Kubernetes whose type of this Go name has a field. */
export const versionsWithField = (struct: string, field: string): KubernetesVersion[] => kubernetesVersions.filter((version) =>
  Object.values(apiFields(version).types).some((type) => type.struct === struct && Object.hasOwn(type.fields, field)))

/** The versions of Kubernetes that serve a kind. */
export const versionsWithKind = (apiVersion: string, kind: string): KubernetesVersion[] => kubernetesVersions.filter((version) =>
  apiResources(version).some((resource) => resource.apiVersion === apiVersion && resource.kind === kind))

/** The hint for what other versions have; undefined if none has it. */
export const inVersions = (versions: readonly KubernetesVersion[], what: string): string | undefined =>
  versions.length === 0 ? undefined : `${what} in Kubernetes ${versions.join(', ')}`
