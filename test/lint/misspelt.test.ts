import {expect} from 'chai'

import {lintText} from '../helpers/lint-text.js'

/** The fields of all findings. */
const fieldsOf = (text: string): string[] => lintText(text).map(({field}) => field)

const pod = (spec: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {${spec}}\n`

describe('fields that are missed beside unknown ones', () => {
  const cases: Readonly<Record<string, readonly [text: string, ...fields: string[]]>> = {
    'a misspelt field that is missed': [pod('container: [{name: a, image: b}]'), 'spec.container'],
    'a misspelt field around the one that is missed': [
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspecs: {containers: [{name: a, image: b}]}\n', 'specs',
    ],
    'a misspelt field of another container does not hide what is missed': [
      pod('containers: [{name: a, imag: b}, {name: b}]'), 'spec.containers[0].imag', 'spec.containers[1].image',
    ],
    'an unknown field that looks like nothing does not hide what is missed': [pod('foo: 1'), 'spec.containers', 'spec.foo'],
  }
  for (const [title, [text, ...fields]] of Object.entries(cases)) {
    it(title, () => expect(fieldsOf(text)).to.deep.equal(fields))
  }
})
