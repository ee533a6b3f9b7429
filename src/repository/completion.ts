import {isObject, textOf} from '../machinery/go/json-value.js'
import type {SourceFile, Span} from '../source/source-file.js'
import type {Change} from './changes.js'
import {influencedBy, isWithin, type Steps, stepsOf} from './field-steps.js'
import {patchedObject} from './target.js'

/** A finding about an object, with its position. */
export interface Finding {
  readonly ruleId: string
  readonly field: string
  readonly file: SourceFile
  readonly span: Span
}

/** Changes that tools may still make to an object before it reaches a cluster. */
export interface Completion {
  /** True if the object differs from the one that is sent: checks across objects must skip it. */
  readonly isChanged: boolean
  /** Returns true if the changes may fix the finding: they write its field, or one on which it depends. */
  mayFix(finding: Finding): boolean
}

/** Findings about the text of a file, which no change of the object fixes. */
const ofText = /^(?:yaml|json|source)\//

/** Findings about the identity of an object, which no patch changes. */
const ofIdentity = /^manifest\/(?!metadata$|namespace-mismatch$|server-warning$)/

/** Findings about the shape of a field: only a change that replaces the field itself fixes them. */
const ofShape = /^decode\/|^manifest\/metadata$/

/** The completion of an object that never reaches a cluster in this form: a tool reads it, or it is encrypted. */
export const changedBeforeDeployment: Completion = {isChanged: true, mayFix: ({ruleId}) => !ofText.test(ruleId)}

/**
 * Returns the effect that changes may have on an object.
 *
 * @param changes all changes that kustomizations make between the file and the cluster
 * @param isRenamed true if a kustomization adds a prefix or suffix to names
 */
export function completionOf(body: Readonly<Record<string, unknown>>, changes: readonly Change[], isRenamed: boolean): Completion {
  const object = patchedObject(body)
  const effects = changes.filter((change) => change.mayConcern(object, isRenamed)).map(({effect}) => effect)
  const isRemoved = effects.includes('removal')
  const isAny = effects.includes('anything')
  const paths = effects.flatMap((effect) => typeof effect === 'string' ? [] : effect)
  const influenced = paths.flatMap(influencedBy)
  return {
    isChanged: isRemoved || isAny || paths.some(isSubstantial),
    mayFix({ruleId, field}) {
      if (ofText.test(ruleId) || ofIdentity.test(ruleId)) return false
      if (isRemoved) return true
      const steps = stepsOf(field)
      if (ofShape.test(ruleId)) return paths.some((path) => isWithin(steps, path))
      return isAny || influenced.some((path) => isWithin(steps, path)) || paths.some((path) => isWithin(path, steps))
    },
  }
}

/** Returns true if the field affects what the object requests. Metadata, images and environment variables do not. */
const isSubstantial = (steps: Steps): boolean => steps[0] !== 'metadata' && !steps.includes('image') && !steps.includes('env')

/** Returns true if SOPS has encrypted the object: it is decrypted before it is deployed. */
export const isEncrypted = ({sops}: Readonly<Record<string, unknown>>): boolean => isObject(sops) && textOf(sops['mac']) !== ''

/** Variables: `shell` as Flux, clusterctl and envsubst substitute them, with modifiers; `kustomize` as Kustomize does. */
const variables = {shell: /\$\{#?[A-Za-z_]\w*(?:[^\w}][^}]*)?\}/, kustomize: /\$\([\w.-]+\)/} as const

/** Returns a completion that also substitutes variables: it may fix findings about values that contain some. */
export function withVariables(kind: keyof typeof variables, completion: Completion): Completion {
  const {isChanged} = completion
  const isFilledIn = (text: string): boolean => isScalar(text) && variables[kind].test(text)
  return {isChanged, mayFix: (finding) => completion.mayFix(finding) || (finding.ruleId !== 'yaml/syntax' && isFilledIn(finding.file.slice(finding.span)))}
}

/** Returns true for the text of a scalar. A variable somewhere in a map or list does not add the fields that it lacks. */
const isScalar = (text: string): boolean => /^[|>]/.test(text) || !/^[{[]|\n|:\s/.test(text)

/** The completion of an object that nothing changes. */
export const unchangedObject: Completion = {isChanged: false, mayFix: () => false}
