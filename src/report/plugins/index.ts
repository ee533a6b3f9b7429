import type {ListedPlugin} from '../../admission/plugin-catalogue.js'
import {jsonText} from '../json-text.js'
import {plainTable} from '../plain-table.js'
import {wrap} from '../wrap.js'

/** Prints the admission plugins. */
type PluginReporter = (plugins: readonly ListedPlugin[]) => string

/** The output formats of admission plugins. */
export const pluginReporters = {
  table: pluginTable,

  /** The contract is schemas/plugins.schema.json. */
  json: (plugins) => jsonText({
    version: 1,
    plugins: plugins.map(({name, summary, state, isDefault, isOfServer, reason}) =>
      ({name, summary, state, enabledByDefault: isDefault, kubernetes: isOfServer, reason})),
  }),
} satisfies Record<string, PluginReporter>

const width = 80

const indent = '  '

/** Plugins for people. As names are long, each description is on lines of its own. */
function pluginTable(plugins: readonly ListedPlugin[]): string {
  const [titles = '', dashes = '', ...rows] = plainTable(['Plugin', 'State', 'Default'], plugins.map(({name, state, isDefault}) => [name, state, isDefault ? 'on' : 'off']))
  const lines = plugins.flatMap(({summary, reason}, i) => [rows[i] ?? '', ...described(summary), ...reason === undefined ? [] : described(`Absent: ${reason}`)])
  return `${[titles, dashes, ...lines].join('\n')}\n`
}

const described = (text: string): string[] => wrap(text, width - indent.length).map((line) => indent + line)
