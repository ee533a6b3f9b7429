import {hasFeature, type KubernetesVersion} from '../machinery/kubernetes-version.js'
import type {ObjectMetaRules} from '../machinery/meta/object-meta.js'

type Rules = Omit<ObjectMetaRules, 'namespaced'>

const usual: Rules = {name: 'subdomain', qualifiedFinalizers: true}

/** The kinds with other rules than a DNS subdomain for names and qualified finalizers (spec kinds 1.3). */
const exceptions: ReadonlyMap<string, Partial<Rules>> = new Map<string, Partial<Rules>>([
  ['v1/Namespace', {name: 'label'}],
  ['v1/Service', {name: 'service-name'}],
  ['apps/v1/StatefulSet', {name: 'label'}],
  ['v1/ReplicationController', {name: 'long-name'}],
  ['resource.k8s.io/v1/DeviceClass', {name: 'long-name'}],
  ['policy/v1/PodDisruptionBudget', {name: 'path-segment', qualifiedFinalizers: false}],
  ['v1/Event', {name: 'path-segment', qualifiedFinalizers: false}],
  ['node.k8s.io/v1/RuntimeClass', {qualifiedFinalizers: false}],
])

/** Reviews, which have no name: the server answers and does not store them. */
const questions: ReadonlySet<string> = new Set([
  'authentication.k8s.io/v1/SelfSubjectReview', 'authentication.k8s.io/v1/TokenReview', 'authorization.k8s.io/v1/LocalSubjectAccessReview',
  'authorization.k8s.io/v1/SelfSubjectAccessReview', 'authorization.k8s.io/v1/SelfSubjectRulesReview', 'authorization.k8s.io/v1/SubjectAccessReview',
])

/** The kinds whose `ValidateUpdate` checks all metadata again (core validation `ValidateObjectMeta`). */
const namedOnUpdate: ReadonlySet<string> = new Set([
  'v1/LimitRange', 'v1/Namespace', 'v1/PersistentVolumeClaim', 'v1/ConfigMap', 'v1/Secret', 'v1/ServiceAccount', 'v1/Pod', 'v1/Node', 'batch/v1/Job',
  'networking.k8s.io/v1/Ingress', 'node.k8s.io/v1/RuntimeClass', 'resource.k8s.io/v1/ResourceClaim', 'resource.k8s.io/v1/ResourceClaimTemplate',
  'storage.k8s.io/v1/StorageClass', 'storage.k8s.io/v1/VolumeAttributesClass',
])

/** The rules for kinds that kadm knows only by name: names are segments of a URL. */
const unknown: Rules = {name: 'path-segment', qualifiedFinalizers: false}

const custom: Rules = {name: 'subdomain', qualifiedFinalizers: false}

/**
 * Returns the rules for the metadata of a kind.
 *
 * @param knowledge `fields`: kadm knows the kind's fields; `served`: only that Kubernetes serves it; `custom`: a custom resource
 */
export function metadataRules(apiVersion: string, kind: string, knowledge: 'fields' | 'served' | 'custom'): Rules {
  if (knowledge === 'custom') return custom
  const key = `${apiVersion}/${kind}`
  if (questions.has(key)) return {...unknown, name: 'none'}
  return knowledge === 'served' ? unknown : {...usual, ...exceptions.get(key), ...namedOnUpdate.has(key) && {namesOnUpdate: true}}
}

/** Returns the rules of a version: in old versions names of services must begin with a letter. */
export const rulesIn = (version: KubernetesVersion, rules: ObjectMetaRules): ObjectMetaRules =>
  rules.name === 'service-name' && !hasFeature(version, 'relaxedServiceNameValidation') ? {...rules, name: 'old-service-name'} : rules
