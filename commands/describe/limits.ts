import {Flags} from '@oclif/core'

import {BaseCommand} from '../../src/cli/base-command.js'
import {namesOf, nothingFound, policyFlags, readPolicyCluster, selected} from '../../src/cli/describe-command.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {endingOf} from '../../src/lint/ending.js'
import {limitRange} from '../../src/kinds/limit-range/index.js'
import {describeLimitRange, describeObjects} from '../../src/report/describe.js'
import {joinEnvironments} from '../../src/report/environments.js'

/** Prints LimitRanges as `kubectl describe limits` does. */
export default class DescribeLimits extends BaseCommand {
  static override summary = 'Print LimitRanges the way "kubectl describe limits" does.'

  static override description = `Shows each LimitRange of a namespace as the API server would store it, with defaults.

${exitStatusHelp('describe:limits')}`

  static override aliases = ['describe:limitrange', 'describe:limitranges']

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> -n dev', description: 'All LimitRanges of the namespace dev.'},
    {command: '<%= config.bin %> <%= command.id %> team-limits -p policies/', description: 'One of them, by its name or a prefix of it.'},
  ]

  static override strict = false

  static override args = namesOf('LimitRanges')

  static override flags = {
    ...policyFlags,
    selector: Flags.string({char: 'l', helpValue: 'SELECTOR', description: 'Label selector, as in kubectl: app=web,tier!=db.'}),
  }

  async run(): Promise<void> {
    const {argv, flags} = await this.parse(DescribeLimits)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const names = argv as string[]
    const policyCluster = await readPolicyCluster({...flags, kubernetesVersion: flags['kubernetes-version']})
    const {cluster, namespace: chosen, notes, facts} = policyCluster
    const limitRanges = selected(cluster.list(limitRange, chosen), flags.selector, names)
    const {text, missing} = describeObjects(limitRanges, names, describeLimitRange)
    for (const note of notes) this.note(note)
    this.print(text)
    for (const name of missing) this.note(`Error from server (NotFound): limitranges "${name}" not found`)
    if (text === '' && missing.length === 0) this.note(nothingFound(policyCluster, limitRange))
    process.exitCode = endingOf({...facts, hasFindings: missing.length > 0}).exitStatus
  }
}
