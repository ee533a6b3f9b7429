import type {BoundCheck} from '../../admission/explanation.js'
import type {CausedChange, Explained, PlacedCheck, PlacedSum, PolicyStory, QuotaStory, Remedy, Story, StoryStep} from '../../explain/types.js'
import type {PodSum} from '../../kinds/pod/resources/pod-sum.js'
import type {Explanation, PolicyCause} from '../../simulate/explain.js'
import type {FieldDifference} from '../../simulate/operations/object-change.js'
import {jsonText} from '../json-text.js'
import {diagnosticJson} from '../lint/json.js'
import type {LintReporterOptions} from '../lint/options.js'
import {locationOf} from '../location.js'
import {referenceOf} from '../simulate/json.js'

/** The stories of a run as JSON; the contract is schemas/explain.schema.json. Each story becomes text before the next one, as all of them take much memory. */
export const explainedJson = ({simulation, stories}: Explained, {docsUrl, skipped = [], ending}: Partial<LintReporterOptions> = {}): string => jsonText({
  version: 1,
  kubernetesVersion: simulation.cluster.kubernetesVersion,
  stories: stories.map((story) => ({toJSON: () => storyJson(story)})),
  diagnostics: [...simulation.policies.diagnostics, ...simulation.diagnostics].map((diagnostic) => diagnosticJson(diagnostic, docsUrl)),
  refusedPolicies: simulation.policies.refused.map(({manifest, review: {status}}) => ({object: referenceOf(manifest.body), status: statusJson(status)})),
  notes: simulation.notes,
  skipped,
  summary: {allowed: stories.filter(({review}) => review.allowed).length, denied: stories.filter(({review}) => !review.allowed).length},
  ...ending,
})

function storyJson({review, steps, remedies, advice, withoutRemedy, made}: Story): object {
  const {manifest, operation, subresource, owner, count = 1, allowed, status, object} = review
  const {path, line, column} = locationOf({file: manifest.document.file, span: manifest.node})
  return {
    source: {path, line, column}, operation, ...subresource !== undefined && {subresource}, object: referenceOf(object ?? manifest.body),
    ...owner && {owner}, ...count > 1 && {count}, allowed, status: statusJson(status),
    steps: steps.map(stepJson), remedies: remedies.map(remedyJson), advice, ...withoutRemedy !== undefined && {withoutRemedy}, made: made.map(storyJson),
  }
}

const statusJson = ({code, reason, message}: Story['review']['status']): object => ({code, reason, message})

function stepJson(step: StoryStep): object {
  switch (step.step) {
    case 'sent': case 'defaults': case 'server': return {step: step.step, changes: step.changes.map(differenceJson)}
    case 'stored': case 'deleted': return step
    case 'usage': return {step: 'usage', quotas: step.quotas.map(quotaUsageJson)}
    case 'unreadable': case 'validation': return {step: step.step, reasons: step.reasons.map(reasonJson)}
    case 'plugin': {
      const {plugin, phase, isReached, changes, policies, rejection} = step
      return {step: 'plugin', plugin, phase, isReached, changes: changes.map(changeJson), policies: policies.map(policyJson), ...rejection && {denied: statusJson(rejection)}}
    }
  }
}

const quotaUsageJson = ({policy, differences}: QuotaStory): object =>
  ({policy: causeJson(policy), resources: differences.map(({resource, hard, usage}) => ({resource, ...usage, hard}))})

const differenceJson = ({field, from, to}: FieldDifference): object => ({field, from: from ?? null, to: to ?? null})

const changeJson = ({field, from, to, policy}: CausedChange): object => ({field, from: from ?? null, to: to ?? null, ...policy && {policy: causeJson(policy)}})

const reasonJson = ({message, field, hint}: Explanation): object => ({message, field, ...hint !== undefined && {hint}})

function causeJson({kind, name, field, place}: PolicyCause): object {
  return {kind, name, field, ...place && {source: locationOf(place)}}
}

function policyJson(policy: PolicyStory): object {
  switch (policy.type) {
    case 'limit-range': return {type: policy.type, policy: causeJson(policy.policy), checks: policy.checks.map(checkJson)}
    case 'quota': {
      const {ignores, scopes, unmet, sums} = policy
      return {
        type: policy.type, policy: causeJson(policy.policy), scopes: scopes.map(({requirement, answer}) => ({...requirement, isMatch: answer === true})),
        ...ignores && {ignores}, unmet, sums: sums.map(quotaSumJson),
      }
    }
    case 'event-limit': {
      const {limit, position, key, before, after, isAccepted, waitSeconds} = policy
      return {type: policy.type, limit, position, key, tokensBefore: before, tokensAfter: after, isAccepted, waitSeconds}
    }
    case 'metadata-rule': {
      const {isMatch, isRejecting, writes, conflicts} = policy
      const set = writes.map(({field, value}) => ({field: String(field), value}))
      return {type: policy.type, policy: causeJson(policy.policy), isMatch, isRejecting, writes: set, conflicts: conflicts.map(String)}
    }
  }
}

function checkJson({policy, subject, path, type, bound, resource, enforced, request, limit, ratio, sums, violation}: PlacedCheck): object {
  return {
    policy: causeJson(policy), subject, field: String(path), type, bound, resource, enforced,
    request: request ?? null, limit: limit ?? null, ...ratio !== undefined && {ratio}, sums: sums.map(podSumJson),
    holds: violation === undefined, ...violationJson(violation),
  }
}

const violationJson = (violation: BoundCheck['violation']): object => violation === undefined ? {} : {side: violation.side, message: violation.message}

function quotaSumJson({policy, resource, used, usage, previous, requested, total, hard, excess, sum}: PlacedSum): object {
  return {
    policy: causeJson(policy), resource, used, usage, ...previous && {previous}, requested, total, hard,
    fits: excess === undefined, ...excess && {excess}, ...sum && {sum: podSumJson(sum)},
  }
}

export function podSumJson({side, resource, running, runningSum, starting, aggregate, podLevel, overhead, total}: PodSum): object {
  return {
    side, resource, running: running.map(({name, isSidecar, amount}) => ({name, isSidecar, amount})), runningSum,
    starting: starting.map(({name, amount, sidecars, sum}) => ({name, amount, sidecars, sum})), aggregate,
    ...podLevel && {podLevel}, ...overhead && {overhead}, total,
  }
}

const remedyJson = ({target, isPolicy, edits, delayMilliseconds, isSmallest, isOneOfSeveral}: Remedy): object => ({
  target, isPolicy, edits: edits.map(({field, operation, from, to, caution}) =>
    ({field, operation, from: from ?? null, to: to ?? null, ...caution !== undefined && {caution}})),
  ...delayMilliseconds !== undefined && {delayMilliseconds}, isSmallest, isOneOfSeveral,
})
