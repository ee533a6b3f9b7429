import {commandPage} from './command-page.js'
import {rulePages} from './rule-pages.js'

/** Everything in docs/ that is generated, by its path in the repository. */
export async function generateDocs(): Promise<Map<string, string>> {
  return new Map([...rulePages(), ['docs/commands.md', await commandPage()]])
}
