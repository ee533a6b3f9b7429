import {decodeObject} from '../../src/cluster/codec.js'
import {identify} from '../../src/cluster/target.js'
import type {PolicyRule} from '../../src/kinds/metadata-policy/policy-rule.js'
import {rulesOf} from '../../src/kinds/metadata-policy/policy-rule.js'
import {type Body, Manifest} from './builders.js'

/** A term of a selector. */
export const term = (key: string, operator: string, ...values: string[]): Body => ({key, operator, ...values.length > 0 && {values}})

/** A predicate over labels. */
export const labels = (...matchExpressions: Body[]): Body => ({labelSelector: {matchExpressions}})

/** A predicate over annotations. */
export const annotations = (...matchExpressions: Body[]): Body => ({annotationSelector: {matchExpressions}})

export const rule = (policyPredicate: Body | undefined, policyAction: Body | undefined): Body =>
  ({...policyPredicate && {policyPredicate}, ...policyAction && {policyAction}})

/** A rule that sets labels. */
export const setting = (predicate: Body | undefined, updatedLabels: Body): Body => rule(predicate, {updatedLabels})

/** A rule that rejects. */
export const rejecting = (predicate?: Body): Body => rule(predicate, {reject: true})

export const metadataPolicy = (name: string, ...rules: Body[]): Manifest =>
  new Manifest({apiVersion: 'kadm.dev/v1', kind: 'MetadataPolicy', metadata: {name}, spec: {rules}})

/** The rules of policies in the namespace `dev`, as the engine stores them. */
export const rulesIn = (...policies: Body[]): PolicyRule[] => policies.flatMap((policy) => {
  const info = identify(policy)
  if ('code' in info) throw new Error(info.message)
  const {object} = decodeObject(info, policy)
  return rulesOf({...object, metadata: {...object.metadata, namespace: 'dev'}})
})

/** Rules of one policy in the namespace `dev`. */
export const ruleList = (...rules: Body[]): PolicyRule[] => rulesIn(metadataPolicy('p', ...rules))
