import {hasFeature, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {ObjectMetaRules} from '../machinery/meta/object-meta.js'
import type {AnyKind} from './kind.js'

type Rules = Omit<ObjectMetaRules, 'namespaced'>

const usual: Rules = {name: 'subdomain', qualifiedFinalizers: true}

/** Reviews, which have no name: the server responds to them without storing them. */
const questions: ReadonlySet<string> = new Set([
  'authentication.k8s.io/v1/SelfSubjectReview', 'authentication.k8s.io/v1/TokenReview', 'authorization.k8s.io/v1/LocalSubjectAccessReview',
  'authorization.k8s.io/v1/SelfSubjectAccessReview', 'authorization.k8s.io/v1/SelfSubjectRulesReview', 'authorization.k8s.io/v1/SubjectAccessReview',
])

/** The rules for kinds of which kadm has only the name: object names are segments of a URL. */
const unknown: Rules = {name: 'path-segment', qualifiedFinalizers: false}

const custom: Rules = {name: 'subdomain', qualifiedFinalizers: false}

/**
 * Returns the rules for the metadata of a kind (spec kinds 1.3).
 *
 * @param knowledge `fields`: kadm knows the kind's fields; `served`: only that Kubernetes serves it; `custom`: a custom resource
 */
export function metadataRules({apiVersion, kind, metadata}: AnyKind, knowledge: 'fields' | 'served' | 'custom'): Rules {
  if (knowledge === 'custom') return custom
  if (questions.has(`${apiVersion}/${kind}`)) return {...unknown, name: 'none'}
  return knowledge === 'served' ? unknown : {...usual, ...metadata}
}

/**
 * Returns the rules of a version: in old versions names of services must begin with a letter, and in new ones errors about owners
 * have positions.
 */
export function rulesIn(version: KubernetesVersion, rules: ObjectMetaRules): ObjectMetaRules {
  if (hasFeature(version, 'ownerReferencePositions')) return {...rules, ownerPositions: true}
  return rules.name === 'service-name' && !hasFeature(version, 'relaxedServiceNameValidation') ? {...rules, name: 'old-service-name'} : rules
}
