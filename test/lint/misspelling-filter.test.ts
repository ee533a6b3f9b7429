import {expect} from 'chai'

import {lintText} from '../helpers/lint-text.js'

/** The fields of all findings. */
const fieldsOf = (text: string): string[] => lintText(text).map(({field}) => field)

const pod = (spec: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {${spec}}\n`

describe('required fields and misspelt fields', () => {
  const cases: Readonly<Record<string, readonly [text: string, ...fields: string[]]>> = {
    'a misspelt required field is reported once': [pod('container: [{name: a, image: b}]'), 'spec.container'],
    'a misspelt parent of a required field is reported once': [
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspecs: {containers: [{name: a, image: b}]}\n', 'specs',
    ],
    'a misspelt field of another container does not hide a missing field': [
      pod('containers: [{name: a, imag: b}, {name: b}]'), 'spec.containers[0].imag', 'spec.containers[1].image',
    ],
    'an unknown field without similarity does not hide a missing field': [pod('foo: 1'), 'spec.containers', 'spec.foo'],
  }
  for (const [title, [text, ...fields]] of Object.entries(cases)) {
    it(title, () => expect(fieldsOf(text)).to.deep.equal(fields))
  }
})
