import {ruleById} from '../lint/rules/index.js'

/** Returns the address of the page about a finding; undefined if the documentation has no address, or no rule found it. */
export const rulePage = (ruleId: string, docsUrl = ''): string | undefined =>
  docsUrl === '' || ruleId === '' ? undefined : `${docsUrl.replace(/\/+$/, '')}/rules/${ruleId}.html`

/** Returns where people read about a finding: the address of its page, else the command that prints it. Undefined if there is neither. */
export const ruleReference = (ruleId: string, docsUrl?: string): string | undefined =>
  rulePage(ruleId, docsUrl) ?? (ruleById(ruleId) === undefined ? undefined : `kadm rules ${ruleId}`)
