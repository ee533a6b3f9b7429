import {testFileSchema} from '../../src/test-file/test-file.js'
import {admissionPluginsPage} from './admission-plugins-page.js'
import {apiTypeModules} from './api-types.js'
import {architecturePage, architecturePath} from './architecture-page.js'
import {catalogueModules} from './catalogue.js'
import {commandPage} from './command-page.js'
import {configSchema} from './config-schema.js'
import {exitStatusPage} from './exit-status-page.js'
import {kindsPage} from './kinds-page.js'
import {limitsPage} from './limits-page.js'
import {pageAssets, pageAssetsPath} from './page-assets.js'
import {recordingsPage} from './recordings-page.js'
import {rulePages, rulesFolder} from './rule-pages.js'
import {schemaPages} from './schema-pages.js'
import {configurationPage, configurationPath} from './settings-table.js'
import {noticesPath, thirdPartyNotices} from './third-party-notices.js'

export {rulesFolder}

/**
 * Returns all generated files by path: pages in docs/, the schemas of the configuration file and of test files, and the licenses of bundled packages.
 * In src/, it generates the catalogue of rules, the types of API objects, and the texts of HTML reports.
 */
export async function generateDocs(): Promise<Map<string, string>> {
  const schemas = new Map([['schemas/config.schema.json', schemaText(configSchema())], ['schemas/kadm-test.schema.json', schemaText(testFileSchema)]])
  return new Map([
    ...schemas, ...schemaPages(schemas), ['docs/kinds.md', kindsPage()],
    ...await catalogueModules(), ...apiTypeModules(), ...rulePages(), ['docs/commands.md', await commandPage()], ['docs/exit-status.md', exitStatusPage()], ['docs/limits.md', limitsPage()],
    ['docs/admission-plugins.md', admissionPluginsPage()], ['docs/recordings.md', recordingsPage()],
    [pageAssetsPath, await pageAssets()], [architecturePath, architecturePage()], [configurationPath, configurationPage()], [noticesPath, thirdPartyNotices()],
  ])
}

/** A schema with a line for each property and definition: indented at every level, the schema of test files would take twice the room in the package. */
function schemaText(schema: object): string {
  const members = (value: object, print: (member: object) => string): string =>
    `{\n${Object.entries(value).map(([name, member]: [string, object]) => `${JSON.stringify(name)}: ${print(member)}`).join(',\n')}\n}`
  return `${members(schema, (member) => typeof member === 'object' && !Array.isArray(member) ? members(member, JSON.stringify) : JSON.stringify(member))}\n`
}
