import {expect} from 'chai'

import type {Place} from '../../src/lint/diagnostic.js'
import type {LintOptions} from '../../src/lint/lint.js'
import {lintText} from './lint-text.js'

/** A text with the expected findings of a rule: `line marked text`, the message or a part of it, and the related places. */
type Rejected = readonly [text: string, place: string, message: string | RegExp, ...related: string[]]

export interface RuleTable {
  readonly severity: 'error' | 'warning' | 'info'
  /** Texts without findings of the rule. */
  readonly accept: Readonly<Record<string, string>>
  /** Texts with one finding of the rule. */
  readonly reject: Readonly<Record<string, Rejected>>
  readonly options?: LintOptions
}

const lineOf = ({file, span}: Place): string => `${file.position(span.start).line} ${file.slice(span)}`

/** Tests a rule with accepted and rejected texts. */
export function testRule(ruleId: string, {severity, accept, reject, options}: RuleTable): void {
  const foundIn = (text: string) => lintText(text, options).filter((diagnostic) => diagnostic.ruleId === ruleId)

  describe(ruleId, () => {
    for (const [title, text] of Object.entries(accept)) {
      it(`accepts ${title}`, () => {
        expect(foundIn(text).map(({message}) => message)).to.deep.equal([])
        expect(lintText(text, options).filter((diagnostic) => diagnostic.severity === 'error').map(({message}) => message), 'is valid').to.deep.equal([])
      })
    }

    for (const [title, [text, place, message, ...related]] of Object.entries(reject)) {
      it(`rejects ${title}`, () => {
        const [found, ...others] = foundIn(text)
        expect(others.map((other) => other.message)).to.deep.equal([])
        expect(found && lineOf(found)).to.equal(place)
        if (typeof message === 'string') expect(found?.message).to.equal(message)
        else expect(found?.message).to.match(message)
        expect(found?.severity).to.equal(severity)
        expect(found?.related.map(lineOf)).to.deep.equal(related)
      })
    }
  })
}

/** Documents of one file. */
export const together = (...documents: readonly string[]): string => documents.join('---\n')

/** A LimitRange on four lines, then one line for each item, the first on line six. */
export const limits = (name: string, ...items: readonly string[]): string =>
  `apiVersion: v1\nkind: LimitRange\nmetadata: {name: ${name}}\nspec:\n  limits:\n${items.map((item) => `  - {${item}}\n`).join('')}`

/** A quota on five lines, with the keys on the last one. */
export const quotaOf = (name: string, hard: string, spec = ''): string =>
  `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: ${name}}\nspec:\n  hard: {${hard}}\n${spec}`

/** A pod with one container, with its resources on line seven. */
export const podOf = (resources: string, spec = ''): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - {name: app, image: nginx,\n     resources: {${resources}}}\n${spec}`
