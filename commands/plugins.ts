import {listPlugins} from '../src/admission/plugin-catalogue.js'
import {admissionPlugins} from '../src/admission/plugins/index.js'
import {BaseCommand} from '../src/cli/base-command.js'
import {formatOf, loadSettings} from '../src/cli/config/load-settings.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {exitStatus} from '../src/lint/ending.js'
import {kubernetesVersion, output} from '../src/cli/flags.js'
import {givenPluginSettings, pluginFlags} from '../src/cli/plugin-settings.js'
import {pluginsOf, serverOptions} from '../src/cli/server-setup.js'
import {pluginReporters} from '../src/report/plugins/index.js'

/** Lists the admission plugins. */
export default class Plugins extends BaseCommand {
  static override summary = 'List the admission plugins: which are on, which can be enabled, and which kadm does not have.'

  static override description = `The plugins are in the order in which the API server runs them. State is "on", "off" (--enable-admission-plugins enables the plugin), or "absent": kadm does not have the plugin, and answers as if it admitted everything. Default states whether the plugin is on by default in Kubernetes.

Settings and flags that enable or disable plugins apply, as in "kadm simulate".

${exitStatusHelp('plugins')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %>', description: 'List all plugins.'},
    {command: '<%= config.bin %> <%= command.id %> --enable-admission-plugins AlwaysPullImages', description: 'Show the effect of a flag of kube-apiserver.'},
    {command: '<%= config.bin %> <%= command.id %> -o json', description: 'Print the plugins as JSON.'},
  ]

  static override flags = {...pluginFlags, 'kubernetes-version': kubernetesVersion, output: output(Object.keys(pluginReporters))}

  async run(): Promise<void> {
    const {flags: {output: format, ...flags}} = await this.parse(Plugins)
    const resolved = loadSettings({...givenPluginSettings(flags), kubernetesVersion: flags['kubernetes-version']})
    const reporter = pluginReporters[formatOf(format === undefined ? resolved.settings : {output: format}, pluginReporters)]
    this.print(reporter(listPlugins(admissionPlugins, pluginsOf(resolved), serverOptions(resolved.settings).kubernetesVersion)))
    process.exitCode = exitStatus.ok
  }
}
