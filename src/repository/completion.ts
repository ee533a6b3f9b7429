import type {SourceFile, Span} from '../source/source-file.js'
import type {Change} from './changes.js'
import {influencedBy, isWithin, type Steps, stepsOf} from './field-steps.js'
import {patchedObject} from './target.js'

/** What is found in an object, and where. */
export interface Finding {
  readonly ruleId: string
  readonly field: string
  readonly file: SourceFile
  readonly span: Span
}

/** What may still be done to an object as it stands in its file. */
export interface Completion {
  /** True of an object that is not sent as it stands: it must not be judged together with others. */
  readonly isChanged: boolean
  /** True of a finding that may go away: its field is still written, or depends on one that is. */
  mayFix(finding: Finding): boolean
}

/** Findings that stay, whatever becomes of the object. */
const ofText = /^(?:yaml|json|source)\//

/** Findings about what an object is, which no patch changes. */
const ofIdentity = /^manifest\/(?!metadata$|namespace-mismatch$|server-warning$)/

/** Findings about the shape of a field: only what replaces the field itself makes them go away. */
const ofShape = /^decode\/|^manifest\/metadata$/

/** Of an object that no cluster sees as it stands: one that a tool reads, or that is encrypted. */
export const replacedAltogether: Completion = {isChanged: true, mayFix: ({ruleId}) => !ofText.test(ruleId)}

/**
 * What changes may do to an object.
 *
 * @param changes all that kustomizations do on the way from the file to a cluster
 * @param isRenamed true where one of them adds to names
 */
export function completionOf(body: Readonly<Record<string, unknown>>, changes: readonly Change[], isRenamed: boolean): Completion {
  const object = patchedObject(body)
  const effects = changes.filter((change) => change.mayConcern(object, isRenamed)).map(({effect}) => effect)
  const isRemoved = effects.includes('removal')
  const isAny = effects.includes('anything')
  const written = effects.flatMap((effect) => typeof effect === 'string' ? [] : effect)
  const influenced = written.flatMap(influencedBy)
  return {
    isChanged: isRemoved || isAny || written.some(isSubstantial),
    mayFix({ruleId, field}) {
      if (ofText.test(ruleId) || ofIdentity.test(ruleId)) return false
      if (isRemoved) return true
      const steps = stepsOf(field)
      if (ofShape.test(ruleId)) return written.some((path) => isWithin(steps, path))
      return isAny || influenced.some((path) => isWithin(steps, path)) || written.some((path) => isWithin(path, steps))
    },
  }
}

/** True of a field that decides what an object asks for. Metadata, images and environment variables do not. */
const isSubstantial = (steps: Steps): boolean => steps[0] !== 'metadata' && !steps.includes('image') && !steps.includes('env')
