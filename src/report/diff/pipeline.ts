import type {CauseEffects, Diff, Effect, NamespaceDiff} from '../../diff/types.js'
import {withOriginPlaces} from '../../lint/at-origin.js'
import {compareDiagnostics, type Diagnostic, type Related} from '../../lint/diagnostic.js'
import {counted} from '../counted.js'
import type {PipelineReport} from '../pipeline.js'
import {diffSummary} from './summary.js'
import {causeText, effectCounts, effectTexts, objectText, outcomeOf} from './texts.js'

/** The differences as findings, one for each cause, at the place of the policy that changed or of the first object. */
export function diffReport(diff: Diff): PipelineReport {
  const found = diff.namespaces.flatMap((namespace) => namespace.causes.flatMap((cause) => causeFinding(cause, namespace)))
  return {
    report: {diagnostics: withOriginPlaces(found).sort(compareDiagnostics), files: 0, objects: diff.objects, suppressed: 0, known: 0},
    about: {command: 'diff', found: diffSummary(diff), checked: counted(diff.objects, 'object'), testName: ({message}) => message.split('\n')[0] ?? '', passed: []},
  }
}

/** Maximum number of effects named in a finding. */
const maxNamed = 10

function causeFinding({cause, effects}: CauseEffects, namespace: NamespaceDiff): Diagnostic[] {
  const reported = effects.filter((effect) => !quiet.has(outcomeOf(effect)))
  const [first] = reported
  if (first === undefined) return []
  const where = namespace.namespace === '' ? '' : `${namespace.namespace}: `
  const message = `${where}${causeText(cause)}: ${effectCounts({effects: reported}, namespace)}`
  const policy = cause.type === 'policy' ? cause : undefined
  const place = policy?.change === 'removed' || policy?.place === undefined ? first.place : policy.place
  return [{
    ruleId: ruleOf(reported), severity: severityOf(reported), message, ...place, field: '', object: policy?.policy ?? first.object,
    related: reported.slice(0, maxNamed).map(relatedTo),
  }]
}

/** Outcomes that a pull request shows itself: what its author changed. */
const quiet: ReadonlySet<string> = new Set(['edited', 'added', 'removed'])

const hasOutcome = (effects: readonly Effect[], outcome: string): boolean => effects.some((effect) => outcomeOf(effect) === outcome)

const ruleOf = (effects: readonly Effect[]): Diagnostic['ruleId'] =>
  hasOutcome(effects, 'denied') ? 'diff/denied' : hasOutcome(effects, 'limited') ? 'diff/limited' : 'diff/changed'

const severityOf = (effects: readonly Effect[]): Diagnostic['severity'] =>
  hasOutcome(effects, 'denied') || hasOutcome(effects, 'limited') ? 'error' : 'info'

const relatedTo = (effect: Effect): Related => ({...effect.place, message: `${objectText(effect)}: ${effectTexts(effect)[0] ?? ''}`})
