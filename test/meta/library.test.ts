import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import * as library from '../../src/index.js'
import {unexportedTypes} from '../helpers/exported-types.js'
import {root} from '../helpers/run-kadm.js'

describe('library @slow', () => {
  it('exports every type that an exported declaration mentions', () => {
    expect(unexportedTypes(root).map(({name, path, by}) => `${name} (${path}), in ${by}`)).to.deep.equal([])
  })

  it('exports exactly the functions and classes in the table of docs/library.md', () => {
    const rows = readFileSync(`${root}/docs/library.md`, 'utf8').split('\n').filter((line) => line.startsWith('| `'))
    const documented = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)(?:\([^`]*\))?`/g)].map(([, name = '']) => name))
    // The row of `diff` names its input.
    expect([...new Set(documented)].sort()).to.deep.equal(Object.keys(library).sort())
  })

  // test/meta/readme.test.ts runs the examples.
  it('has an example of each function and class', () => {
    const scripts = ['docs/library.md', 'docs/webhook.md'].flatMap((path) => [...readFileSync(`${root}/${path}`, 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, script = '']) => script))
    const imported = scripts.flatMap((script) => (/^import \{([^}]*)\} from 'kadm'$/m.exec(script)?.[1] ?? '').split(',').map((name) => name.trim()))
    expect(Object.keys(library).filter((name) => !imported.includes(name))).to.deep.equal([])
  })
})
