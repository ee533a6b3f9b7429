import {Flags, type Interfaces} from '@oclif/core'

import {failOnLevels} from '../lint/fail-on.js'
import {kubernetesVersions} from '../machinery/kubernetes-version.js'
import {operations, subresources} from '../simulate/operations/operation.js'
import {sendOrders} from '../simulate/send-order.js'
import {type SettingName, settings, variableOf} from './config/settings.js'

/** Flags that several commands take. */

/** What a flag is for, and where else it can be set. */
const describe = (name: SettingName, text = ''): string => `${settings[name].description} ${text}[env: ${variableOf(name)}]`

/** A flag that takes a path each time it is given, and leaves what follows to the arguments. */
const paths = {multiple: true, multipleNonGreedy: true, helpValue: 'PATH'} as const

export const namespace = Flags.string({char: 'n', aliases: ['ns'], helpValue: 'NS', description: describe('namespace', 'Default: "default". ')})

export const policies = Flags.string({
  ...paths, char: 'p',
  description: describe('policies', '"-" for standard input. May be repeated. Default: ./manifests if it exists, else the folders of the files; for standard input, the policies in the stream. '),
})

export const existing = Flags.string({...paths, char: 'e', description: describe('existing', '"-" for standard input. May be repeated. ')})

export const env = Flags.string({
  multiple: true, multipleNonGreedy: true, helpValue: 'NAME',
  description: 'Run for an environment of .kadm.yaml: its files, policies, existing objects and namespace. May be repeated; "all" for all environments.',
})

export const exclude = Flags.string({...paths, description: describe('exclude', 'May be repeated. ')})

export const strict = Flags.boolean({allowNo: true, description: describe('strict')})

export const allowEmpty = Flags.boolean({description: 'Accept files without any object. By default that is an error, as in kubectl.'})

export const verbose = Flags.boolean({description: 'List each file that is skipped, with the reason.'})

export const kustomize = Flags.string({
  ...paths, helpValue: 'DIR', description: describe('kustomize', 'May be repeated. '),
})

export const helm = Flags.string({
  ...paths, helpValue: 'CHART', description: `Helm chart (a folder or an archive) to render, with the installed helm, and to check. May be repeated. [env: ${variableOf('helm')}]`,
})

export const values = Flags.string({
  ...paths, helpValue: 'FILE', dependsOn: ['helm'], description: 'File with values for the --helm before it. May be repeated: the last file wins.',
})

export const admissionConfig = Flags.string({
  helpValue: 'FILE', description: 'AdmissionConfiguration of the API server, as --admission-control-config-file gives it, or the configuration of one plugin: limited resources, event rate limits. "-" for standard input. Default: those among the policies.',
})

export const allowPathOutside = Flags.boolean({
  dependsOn: ['admission-config'], description: 'Read files outside the folder of the AdmissionConfiguration where a "path" in it names them.',
})

export const onConflict = Flags.option({
  options: ['refuse', 'by-name'] as const, default: 'refuse',
  description: 'What becomes of an object for which MetadataPolicies ask for different values of one label: it is refused, or the last rule by the names of the policies wins.',
})()

export const operation = Flags.option({
  options: operations,
  description: 'What to do with the objects. By default those that do not exist are created, and those that do are applied, as "kubectl apply" does it.',
})()

export const as = Flags.string({helpValue: 'USER', description: 'The user who sends the objects, as in kubectl. Limits of EventRateLimit may be for each user.'})

export const asGroup = Flags.string({
  multiple: true, multipleNonGreedy: true, helpValue: 'GROUP', description: 'A group of the user of --as. May be repeated. No admission plugin that kadm has looks at it.',
})

export const subresource = Flags.option({
  options: subresources, description: 'Send the objects to this endpoint below them, as "kubectl replace --subresource" and "kubectl scale" do.',
})()

export const resync = Flags.string({
  helpValue: 'DURATION',
  description: 'Play the quota controller of the design document, which watches pods only: when a pod is deleted it recounts all quotas of the namespace, and other objects that are deleted give quota back at its next resync, which it does once in DURATION (such as 5m). By default all deletions give quota back at once, as on a server of today.',
})

export const order = Flags.option({
  options: sendOrders, description: describe('order', `Default: ${settings.order.default}. `),
})()

export const nodes = Flags.integer({
  helpValue: 'N', min: 0, max: 5000, description: 'How many nodes a DaemonSet is for. By default the Node objects among the policies and existing objects, else 1.',
})

export const injection = Flags.string({
  helpValue: 'FILE', description: 'Add the containers, initContainers and volumes in FILE, a pod template or its spec, to every pod, as a sidecar injector does.',
})

/** The flag for the format of a result; the first of the formats is the default. */
export const output = (formats: readonly string[]): Interfaces.OptionFlag<string | undefined> =>
  Flags.string({char: 'o', options: [...formats], description: `How to print the result. Default: ${formats[0]}. [env: ${variableOf('output')}]`})

/** The flag for the formats of a result and where each goes; the first of the formats is the default. `outputsOf` reads it. */
export const outputs = (formats: readonly string[]): Interfaces.OptionFlag<string[] | undefined> => Flags.string({
  char: 'o', multiple: true, multipleNonGreedy: true, helpValue: 'FORMAT[=FILE]',
  description: `How to print the result, or with =FILE how to write it to a file: ${formats.join(', ')}. May be repeated. Default: ${formats[0]}. [env: ${variableOf('output')}]`,
})

export const failOn = Flags.option({
  options: failOnLevels, description: describe('failOn', `Default: ${settings.failOn.default}. `),
})()

export const kubernetesVersion = Flags.option({
  options: kubernetesVersions, description: describe('kubernetesVersion', `Default: ${settings.kubernetesVersion.default}. `),
})()

export const baseline = Flags.string({helpValue: 'FILE', description: describe('baseline')})

export const color = Flags.boolean({
  allowNo: true,
  description: 'Colour the output (default: on a terminal, unless NO_COLOR is set).',
})
