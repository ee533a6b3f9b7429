import type {Job, JobSpec, PodFailurePolicyRule} from '../../machinery/api/batch-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {setTemplateDefaults} from '../pod-template/defaults.js'
import {withAbsentFilled, withZeroFilled} from '../shared/fill.js'

/** A Job with its defaults (batch/v1 `SetDefaults_Job`; spec apimachinery 5.1, spec kinds 10). */
export function setJobDefaults(object: Job): Job {
  const spec = object.spec ?? {}
  const isPlain = spec.completions === undefined && spec.parallelism === undefined
  const labels = spec.template?.metadata?.labels
  const isLabelled = Object.keys(object.metadata.labels ?? {}).length > 0
  return assign<Job>(object, {
    ...labels && !isLabelled && {metadata: assign<Job['metadata']>(object.metadata, {labels})},
    spec: withAbsentFilled(setJobSpecDefaults(spec), {
      ...isPlain && {completions: 1},
      parallelism: 1,
      backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : 2147483647,
      completionMode: 'NonIndexed',
      suspend: false,
      podReplacementPolicy: spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
      manualSelector: false,
    }),
  })
}

/** The defaults that the job template of a CronJob gets too. */
export function setJobSpecDefaults(spec: JobSpec): JobSpec {
  const {podFailurePolicy: policy} = spec
  return assign<JobSpec>(spec, {
    template: setTemplateDefaults(spec.template),
    ...policy?.rules && {podFailurePolicy: assign(policy, {rules: mapItems(policy.rules, setRuleDefaults)})},
  })
}

const setRuleDefaults = (rule: PodFailurePolicyRule): PodFailurePolicyRule => rule.onPodConditions === undefined ? rule
  : assign<PodFailurePolicyRule>(rule, {onPodConditions: mapItems(rule.onPodConditions, (pattern) => withZeroFilled(pattern, {status: 'True'}))})
