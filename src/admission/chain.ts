import type {KubeObject} from '../kinds/kind.js'
import {append} from '../machinery/collections/append.js'
import {merge} from '../machinery/collections/immutable.js'
import type {Attributes, Operation} from './attributes.js'
import type {Explanations} from './explanations.js'
import {type AdmissionPlugin, type AuditAnnotations, type FieldChange, isRejection, type Phase, type Rejection} from './plugin.js'

/** The effect of one plugin on a request. */
export interface Step {
  readonly plugin: string
  readonly phase: Phase
  readonly changes: readonly FieldChange[]
  readonly rejection?: Rejection
}

/** The outcome of a phase: the resulting object, the plugins that had an effect, and the rejection that ended the phase. */
export interface Outcome {
  readonly object: KubeObject | undefined
  readonly steps: readonly Step[]
  readonly warnings: readonly string[]
  readonly auditAnnotations?: AuditAnnotations
  readonly rejection?: Rejection
}

type ByOperation = Partial<Record<Operation, readonly AdmissionPlugin[]>>

/** The plugins of chains that take part in a phase, by operation. Each request passes twice through a chain, of which few plugins take part. */
const participants = {admit: new WeakMap<readonly AdmissionPlugin[], ByOperation>(), validate: new WeakMap<readonly AdmissionPlugin[], ByOperation>()}

function participantsIn(plugins: readonly AdmissionPlugin[], phase: Phase, operation: Operation): readonly AdmissionPlugin[] {
  let ofChain = participants[phase].get(plugins)
  if (ofChain === undefined) participants[phase].set(plugins, ofChain = {})
  return ofChain[operation] ??= plugins.filter((plugin) => plugin[phase] !== undefined && plugin.handles(operation))
}

/**
 * Runs the mutating phase: each plugin, in order, gets the object as changed by earlier plugins; the first rejection ends the phase.
 *
 * @param explanations collects what each plugin says, if someone asks for it
 */
export function runAdmit(plugins: readonly AdmissionPlugin[], attributes: Attributes, explanations?: Explanations): Outcome {
  let current = attributes
  const steps: Step[] = []
  const warnings: string[] = []
  const admitting = participantsIn(plugins, 'admit', attributes.operation)
  for (const plugin of explanations === undefined ? admitting : plugins) {
    explanations?.ask([plugin], current, 'admit')
    const outcome = admitting.includes(plugin) ? plugin.admit?.(current) : undefined
    if (outcome === undefined) continue
    if (isRejection(outcome)) {
      steps.push({plugin: plugin.name, phase: 'admit', changes: [], rejection: outcome})
      explanations?.ask(plugins.slice(plugins.indexOf(plugin) + 1), current, 'admit')
      return {object: current.object, steps, warnings, rejection: outcome}
    }
    if (outcome.object !== current.object) current = merge(current, {object: outcome.object})
    append(warnings, outcome.warnings ?? [])
    if (outcome.changes.length > 0) steps.push({plugin: plugin.name, phase: 'admit', changes: outcome.changes})
  }
  return {object: current.object, steps, warnings}
}

/**
 * Runs the validating phase: the first rejection ends the phase.
 *
 * @param explanations collects what each plugin says, if someone asks for it
 */
export function runValidate(plugins: readonly AdmissionPlugin[], attributes: Attributes, explanations?: Explanations): Outcome {
  explanations?.ask(plugins, attributes, 'validate')
  const warnings: string[] = []
  let audit: Pick<Outcome, 'auditAnnotations'> | undefined
  for (const plugin of participantsIn(plugins, 'validate', attributes.operation)) {
    const outcome = plugin.validate?.(attributes)
    if (outcome === undefined) continue
    if (outcome.auditAnnotations !== undefined) audit = {auditAnnotations: {...audit?.auditAnnotations, ...outcome.auditAnnotations}}
    if (isRejection(outcome)) {
      return {object: attributes.object, steps: [{plugin: plugin.name, phase: 'validate', changes: [], rejection: outcome}], warnings, ...audit, rejection: outcome}
    }
    append(warnings, outcome.warnings)
  }
  return {object: attributes.object, steps: [], warnings, ...audit}
}
