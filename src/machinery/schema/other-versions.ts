import {groupBy} from '../collections/group-by.js'
import {type KubernetesVersion, kubernetesVersions, onceForEachVersion} from '../version/kubernetes-version.js'
import {apiFields, apiResources} from './api-tables.js'

/** The types of a version with each Go name. */
const typesByStruct = onceForEachVersion((version) => groupBy(Object.values(apiFields(version).types), ({struct}) => struct))

/** The versions of Kubernetes whose type of this Go name has a field. */
export const versionsWithField = (struct: string, field: string): KubernetesVersion[] => kubernetesVersions.filter((version) =>
  typesByStruct(version).get(struct)?.some(({fields}) => Object.hasOwn(fields, field)) === true)

/** The versions of Kubernetes that serve a kind. */
export const versionsWithKind = (apiVersion: string, kind: string): KubernetesVersion[] => kubernetesVersions.filter((version) =>
  apiResources(version).some((resource) => resource.apiVersion === apiVersion && resource.kind === kind))

/** The hint for what other versions have; undefined if none has it. */
export const inVersions = (versions: readonly KubernetesVersion[], what: string): string | undefined =>
  versions.length === 0 ? undefined : `${what} in Kubernetes ${versions.join(', ')}`
