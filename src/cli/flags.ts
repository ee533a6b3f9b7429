import {Flags, type Interfaces} from '@oclif/core'

import {failOnLevels} from '../lint/fail-on.js'
import {kubernetesVersions} from '../machinery/version/kubernetes-version.js'
import {operations, subresources} from '../simulate/operations/operation.js'
import {sendOrders} from '../simulate/install-order.js'
import {type SettingName, settings, variableOf} from './config/settings.js'

/** Flags that several commands take. */

/** Returns the description of a flag with its environment variable. */
const describe = (name: SettingName, text = ''): string => `${settings[name].description} ${text}[env: ${variableOf(name)}]`

/** Options of a repeatable flag that takes one path each time. */
const paths = {multiple: true, multipleNonGreedy: true, helpValue: 'PATH'} as const

export const namespace = Flags.string({char: 'n', aliases: ['ns'], helpValue: 'NS', description: describe('namespace', 'Default: "default". ')})

export const policies = Flags.string({
  ...paths, char: 'p',
  description: describe('policies', '"-" for standard input. May be repeated. Default: ./manifests if it exists, else the folders of the files; for standard input and pipes, the policies in the stream. '),
})

export const existing = Flags.string({...paths, char: 'e', description: describe('existing', '"-" for standard input. May be repeated. ')})

export const env = Flags.string({
  multiple: true, multipleNonGreedy: true, helpValue: 'NAME',
  description: 'Run for an environment of .kadm.yaml: its files, policies, existing objects and namespace. May be repeated; "all" for all environments.',
})

export const exclude = Flags.string({...paths, description: describe('exclude', 'May be repeated. ')})

export const strict = Flags.boolean({allowNo: true, description: describe('strict')})

export const allowEmpty = Flags.boolean({description: 'Accept files without objects. By default they are an error, as in kubectl.'})

export const verbose = Flags.boolean({description: 'List each file that is skipped, with the reason.'})

export const kustomize = Flags.string({
  ...paths, helpValue: 'DIR', description: describe('kustomize', 'May be repeated. '),
})

export const helm = Flags.string({
  ...paths, helpValue: 'CHART', description: `Helm chart (a folder or an archive) to render, with the installed helm, and check. May be repeated. [env: ${variableOf('helm')}]`,
})

export const values = Flags.string({
  ...paths, helpValue: 'FILE', dependsOn: ['helm'], description: 'File with values for the --helm before it. May be repeated: the last file wins.',
})

export const admissionConfig = Flags.string({
  helpValue: 'FILE', description: 'AdmissionConfiguration of the API server, as in --admission-control-config-file, or the configuration of one plugin, such as EventRateLimit or PodSecurity. "-" for standard input. Default: those among the policies.',
})

export const allowPathOutside = Flags.boolean({
  dependsOn: ['admission-config'], description: 'Allow a "path" in the AdmissionConfiguration to name a file outside its folder.',
})

export const onConflict = Flags.option({
  options: ['refuse', 'by-name'] as const, default: 'refuse',
  description: 'How to resolve a conflict of MetadataPolicies that set different values of one label: "refuse" denies the object, "by-name" uses the value of the last policy by name.',
})()

export const operation = Flags.option({
  options: operations,
  description: 'Operation to send for the objects. By default, create those that do not exist and apply the others, as "kubectl apply" does.',
})()

export const as = Flags.string({helpValue: 'USER', description: 'User who sends the objects, as in kubectl. EventRateLimit can limit each user, PodSecurity can exempt users, and NodeRestriction recognizes nodes.'})

export const asGroup = Flags.string({
  multiple: true, multipleNonGreedy: true, helpValue: 'GROUP', description: 'Group of the --as user. May be repeated. NodeRestriction recognizes the nodes by their group, system:nodes.',
})

export const subresource = Flags.option({
  options: subresources, description: 'Send the objects to this subresource, as "kubectl replace --subresource" and "kubectl scale" do.',
})()

export const resync = Flags.string({
  helpValue: 'DURATION',
  description: 'Emulate the quota controller of the design document, which watches only pods. When a pod is deleted, it recounts all quotas of the namespace. Other deleted objects release quota at its next resync, every DURATION (such as 5m). By default, all deletions release quota at once, as on current servers.',
})

export const order = Flags.option({
  options: sendOrders, description: describe('order', `Default: ${settings.order.default}. `),
})()

export const nodes = Flags.integer({
  helpValue: 'N', min: 0, max: 5000, description: 'Number of nodes for DaemonSets. Default: the number of Node objects among the policies and existing objects, else 1.',
})

export const injection = Flags.string({
  helpValue: 'FILE', description: 'Add the containers, initContainers and volumes in FILE, a pod template or its spec, to every pod, as a sidecar injector does.',
})

/** Returns the flag for the output format. The first format is the default. */
export const output = (formats: readonly string[]): Interfaces.OptionFlag<string | undefined> =>
  Flags.string({char: 'o', options: [...formats], description: `Output format. Default: ${formats[0]}. [env: ${variableOf('output')}]`})

/** Returns the flag for output formats and their files. The first format is the default. `outputsOf` parses its values. */
export const outputs = (formats: readonly string[]): Interfaces.OptionFlag<string[] | undefined> => Flags.string({
  char: 'o', multiple: true, multipleNonGreedy: true, helpValue: 'FORMAT[=FILE]',
  description: `Output format; with =FILE, write to a file. Formats: ${formats.join(', ')}. May be repeated. Default: ${formats[0]}. [env: ${variableOf('output')}]`,
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
