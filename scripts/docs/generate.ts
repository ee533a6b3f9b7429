import {configSchema} from './config-schema.js'
import {commandPage} from './command-page.js'
import {exitStatusPage} from './exit-status-page.js'
import {limitsPage} from './limits-page.js'
import {recordingsPage} from './recordings-page.js'
import {rulePages} from './rule-pages.js'
import {configurationPage, configurationPath} from './settings-table.js'
import {noticesPath, thirdPartyNotices} from './third-party-notices.js'

/** Returns all generated files by path: pages in docs/, the schema of the configuration file, and the licenses of bundled packages. */
export async function generateDocs(): Promise<Map<string, string>> {
  return new Map([
    ...rulePages(), ['docs/commands.md', await commandPage()], ['docs/exit-status.md', exitStatusPage()], ['docs/limits.md', limitsPage()],
    ['docs/recordings.md', recordingsPage()], ['schemas/config.schema.json', schemaText()],
    [configurationPath, configurationPage()], [noticesPath, thirdPartyNotices()],
  ])
}

const schemaText = (): string => `${JSON.stringify(configSchema(), null, 2)}\n`
