import {expect} from 'chai'
import {createRequire} from 'node:module'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'

import Lint from '../../commands/lint.js'
import {Cluster} from '../../src/cluster/cluster.js'
import {lint} from '../../src/lint/lint-all.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {SourceFile} from '../../src/source/source-file.js'

const folder = process.env['KADM_PACKAGE'] ?? ''

interface Kadm {
  readonly command: (path: string) => Promise<{readonly default: unknown}>
}

// Fails if the tests of the package import the sources instead.
describe('tests of the package', () => {
  it('import its library', async () => {
    const library = await import(pathToFileURL(join(folder, 'dist/src/index.js')).href) as Readonly<Record<string, unknown>>
    expect(library).to.include({Cluster, Quantity, SourceFile, lint})
  })

  it('import its commands', async () => {
    const {command} = createRequire(join(folder, 'dist/program/kadm.cjs'))('./kadm.cjs') as Kadm
    expect((await command('lint')).default).to.equal(Lint)
  })
})
