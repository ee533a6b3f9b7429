import {Flags} from '@oclif/core'

import {apiVersions} from '../export/compile.js'
import {type ResourceSelection, selectResources} from '../export/resources.js'
import {UsageError} from '../usage-error.js'

/** The flags that only `kadm export` has. */
export const exportFlags = {
  to: Flags.option({options: ['native'] as const, default: 'native' as const, description: 'What to generate: the admission policies of Kubernetes.'})(),
  resources: Flags.string({
    multiple: true, multipleNonGreedy: true, delimiter: ',', default: ['pods'], helpValue: 'NAMES',
    description: 'Resources that the native policies match, named as in kubectl: pods,deployments.apps. "*.apps" means a whole group, "*" everything.',
  }),
  'skip-terminating': Flags.boolean({description: 'Exclude objects that are being deleted, so that rules that reject do not prevent the removal of their finalizers.'}),
  'api-version': Flags.option({
    options: apiVersions, default: 'v1' as const,
    description: 'Version of MutatingAdmissionPolicy: v1 from Kubernetes 1.36 on, v1beta1 in 1.34 and 1.35. For older versions, "none" exports only rules that reject.',
  })(),
  'qos-annotator': Flags.boolean({
    allowNo: true, description: 'Annotate pods with their QoS class before evaluating the rules. Default: only if a rule matches that annotation.',
  }),
  'on-conflict': Flags.option({
    options: ['refuse', 'by-name'] as const, default: 'refuse' as const,
    description: 'How to resolve rules that set different values of one label on the same objects: "refuse" reports an error and exports nothing, "by-name" uses the value of the last policy by name.',
  })(),
  'scheduler-name': Flags.boolean({description: 'Where rules set annotation scheduler.alpha.kubernetes.io/name, set spec.schedulerName of new pods too.'}),
}

/**
 * Selects the resources that native policies match.
 *
 * @throws UsageError for unknown resources, and for flags about pods without pods
 */
export function resourcesOf(names: readonly string[], forPods: Readonly<Record<string, boolean | undefined>>): ResourceSelection {
  const selection = selectResources(names.flatMap((name) => name.split(',')))
  if ('error' in selection) {
    throw new UsageError(`--resources: ${selection.error}`, selection.suggested === undefined ? [] : [`did you mean ${selection.suggested}?`])
  }
  const [podFlag] = Object.entries(forPods).flatMap(([flag, isGiven]) => isGiven === true && !selection.hasPods ? [flag] : [])
  if (podFlag !== undefined) throw new UsageError(`--${podFlag} is about pods, and --resources does not name them`)
  return selection
}
